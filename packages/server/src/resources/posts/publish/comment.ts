import type { Context } from '../../../context.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import type { Job, Ready, Unready } from './job.ts'
import { nextLinkCheckAt } from './link.ts'

/**
 * Writes the first comment under a published post, at most once: it is marked `unknown` before the
 * call, so a crash never leads to a second comment.
 */
export async function writeComment(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  if (job.first_comment_status !== 'pending') return await finishComment(ctx, job, 'unknown')
  const cannotComment = 'unready' in ready || !ready.ability.comment
  if (cannotComment || !job.platform_post_id || job.first_comment === null) {
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
    await ready.ability.comment!({
      ...ready.input,
      platformPostId: job.platform_post_id,
      text: job.first_comment,
    })
    await finishComment(ctx, job, 'sent')
  } catch (err) {
    ctx.log.warn({ err, target_id: job.id }, 'target.first_comment_failed')
    await finishComment(ctx, job, 'failed')
  }
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
