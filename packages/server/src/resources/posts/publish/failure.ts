import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { PlatformError } from '../../../platforms/errors.ts'
import { confirmAccess } from '../../accounts/access.ts'
import { pauseAccount } from '../../accounts/pause.ts'
import { writeAnswer } from './answer.ts'
import { holdTarget, transactOnPost } from './claim.ts'
import { finishFailed, putBack } from './finish.ts'
import { type Job, type Ready, sealProgress } from './job.ts'
import { type ErrorOutcome, type Failure, ours, outcomeOf, retryDelayMs } from './outcome.ts'
import { leaveUnknown, putUnknown } from './unknown.ts'

const pausedMsMax = 24 * 3_600_000
const followAgainMs = 30_000

/** Writes down what an error means for the target: retry, pause, unknown or the end. */
export async function recordError(
  ctx: Context,
  job: Job,
  ready: Ready,
  err: unknown,
  at: { isCommit: boolean; isFollowing?: boolean },
): Promise<void> {
  const commitsNotReady = ready.input.progress.commitsNotReady ?? 0
  const outcome = await confirmed(
    ctx,
    job,
    err,
    outcomeOf(err, { isCommit: at.isCommit, commitsNotReady }),
  )
  const now = ctx.clock.now()
  ctx.log.warn({ err, target_id: job.id, next: outcome.next }, 'target.step_failed')
  if (at.isCommit && outcome.next === 'fail') {
    await writeAnswer(ctx, job, (tx) => finishFailed(tx, job.id, outcome.failure, now))
    return
  }
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    if (at.isFollowing && (outcome.next === 'retry' || outcome.next === 'pause')) {
      return await followLater(tx, job, outcome, now)
    }
    if (at.isFollowing && outcome.next === 'fail' && isLostAccess(err)) {
      return await leaveUnknown(tx, job, outcome.failure, now)
    }
    switch (outcome.next) {
      case 'fail':
        return await finishFailed(tx, job.id, outcome.failure, now)
      case 'unknown':
        return await putUnknown(tx, job, outcome.failure, now)
      case 'retry':
        return await retry(tx, job, outcome.failure, now)
      case 'pause':
        return await pause(tx, job, outcome, now)
      case 'not_ready':
        return await notReady(ctx, tx, job, ready, commitsNotReady + 1, outcome.waitMs, now)
    }
  })
}

/** A lost access counts only when the platform says so twice; else the attempt is repeated. */
async function confirmed(
  ctx: Context,
  job: Job,
  err: unknown,
  outcome: ErrorOutcome,
): Promise<ErrorOutcome> {
  const isEnd = isLostAccess(err) && err.kind !== 'permission_missing'
  if (!isEnd || outcome.next !== 'fail') return outcome
  const verdict = await confirmAccess(ctx, job.account_id)
  if (verdict === 'ended') return outcome
  return { next: 'retry', failure: { ...outcome.failure, code: 'platform_error', retryable: true } }
}

/** The platform has the post and will not tell us of it any more. */
function isLostAccess(err: unknown): err is PlatformError {
  const kinds = ['access_ended', 'disconnected', 'permission_missing']
  return err instanceof PlatformError && kinds.includes(err.kind)
}

async function retry(tx: Tx, job: Job, failure: Failure, now: Date): Promise<void> {
  const delay = retryDelayMs(job.attempts)
  if (delay === null) return await finishFailed(tx, job.id, failure, now)
  const dueAt = new Date(now.getTime() + delay)
  await putBack(tx, job.id, { status: 'scheduled', phase: null, dueAt, failure, now })
}

/** The whole account rests; what else waits for it is claimed no sooner. */
async function pause(
  tx: Tx,
  job: Job,
  outcome: Extract<ErrorOutcome, { next: 'pause' }>,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + outcome.untilMs)
  const first = job.scheduled_at ?? job.attempt_started_at ?? now
  await pauseAccount(tx, job.account_id, until)
  if (until.getTime() - first.getTime() > pausedMsMax) {
    return await finishFailed(tx, job.id, outcome.failure, now)
  }
  await putBack(tx, job.id, {
    status: 'scheduled',
    phase: null,
    dueAt: until,
    failure: outcome.failure,
    attempts: Math.max(0, job.attempts - 1),
    now,
  })
}

/** Nothing was published: the platform is asked again soon, in the same attempt. */
async function notReady(
  ctx: Context,
  tx: Tx,
  job: Job,
  ready: Ready,
  commitsNotReady: number,
  waitMs: number,
  now: Date,
): Promise<void> {
  const started = job.attempt_started_at ?? now
  if (now.getTime() - started.getTime() > limits.post.preparingMsMax) {
    const failure = ours('timeout', 'The platform never became ready to publish.', true)
    return await finishFailed(tx, job.id, failure, now)
  }
  await putBack(tx, job.id, {
    status: 'publishing',
    phase: 'prepare',
    dueAt: new Date(now.getTime() + waitMs),
    progress: sealProgress(ctx, job.id, { ...ready.input.progress, commitsNotReady }),
    now,
  })
}

/** The post is with the platform; only the look at it failed. */
async function followLater(
  tx: Tx,
  job: Job,
  outcome: Extract<ErrorOutcome, { next: 'retry' | 'pause' }>,
  now: Date,
): Promise<void> {
  const since = job.committed_at ?? now
  if (now.getTime() - since.getTime() > limits.post.followingMsMax) {
    return await finishFailed(tx, job.id, outcome.failure, now)
  }
  const waitMs = outcome.next === 'pause' ? outcome.untilMs : followAgainMs
  const dueAt = new Date(now.getTime() + waitMs)
  await putBack(tx, job.id, { status: 'publishing', phase: 'follow', dueAt, now })
}
