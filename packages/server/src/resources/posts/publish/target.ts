import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import { isUnexpired } from '../../../jobs/leases.ts'
import type { CommitResult, Progress } from '../../../platforms/contract/publish.ts'
import { refreshPost } from '../queries.ts'
import {
  lockClaimedTarget,
  type TargetClaim,
  transactOnPost,
  updateClaimedTarget,
} from './claim.ts'
import { writeComment } from './comment.ts'
import { recordAccepted, recordPublished } from './commit-result.ts'
import { findContentFailure, withCopies } from './content.ts'
import { discardIfFailed } from './discard.ts'
import { recordError } from './failure.ts'
import { finishFailed, releaseTarget } from './finish.ts'
import { callPlatform, findJob, type Job, prepareJob, type Ready, sealProgress } from './job.ts'
import { readLink } from './link.ts'
import { type Failure, serverFailure } from './outcome.ts'
import { checkRefused, findRefusal } from './refused.ts'
import { leaveUnresolved, recordLostCommit, recordNotFound } from './unknown.ts'

/**
 * Advances a claimed target until it has to wait. Every step that changes the platform is recorded
 * before and after it. A commit that started but has no recorded response is never repeated: the
 * next worker searches for the post on the platform instead.
 */
export async function publishTarget(ctx: Context, claim: TargetClaim): Promise<void> {
  const job: Job = { ...(await findJob(ctx, claim)), claim }
  // The process that started this commit died before it recorded the response.
  if (job.phase === 'commit') return await recordLostCommit(ctx, job)
  const ready = await prepareJob(ctx, job)
  if (job.phase === 'comment') return await writeComment(ctx, job, ready)
  if (job.phase === 'link') return await readLink(ctx, job, ready)
  if ('unready' in ready) return await recordUnready(ctx, job, ready.unready)
  const refused = job.phase === null ? findContentFailure(ready) : null
  if (refused) return await recordUnready(ctx, job, refused)
  await runPhase(ctx, job, ready)
  await discardIfFailed(ctx, job, ready)
}

async function runPhase(ctx: Context, job: Job, ready: Ready): Promise<void> {
  if (job.phase === 'find') return await find(ctx, job, ready)
  if (job.phase === 'follow') return await follow(ctx, job, ready)
  if (job.phase === null && !(await startAttempt(ctx, job))) return
  await prepareAndCommit(ctx, job, ready)
}

/** Once a commit was sent, the outcome cannot be read without the account: it stays unknown. */
async function recordUnready(ctx: Context, job: Job, failure: Failure): Promise<void> {
  const now = ctx.clock.now()
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (job.phase === 'find' || job.phase === 'follow') {
      return await leaveUnresolved(tx, job, failure, now)
    }
    await finishFailed(tx, job.id, failure, now)
  })
}

/** Records the start of an attempt; `false` if the claim was lost. */
async function startAttempt(ctx: Context, job: Job): Promise<boolean> {
  const now = ctx.clock.now()
  const isClaimed = await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return false
    await tx
      .updateTable('post_target')
      .set({
        status: 'publishing',
        phase: 'prepare',
        attempts: job.attempts + 1,
        attempt_started_at: now,
        updated_at: now,
      })
      .where('id', '=', job.id)
      .execute()
    await refreshPost(tx, job.post_id, now)
    return true
  })
  if (!isClaimed) return false
  job.attempts += 1
  job.attempt_started_at = now
  job.status = 'publishing'
  return true
}

async function prepareAndCommit(ctx: Context, job: Job, ready: Ready): Promise<void> {
  try {
    ready.input = await withCopies(ready)
  } catch (err) {
    return await recordError(ctx, job, ready, err, { isCommit: false })
  }
  for (;;) {
    let prepared: Awaited<ReturnType<Ready['ability']['prepare']>>
    try {
      prepared = await callPlatform(ctx, ready, (input) => ready.ability.prepare(input))
    } catch (err) {
      return await recordError(ctx, job, ready, err, { isCommit: false })
    }
    const isNew = !isSameProgress(ready.input.progress, prepared.progress)
    ready.input = { ...ready.input, progress: prepared.progress }
    if (prepared.state === 'wait' && prepared.seconds > 0) {
      return await releaseFor(ctx, job, 'prepare', prepared.progress, prepared.seconds)
    }
    if (prepared.state === 'ready') return await commit(ctx, job, ready)
    if (isNew && !(await saveProgress(ctx, job, prepared.progress))) return
  }
}

async function commit(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const committedAt = ctx.clock.now()
  const isClaimed = await updateClaimedTarget(ctx.db.query, job.claim, {
    phase: 'commit',
    committed_at: committedAt,
    progress_sealed: sealProgress(ctx, job.id, ready.input.progress),
    updated_at: committedAt,
  })
  if (!isClaimed) return
  job.committed_at = committedAt
  let committed: CommitResult | null
  try {
    committed = await callPlatform(ctx, ready, async (input) => {
      // That update, or refreshing the tokens, may have taken longer than the lease.
      return isUnexpired(job.claim) ? await ready.ability.commit(input) : null
    })
  } catch (err) {
    const refusal = findRefusal(ready, err)
    if (refusal) return await checkRefused(ctx, job, ready, err, refusal)
    return await recordError(ctx, job, ready, err, { isCommit: true })
  }
  if (committed === null) return await withholdCommit(ctx, job)
  if (committed.state === 'published') return await recordPublished(ctx, job, ready, committed)
  await recordAccepted(ctx, job, committed.progress, committed.seconds)
}

/** Nothing was sent: the target is due again, unless another worker has claimed it. */
async function withholdCommit(ctx: Context, job: Job): Promise<void> {
  ctx.log.warn({ target_id: job.id }, 'target.commit_not_sent')
  const now = ctx.clock.now()
  const released = { lease_until: null, lease_token: null, due_at: now, updated_at: now }
  await updateClaimedTarget(ctx.db.query, job.claim, { ...released, phase: 'prepare' })
}

async function follow(ctx: Context, job: Job, ready: Ready): Promise<void> {
  try {
    const followed = await callPlatform(ctx, ready, (input) => ready.ability.follow!(input))
    if (followed.state === 'published') return await recordPublished(ctx, job, ready, followed)
    await releaseFor(ctx, job, 'follow', followed.progress, followed.seconds)
  } catch (err) {
    await recordError(ctx, job, ready, err, { isCommit: false, isFollowing: true })
  }
}

/** Searches the account's posts for one whose commit had no response. */
async function find(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const committedAt = job.committed_at ?? ctx.clock.now()
  try {
    const result = await callPlatform(ctx, ready, (input) =>
      ready.ability.find({ ...input, committedAt }),
    )
    if (result.state === 'published') return await recordPublished(ctx, job, ready, result)
    if (result.state === 'accepted') {
      return await releaseFor(ctx, job, 'follow', result.progress, result.seconds)
    }
    await recordNotFound(ctx, job, ready, committedAt, result.certain)
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.find_failed')
    await recordNotFound(ctx, job, ready, committedAt, false)
  }
}

/** Saves the progress and releases the target for `seconds`, or fails it after the maximum wait. */
async function releaseFor(
  ctx: Context,
  job: Job,
  phase: 'prepare' | 'follow',
  progress: Progress,
  seconds: number,
): Promise<void> {
  const now = ctx.clock.now()
  const since = (phase === 'prepare' ? job.attempt_started_at : job.committed_at) ?? now
  const max = phase === 'prepare' ? limits.post.preparingMsMax : limits.post.followingMsMax
  const dueAt = new Date(now.getTime() + seconds * 1_000)
  const sealed = sealProgress(ctx, job.id, progress)
  if (now.getTime() - since.getTime() <= max && job.status === 'publishing') {
    const released = { lease_until: null, lease_token: null, updated_at: now }
    const changes = { ...released, phase, due_at: dueAt, progress_sealed: sealed }
    await updateClaimedTarget(ctx.db.query, job.claim, changes)
    return
  }
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (now.getTime() - since.getTime() > max) {
      const failure = serverFailure(
        'timeout',
        'The platform did not finish processing the post in time.',
        true,
      )
      return await finishFailed(tx, job.id, failure, now)
    }
    await releaseTarget(tx, job.id, { status: 'publishing', phase, dueAt, progress: sealed, now })
  })
}

async function saveProgress(ctx: Context, job: Job, progress: Progress): Promise<boolean> {
  return await updateClaimedTarget(ctx.db.query, job.claim, {
    progress_sealed: sealProgress(ctx, job.id, progress),
  })
}

function isSameProgress(previous: Progress, current: Progress): boolean {
  return JSON.stringify(previous) === JSON.stringify(current)
}
