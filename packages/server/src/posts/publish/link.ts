import type { Context } from '../../context.ts'
import type { PublishAbility } from '../../platforms/publish.ts'
import { yieldImported } from '../import.ts'
import { holdTarget, writeHeld } from './claim.ts'
import type { Job, Ready, Unready } from './job.ts'

/** How long after its publishing the platform is asked for a post's own id, if it had none. */
const idLooksMs = [60_000, 300_000, 1_800_000]

/** The next of these looks after `now`, `null` after the last. */
export function idLookAt(publishedAt: Date, now: Date): Date | null {
  const sinceMs = now.getTime() - publishedAt.getTime()
  const next = idLooksMs.find((each) => each > sinceMs)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

/** Whether the platform will tell the address of a published post that has none, only later. */
export function lacksLink(ability: PublishAbility, permalink: string | null): boolean {
  return permalink === null && ability.readPermalink !== undefined && !ability.readPostId
}

/**
 * A published post whose own id or whose address the platform did not tell yet: it is asked for
 * again, and both are mended without another event. After the last look they stay as they were told.
 */
export async function lookForId(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  const found = 'unready' in ready ? null : await read(ctx, job, ready)
  const now = ctx.clock.now()
  const dueAt = 'unready' in ready || found ? null : idLookAt(job.published_at ?? now, now)
  const rest = {
    phase: dueAt ? ('link' as const) : null,
    due_at: dueAt,
    lease_until: null,
    lease_token: null,
    ...(dueAt ? {} : { progress_sealed: null }),
  }
  if (!found) return void (await writeHeld(ctx.db.read, job.claim, rest))
  await ctx.db.transact(async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    await yieldImported(tx, job.account_id, found.platformPostId)
    await writeHeld(tx, job.claim, {
      ...rest,
      platform_post_id: found.platformPostId,
      permalink: found.permalink ?? job.permalink,
      updated_at: now,
    })
  })
}

async function read(ctx: Context, job: Job, { ability, input }: Ready) {
  const { platform_post_id: provisional } = job
  if (!provisional) return null
  try {
    const asked = { ...input, platformPostId: provisional }
    const platformPostId = ability.readPostId ? await ability.readPostId(asked) : provisional
    if (!platformPostId || (ability.readPostId && platformPostId === provisional)) return null
    const permalink = (await ability.readPermalink?.({ ...input, platformPostId })) ?? null
    return permalink === null && !ability.readPostId ? null : { platformPostId, permalink }
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.id_look_failed')
    return null
  }
}
