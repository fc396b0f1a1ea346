import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { holdTarget, transactOnPost } from './claim.ts'
import { finishFailed, putBack } from './finish.ts'
import type { Job } from './job.ts'
import { type Failure, findDelayMs, ours, retryDelayMs } from './outcome.ts'

const certainAfterMs = 30_000
const lost = ours(
  'timeout',
  'The platform was asked to publish and gave no answer; whether it did is being looked up.',
  true,
)

/** A commit whose answer was lost with its process: unknown, and looked for from now on. */
export async function recordLost(ctx: Context, job: Job): Promise<void> {
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    await putUnknown(tx, job, lost, ctx.clock.now())
  })
}

/** The target is unknown; the first look at the platform is due at once. */
export async function putUnknown(tx: Tx, job: Job, failure: Failure, now: Date): Promise<void> {
  await putBack(tx, job.id, { status: 'unknown', phase: 'find', dueAt: now, failure, now })
}

/** Nobody can look for it any more: the target stays unknown until the owner decides. */
export async function leaveUnknown(tx: Tx, job: Job, failure: Failure, now: Date): Promise<void> {
  await putBack(tx, job.id, { status: 'unknown', phase: null, dueAt: null, failure, now })
}

/**
 * The post was not found. When the platform itself is certain that nothing was published, the
 * commit may be repeated as a new attempt; else it is looked for until ten minutes have passed, and
 * then stays unknown until the owner resolves or retries it.
 */
export async function recordAbsent(
  ctx: Context,
  job: Job,
  committedAt: Date,
  isCertain: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  const sinceMs = now.getTime() - committedAt.getTime()
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    if (isCertain && sinceMs >= certainAfterMs) return await tryAgain(tx, job, now)
    const isOver = sinceMs >= limits.post.unknownMs
    await putBack(tx, job.id, {
      status: 'unknown',
      phase: isOver ? null : 'find',
      dueAt: isOver ? null : new Date(now.getTime() + findDelayMs(sinceMs)),
      now,
    })
  })
}

async function tryAgain(tx: Tx, job: Job, now: Date): Promise<void> {
  const failure = ours('timeout', 'The platform did not publish the post.', true)
  const delay = retryDelayMs(job.attempts)
  if (delay === null) return await finishFailed(tx, job.id, failure, now)
  const dueAt = new Date(now.getTime() + delay)
  await putBack(tx, job.id, { status: 'scheduled', phase: null, dueAt, failure, now })
}
