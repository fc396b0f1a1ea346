import type { Context } from '../../../context.ts'
import { PlatformError } from '../../../platforms/errors.ts'
import { lockClaimedTarget, transactOnPost, updateClaimedTarget } from './claim.ts'
import { callPlatform, type Job, type Ready, type Unready } from './job.ts'
import { nextLinkCheckAt } from './link.ts'

const busyMs = 3_000

/**
 * Writes the first comment under a published post, at most once: it is marked `unknown` before the
 * call, so a crash never leads to a second comment.
 */
export async function writeComment(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  if (job.first_comment_status !== 'pending') return await finishComment(ctx, job, 'unknown')
  const { platform_post_id: platformPostId, first_comment: text } = job
  const comment = 'unready' in ready ? undefined : ready.ability.comment
  if ('unready' in ready || !comment || !platformPostId || text === null) {
    return await finishComment(ctx, job, 'failed')
  }
  const isClaimed = await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return false
    await tx
      .updateTable('post_target')
      .set({ first_comment_status: 'unknown' })
      .where('id', '=', job.id)
      .execute()
    return true
  })
  if (!isClaimed) return
  try {
    await callPlatform(ctx, ready, (input) => comment({ ...input, platformPostId, text }))
    await finishComment(ctx, job, 'sent')
  } catch (err) {
    ctx.log.warn({ err, target_id: job.id }, 'target.first_comment_failed')
    if (isAccessBusy(err)) return await commentLater(ctx, job)
    await finishComment(ctx, job, 'failed')
  }
}

/** Nothing was written: another process is refreshing the tokens. */
function isAccessBusy(err: unknown): boolean {
  return err instanceof PlatformError && err.kind === 'access_busy'
}

async function commentLater(ctx: Context, job: Job): Promise<void> {
  const now = ctx.clock.now()
  await updateClaimedTarget(ctx.db.read, job.claim, {
    first_comment_status: 'pending',
    due_at: new Date(now.getTime() + busyMs),
    lease_until: null,
    lease_token: null,
    updated_at: now,
  })
}

async function finishComment(
  ctx: Context,
  job: Job,
  status: 'sent' | 'failed' | 'unknown',
): Promise<void> {
  const now = ctx.clock.now()
  const isAwaited = job.permalink === null
  const dueAt = isAwaited ? (nextLinkCheckAt(job.published_at ?? now, now, true) ?? now) : null
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    await tx
      .updateTable('post_target')
      .set({
        first_comment_status: status,
        phase: dueAt ? 'link' : null,
        due_at: dueAt,
        lease_until: null,
        lease_token: null,
        updated_at: now,
      })
      .where('id', '=', job.id)
      .execute()
  })
}
