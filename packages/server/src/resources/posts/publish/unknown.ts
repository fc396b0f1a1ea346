import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import { releaseTarget, scheduleRetry } from './finish.ts'
import type { Job } from './job.ts'
import { type Failure, findDelayMs, serverFailure } from './outcome.ts'

const certainAfterMs = 30_000
const notPublished = serverFailure('timeout', 'The platform did not publish the post.', true)
const lostResponse = serverFailure(
  'timeout',
  'The platform did not respond to the publish request. We are checking whether it was published.',
  true,
)

/** The response to a commit was lost with its process: starts the search for the post. */
export async function recordLostCommit(ctx: Context, job: Job): Promise<void> {
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    await startSearch(tx, job, lostResponse, ctx.clock.now())
  })
}

/** The target becomes unknown; the first search for its post on the platform is due immediately. */
export async function startSearch(tx: Tx, job: Job, failure: Failure, now: Date): Promise<void> {
  await releaseTarget(tx, job.id, { status: 'unknown', phase: 'find', dueAt: now, failure, now })
}

/** The post can no longer be searched for: the target stays unknown until the owner decides. */
export async function leaveToOwner(tx: Tx, job: Job, failure: Failure, now: Date): Promise<void> {
  await releaseTarget(tx, job.id, { status: 'unknown', phase: null, dueAt: null, failure, now })
}

/**
 * The post was not found. If the platform is certain that nothing was published, a new attempt
 * follows. Otherwise the search goes on until ten minutes after the commit; then the target stays
 * unknown until the owner resolves or retries it.
 */
export async function recordNotFound(
  ctx: Context,
  job: Job,
  committedAt: Date,
  isCertain: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  const sinceMs = now.getTime() - committedAt.getTime()
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (isCertain && sinceMs >= certainAfterMs) {
      return await scheduleRetry(tx, job, notPublished, now)
    }
    const isOver = sinceMs >= limits.post.unknownMs
    await releaseTarget(tx, job.id, {
      status: 'unknown',
      phase: isOver ? null : 'find',
      dueAt: isOver ? null : new Date(now.getTime() + findDelayMs(sinceMs)),
      now,
    })
  })
}
