import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import { finishFailed, releaseTarget, scheduleRetry } from './finish.ts'
import { isProgressKept, type Job, type Ready } from './job.ts'
import { type Failure, searchDelayMs, serverFailure } from './outcome.ts'

/** Until this long after the commit the platform may still publish the post. */
const certainAfterMs = 30_000
const notPublished = serverFailure('timeout', 'The platform did not publish the post.', true)
const lostResponse = serverFailure(
  'timeout',
  'The platform did not respond to the publish request. We are checking whether it was published.',
  true,
)

/** The process that sent the commit died before it stored the response: searches for the post. */
export async function recordLostCommit(ctx: Context, job: Job): Promise<void> {
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    await startSearch(tx, job, lostResponse, ctx.clock.now())
  })
}

/** Sets the target to `unknown` and makes the first search for its post due immediately. */
export async function startSearch(tx: Tx, job: Job, failure: Failure, now: Date): Promise<void> {
  await releaseTarget(tx, job.id, { status: 'unknown', phase: 'find', dueAt: now, failure, now })
}

/** Stops the search, for example without access: the target stays `unknown` until the owner decides. */
export async function leaveUnresolved(
  tx: Tx,
  job: Job,
  failure: Failure,
  now: Date,
): Promise<void> {
  await releaseTarget(tx, job.id, { status: 'unknown', phase: null, dueAt: null, failure, now })
}

/**
 * Records that a search did not find the post. If the platform confirms that the commit did not happen,
 * the post is retried, or fails if the commit was refused. Otherwise the search continues until ten
 * minutes after the commit, and the target then stays `unknown` until the owner resolves or retries it.
 */
export async function recordNotFound(
  ctx: Context,
  job: Job,
  ready: Ready,
  committedAt: Date,
  isCertain: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  const sinceMs = now.getTime() - committedAt.getTime()
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (isCertain && sinceMs >= certainAfterMs) {
      const refusal = storedRefusal(job)
      const keepsProgress = isProgressKept(ready.ability)
      if (refusal) return await finishFailed(tx, job.id, refusal, now, { keepsProgress })
      return await scheduleRetry(tx, job, notPublished, now)
    }
    const isOver = sinceMs >= limits.post.unknownMs
    await releaseTarget(tx, job.id, {
      status: 'unknown',
      phase: isOver ? null : 'find',
      dueAt: isOver ? null : new Date(now.getTime() + searchDelayMs(sinceMs)),
      now,
    })
  })
}

/** The refusal of a commit that was in doubt; see `checkRefused`. A lost response can be retried. */
function storedRefusal(job: Job): Failure | null {
  const { error_code, error_source, error_message, error_retryable } = job
  if (!error_code || error_retryable !== false) return null
  return {
    code: error_code as Failure['code'],
    source: error_source ?? 'platform',
    message: error_message ?? '',
    retryable: false,
  }
}
