import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { networkSettings } from '../../../core/networks.ts'
import { tellPublished } from '../events.ts'
import { yieldImported } from '../import.ts'
import { holdTarget, transactOnPost, writeHeld } from './claim.ts'
import type { Job, Ready, Unready } from './job.ts'

/** When a network is asked for the permalink that `post.published` waits for, after publishing. */
const awaitedLooksMs = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000]
/** When it is asked for a permalink or a post's own id that comes after the event. */
const lateLooksMs = [60_000, 300_000, 1_800_000]

/** The next of these times after `now`, `null` after the last. */
export function linkLookAt(publishedAt: Date, now: Date, isAwaited: boolean): Date | null {
  const sinceMs = now.getTime() - publishedAt.getTime()
  const next = (isAwaited ? awaitedLooksMs : lateLooksMs).find((each) => each > sinceMs)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

/**
 * Asks the network for the permalink of a published post, or for the own id of one that has only the
 * id of its publication. A target without a permalink is one whose `post.published` was not sent: the
 * permalink and the event are committed together, so neither is lost and neither happens twice. After
 * the last time the event carries the best URL that is known without the network.
 */
export async function readLink(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  const isReadable = !('unready' in ready)
  const found = isReadable ? await read(ctx, job, ready) : null
  const now = ctx.clock.now()
  const publishedAt = job.published_at ?? now
  const isAwaited = job.permalink === null
  const isOver = found !== null || !isReadable
  const awaitedAt = isAwaited && !isOver ? linkLookAt(publishedAt, now, true) : null
  const dueAt = awaitedAt ?? (isOver ? null : linkLookAt(publishedAt, now, false))
  const permalink = found?.permalink ?? job.permalink ?? (awaitedAt ? null : fallbackLink(ctx, job))
  const rest = {
    phase: dueAt ? ('link' as const) : null,
    due_at: dueAt,
    lease_until: null,
    lease_token: null,
    ...(dueAt ? {} : { progress_sealed: null }),
  }
  if (!found && permalink === job.permalink) {
    return void (await writeHeld(ctx.db.read, job.claim, rest))
  }
  const platformPostId = found?.platformPostId ?? job.platform_post_id
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    if (found) await yieldImported(tx, job.account_id, found.platformPostId)
    const changes = { ...rest, platform_post_id: platformPostId, permalink, updated_at: now }
    await writeHeld(tx, job.claim, changes)
    if (isAwaited && permalink) await tellPublished(tx, job, { permalink, publishedAt }, now)
  })
}

/** What the network says that was not known before. */
async function read(ctx: Context, job: Job, { ability, input }: Ready) {
  const { platform_post_id: known } = job
  if (!known) return null
  try {
    const asked = { ...input, platformPostId: known }
    const platformPostId = ability.readPostId ? await ability.readPostId(asked) : known
    if (!platformPostId) return null
    const permalink = (await ability.readPermalink?.({ ...input, platformPostId })) ?? null
    const isNews = platformPostId !== known || (permalink !== null && permalink !== job.permalink)
    return isNews ? { platformPostId, permalink } : null
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.link_failed')
    return null
  }
}

/** The post by the network's own pattern, else the account's page, else the network's first page. */
function fallbackLink(ctx: Context, job: Job): string {
  const platform = job.platform as PlatformValue
  const ability = ctx.platforms.get(platform)?.publish
  const built = job.platform_post_id && ability?.buildPermalink?.(job.platform_post_id)
  const bases = ctx.config.platforms[platform]?.bases ?? networkSettings[platform].bases
  return built || job.profile_url || `${bases.authorize}/`
}
