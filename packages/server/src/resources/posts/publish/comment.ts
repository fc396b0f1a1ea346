import type { Context } from '../../../context.ts'
import { holdTarget, transactOnPost } from './claim.ts'
import type { Job, Ready, Unready } from './job.ts'
import { linkLookAt } from './link.ts'

/**
 * Writes the first comment under a published post, once: it is marked `unknown` before the call, so
 * that a crash leaves it unknown and never written twice.
 */
export async function writeComment(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  if (job.first_comment_status !== 'pending') return await settle(ctx, job, 'unknown')
  const cannot = 'unready' in ready || !ready.ability.comment
  if (cannot || !job.platform_post_id || job.first_comment === null) {
    return await settle(ctx, job, 'failed')
  }
  const isOurs = await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return false
    await tx
      .updateTable('post_target')
      .set({ first_comment_status: 'unknown' })
      .where('id', '=', job.id)
      .execute()
    return true
  })
  if (!isOurs) return
  try {
    await ready.ability.comment!({
      ...ready.input,
      platformPostId: job.platform_post_id,
      text: job.first_comment,
    })
    await settle(ctx, job, 'sent')
  } catch (err) {
    ctx.log.warn({ err, target_id: job.id }, 'target.first_comment_failed')
    await settle(ctx, job, 'failed')
  }
}

async function settle(
  ctx: Context,
  job: Job,
  status: 'sent' | 'failed' | 'unknown',
): Promise<void> {
  const now = ctx.clock.now()
  const isAwaited = job.permalink === null
  const dueAt = isAwaited ? (linkLookAt(job.published_at ?? now, now, true) ?? now) : null
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
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
