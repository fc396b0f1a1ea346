import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { Progress } from '../../../platforms/contract/publish.ts'
import { pauseAccount } from '../../accounts/pause.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import { recordResponse } from './commit-response.ts'
import { finishFailed, releaseTarget, scheduleRetry } from './finish.ts'
import { isProgressKept, type Job, type Ready, sealProgress } from './job.ts'
import { type ErrorOutcome, outcomeOf, serverFailure } from './outcome.ts'
import { leaveUnresolved, startSearch } from './unknown.ts'

const pausedMsMax = 24 * 3_600_000
const followRetryMs = 30_000

/** Applies the outcome of an error to the target: retry, pause, continue later, `unknown` or failed. */
export async function recordError(
  ctx: Context,
  job: Job,
  ready: Ready,
  err: unknown,
  step: { isCommit: boolean; isFollowing?: boolean },
): Promise<void> {
  const commitsNotReady = ready.input.progress.commitsNotReady ?? 0
  const outcome = outcomeOf(err, { isCommit: step.isCommit, commitsNotReady })
  const now = ctx.clock.now()
  ctx.log.warn({ err, target_id: job.id, next: outcome.next }, 'target.step_failed')
  if (step.isCommit && outcome.next === 'fail') {
    const keepsProgress = isProgressKept(ready.ability)
    await recordResponse(ctx, job, (tx) =>
      finishFailed(tx, job.id, outcome.failure, now, { keepsProgress }),
    )
    return
  }
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (step.isFollowing && canFollowAgain(outcome)) {
      return await retryFollow(tx, job, outcome, now)
    }
    if (step.isFollowing && outcome.next === 'fail' && isLostAccess(err)) {
      return await leaveUnresolved(tx, job, outcome.failure, now)
    }
    switch (outcome.next) {
      case 'fail':
        return await finishFailed(tx, job.id, outcome.failure, now)
      case 'unknown':
        return await startSearch(tx, job, outcome.failure, now)
      case 'retry':
        return await scheduleRetry(tx, job, outcome.failure, now)
      case 'pause':
        return await pause(tx, job, outcome, now)
      case 'wait':
        return await continueLater(ctx, tx, job, ready.input.progress, outcome.waitMs, now)
      case 'not_ready': {
        const progress = { ...ready.input.progress, commitsNotReady: commitsNotReady + 1 }
        return await continueLater(ctx, tx, job, progress, outcome.waitMs, now)
      }
    }
  })
}

/** Whether the error means that the account can no longer be used, so its posts cannot be read. */
function isLostAccess(err: unknown): err is PlatformError {
  const kinds = ['access_expired', 'disconnected', 'permission_missing']
  return err instanceof PlatformError && kinds.includes(err.kind)
}

/** Pauses the account: none of its targets is claimed until the pause ends. The attempt does not count. */
async function pause(
  tx: Tx,
  job: Job,
  outcome: Extract<ErrorOutcome, { next: 'pause' }>,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + outcome.waitMs)
  const firstDueAt = job.scheduled_at ?? job.attempt_started_at ?? now
  await pauseAccount(tx, job.account_id, until)
  if (until.getTime() - firstDueAt.getTime() > pausedMsMax) {
    return await finishFailed(tx, job.id, outcome.failure, now)
  }
  await releaseTarget(tx, job.id, {
    status: 'scheduled',
    phase: null,
    dueAt: until,
    failure: outcome.failure,
    attempts: Math.max(0, job.attempts - 1),
    now,
  })
}

/** Nothing was published yet: continues the same attempt after `waitMs`. */
async function continueLater(
  ctx: Context,
  tx: Tx,
  job: Job,
  progress: Progress,
  waitMs: number,
  now: Date,
): Promise<void> {
  const started = job.attempt_started_at ?? now
  if (now.getTime() - started.getTime() > limits.post.preparingMsMax) {
    const failure = serverFailure('timeout', 'The platform was not ready to publish in time.', true)
    return await finishFailed(tx, job.id, failure, now)
  }
  await releaseTarget(tx, job.id, {
    status: 'publishing',
    phase: 'prepare',
    dueAt: new Date(now.getTime() + waitMs),
    progress: sealProgress(ctx, job.id, progress),
    now,
  })
}

type FollowAgain = Extract<ErrorOutcome, { next: 'retry' | 'pause' | 'wait' }>

function canFollowAgain(outcome: ErrorOutcome): outcome is FollowAgain {
  return outcome.next === 'retry' || outcome.next === 'pause' || outcome.next === 'wait'
}

/** The platform accepted the post, but its state could not be read: reads it again later. */
async function retryFollow(tx: Tx, job: Job, outcome: FollowAgain, now: Date): Promise<void> {
  const since = job.committed_at ?? now
  if (now.getTime() - since.getTime() > limits.post.followingMsMax) {
    return await finishFailed(tx, job.id, outcome.failure, now)
  }
  const waitMs = outcome.next === 'retry' ? followRetryMs : outcome.waitMs
  const dueAt = new Date(now.getTime() + waitMs)
  await releaseTarget(tx, job.id, { status: 'publishing', phase: 'follow', dueAt, now })
}
