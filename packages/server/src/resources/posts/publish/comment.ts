import type { Context } from '../../../context.ts'
import { pauseAccount } from '../../accounts/pause.ts'
import { emitFirstCommentFailed } from '../events.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import { callPlatform, type Job, type Ready, type Unready } from './job.ts'
import { nextLinkCheckAt } from './link.ts'
import { type Failure, outcomeOf, serverFailure } from './outcome.ts'

/** The delays before a comment of which nothing was written is tried again (threads.md §4.2). */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000]

const notSupported = serverFailure('internal', 'The platform has no first comments.', false)
const notReady = serverFailure(
  'platform_error',
  'The platform did not accept comments on the new post in time.',
  true,
)
const lostResponse = serverFailure(
  'timeout',
  'The platform did not respond. Check whether the comment is under the post before you retry.',
  true,
)

/**
 * Writes the first comment under a published post, at most once: it is marked `unknown` before the
 * call, so a crash never leads to a second comment.
 */
export async function writeComment(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  if (job.first_comment_status !== 'pending') {
    return await finishComment(ctx, job, 'unknown', lostResponse)
  }
  if ('unready' in ready) return await finishComment(ctx, job, 'failed', ready.unready)
  const { platform_post_id: platformPostId, first_comment: text } = job
  const { comment } = ready.ability
  if (!comment || !platformPostId || text === null) {
    return await finishComment(ctx, job, 'failed', notSupported)
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
  } catch (err) {
    ctx.log.warn({ err, target_id: job.id }, 'target.first_comment_failed')
    return await recordError(ctx, job, err)
  }
  await finishComment(ctx, job, 'sent', null)
}

/** Tries again if nothing was written, at most four times. */
async function recordError(ctx: Context, job: Job, err: unknown): Promise<void> {
  const outcome = outcomeOf(err, { isCommit: true, commitsNotReady: 0, writes: 'comment' })
  switch (outcome.next) {
    case 'fail':
      return await finishComment(ctx, job, 'failed', outcome.failure)
    case 'unknown':
      return await finishComment(ctx, job, 'unknown', outcome.failure)
    case 'wait':
      return await commentLater(ctx, job, { waitMs: outcome.waitMs, tries: 0 })
    case 'not_ready':
    case 'retry':
    case 'pause': {
      const delayMs = retryDelaysMs[job.first_comment_attempts]
      const failure = outcome.next === 'not_ready' ? notReady : outcome.failure
      if (delayMs === undefined) return await finishComment(ctx, job, 'failed', failure)
      const pauseMs = outcome.next === 'pause' ? outcome.waitMs : 0
      return await commentLater(ctx, job, { waitMs: Math.max(delayMs, pauseMs), tries: 1, pauseMs })
    }
  }
}

/** A rate limit also pauses the account. */
async function commentLater(
  ctx: Context,
  job: Job,
  { waitMs, tries, pauseMs = 0 }: { waitMs: number; tries: number; pauseMs?: number },
): Promise<void> {
  const now = ctx.clock.now()
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (pauseMs > 0) await pauseAccount(tx, job.account_id, new Date(now.getTime() + pauseMs))
    await tx
      .updateTable('post_target')
      .set({
        first_comment_status: 'pending',
        first_comment_attempts: job.first_comment_attempts + tries,
        due_at: new Date(now.getTime() + waitMs),
        lease_until: null,
        lease_token: null,
        updated_at: now,
      })
      .where('id', '=', job.id)
      .execute()
  })
}

async function finishComment(
  ctx: Context,
  job: Job,
  status: 'sent' | 'failed' | 'unknown',
  failure: Failure | null,
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
        first_comment_error: failure && JSON.stringify(failure),
        phase: dueAt ? 'link' : null,
        due_at: dueAt,
        lease_until: null,
        lease_token: null,
        updated_at: now,
      })
      .where('id', '=', job.id)
      .execute()
    if (status === 'failed' && failure) await emitFirstCommentFailed(tx, job, failure, now)
  })
}
