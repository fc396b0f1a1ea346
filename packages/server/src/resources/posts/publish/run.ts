import type { Context } from '../../../context.ts'
import { isUnexpired } from '../../../jobs/leases.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { CommitResult, Progress, PublishedPost } from '../../../platforms/contract/publish.ts'
import { discard, readLinks, readPermalink } from './after.ts'
import type { TargetClaim } from './claim.ts'
import { findAfterRefusal, findPart, isCommentFound } from './find.ts'
import { callPlatform, findJob, isProgressKept, type Job, prepareJob, type Ready } from './job.ts'
import { type Failure, outcomeOf, serverFailure } from './outcome.ts'
import { findContentFailure, requireStoredFiles, withCopies } from './ready.ts'
import { record, recordResponse } from './record.ts'

/**
 * Advances a claimed target until it has to wait: calls what its phase names and records the result.
 * What follows from it is decided in `states.ts`. Every call that changes the network is recorded
 * before and after it.
 */
export async function publishTarget(ctx: Context, claim: TargetClaim): Promise<void> {
  const job: Job = { ...(await findJob(ctx, claim)), claim }
  if (job.phase === 'commit' || job.phase === 'comment_commit') {
    await record(ctx, job, { kind: 'lost' })
    return
  }
  const ready = await prepareJob(ctx, job)
  if (job.phase === 'link') return await readLinks(ctx, job, ready)
  const failure = findFailure(job, ready)
  if (failure || 'unready' in ready) {
    await record(ctx, job, { kind: 'unready', failure: failure! })
    return
  }
  const since = suspectedSince(job)
  if (since && !(await record(ctx, job, { kind: 'suspected', since }))) return
  await runPhase(ctx, job, ready)
  if (job.status === 'failed' || job.status === 'partially_published') {
    await discard(ctx, job, ready)
  }
}

function findFailure(job: Job, ready: Awaited<ReturnType<typeof prepareJob>>): Failure | null {
  if ('unready' in ready) return ready.unready
  return job.phase === null ? findContentFailure(ready) : null
}

/**
 * Since when a commit that the database does not know may have been made: the target was due when
 * commits were lost, and nothing of it was published after that.
 */
function suspectedSince({ phase, due_at, lost, public_parts }: Job): Date | null {
  if (!lost || !due_at || due_at > lost.until) return null
  if (phase !== null && phase !== 'prepare' && phase !== 'comment') return null
  const lastPublishedAt = public_parts.at(-1)?.published_at
  return lastPublishedAt && lastPublishedAt > lost.until ? null : lost.since
}

async function runPhase(ctx: Context, job: Job, ready: Ready): Promise<void> {
  switch (job.phase) {
    case 'check':
    case 'find':
      return await find(ctx, job, ready)
    case 'follow':
      return await follow(ctx, job, ready)
    case 'comment':
      return await comment(ctx, job, ready)
    case 'comment_find':
      return await findComment(ctx, job, ready)
    default:
      if (job.phase === null && !(await record(ctx, job, { kind: 'started' }))) return
      await prepareAndCommit(ctx, job, ready)
  }
}

async function prepareAndCommit(ctx: Context, job: Job, ready: Ready): Promise<void> {
  try {
    await requireStoredFiles(ready.input)
    ready.input = await withCopies(ready)
    for (;;) {
      const prepared = await callPlatform(ctx, ready, (input) => ready.ability.prepare(input))
      const isNew = !isSameProgress(ready.input.progress, prepared.progress)
      ready.input = { ...ready.input, progress: prepared.progress }
      if (prepared.state === 'wait' && prepared.seconds > 0) {
        await record(ctx, job, { kind: 'waits', seconds: prepared.seconds }, prepared.progress)
        return
      }
      if (prepared.state === 'ready') break
      if (isNew && !(await record(ctx, job, { kind: 'progressed' }, prepared.progress))) return
    }
  } catch (err) {
    return await recordError(ctx, job, ready, err)
  }
  await commit(ctx, job, ready)
}

async function commit(ctx: Context, job: Job, ready: Ready): Promise<void> {
  if (!(await record(ctx, job, { kind: 'commits' }, ready.input.progress))) return
  let committed: CommitResult | null
  try {
    committed = await callPlatform(ctx, ready, async (input) => {
      // That update, or refreshing the tokens, may have taken longer than the lease.
      return isUnexpired(job.claim) ? await ready.ability.commit(input) : null
    })
  } catch (err) {
    return await recordRefusal(ctx, job, ready, err)
  }
  if (committed === null) return await recordNotSent(ctx, job)
  if (committed.state === 'published') return await recordPublic(ctx, job, ready, committed)
  const { progress, seconds } = committed
  await recordResponse(ctx, job, { kind: 'accepted', seconds }, progress)
}

/** A refusal is no proof on every network: where it is not, the network is asked. */
async function recordRefusal(ctx: Context, job: Job, ready: Ready, err: unknown): Promise<void> {
  const found = await findAfterRefusal(ctx, job, ready, err)
  if (found?.state === 'published') return await recordPublic(ctx, job, ready, found)
  if (found?.state === 'accepted') {
    const { progress, seconds } = found
    await recordResponse(ctx, job, { kind: 'accepted', seconds }, progress)
    return
  }
  if (found?.state === 'doubtful') {
    await recordResponse(ctx, job, { kind: 'doubtful', failure: found.failure })
    return
  }
  await recordError(ctx, job, ready, err)
}

async function recordNotSent(ctx: Context, job: Job): Promise<void> {
  ctx.log.warn({ target_id: job.id }, 'target.commit_not_sent')
  await record(ctx, job, { kind: 'not_sent' })
}

async function follow(ctx: Context, job: Job, ready: Ready): Promise<void> {
  try {
    const followed = await callPlatform(ctx, ready, (input) => ready.ability.follow!(input))
    if (followed.state === 'published') return await recordPublic(ctx, job, ready, followed)
    const { seconds, progress } = followed
    await record(ctx, job, { kind: 'waits', seconds }, progress)
  } catch (err) {
    await recordError(ctx, job, ready, err)
  }
}

async function find(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const found = await findPart(ctx, job, ready)
  if (found?.state === 'published') return await recordPublic(ctx, job, ready, found)
  if (found?.state === 'accepted') {
    await record(ctx, job, { kind: 'accepted', seconds: found.seconds }, found.progress)
    return
  }
  const keepsProgress = isProgressKept(ready.ability)
  await record(ctx, job, { kind: 'absent', isCertain: found?.certain ?? false, keepsProgress })
}

/** Writes the first comment under the first part, at most once. */
async function comment(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const platformPostId = job.public_parts[0]?.platform_post_id
  const { first_comment: text } = job
  const { comment: write } = ready.ability
  if (!write || !platformPostId || text === null) {
    await record(ctx, job, { kind: 'unready', failure: notSupported })
    return
  }
  if (!(await record(ctx, job, { kind: 'commits' }))) return
  try {
    await callPlatform(ctx, ready, (input) => write({ ...input, platformPostId, text }))
  } catch (err) {
    return await recordError(ctx, job, ready, err)
  }
  await record(ctx, job, { kind: 'commented' })
}

async function findComment(ctx: Context, job: Job, ready: Ready): Promise<void> {
  if (await isCommentFound(ctx, job, ready)) {
    await record(ctx, job, { kind: 'commented' })
    return
  }
  const proof = ready.ability.proofOf(ready.input.content)
  // Its key keeps it from being written twice, however late.
  const isCertain = proof.by === 'key' && proof.minutes === null
  await record(ctx, job, { kind: 'absent', isCertain, keepsProgress: false })
}

const notSupported = serverFailure('internal', 'The platform has no first comments.', false)

async function recordPublic(
  ctx: Context,
  job: Job,
  ready: Ready,
  { platformPostId, permalink, isProvisional = false }: PublishedPost,
): Promise<void> {
  const isWritten = await recordResponse(ctx, job, {
    kind: 'public',
    platformPostId,
    permalink: permalink ?? (await readPermalink(ctx, ready, platformPostId)),
    isProvisional,
  })
  if (isWritten) ctx.log.info({ target_id: job.id, attempts: job.attempts }, 'target.published')
}

/** Records an error of the network: retry, pause, continue later, search or fail. */
async function recordError(ctx: Context, job: Job, ready: Ready, err: unknown): Promise<void> {
  const { phase } = job
  const isCommit = phase === 'commit' || phase === 'comment_commit'
  const commitsNotReady = ready.input.progress.commitsNotReady ?? 0
  const writes = phase === 'comment_commit' ? 'comment' : 'post'
  const outcome = outcomeOf(err, { isCommit, commitsNotReady, writes })
  ctx.log.warn({ err, target_id: job.id, phase, next: outcome.next }, 'target.step_failed')
  const result = {
    kind: 'error',
    outcome,
    keepsProgress: isCommit && isProgressKept(ready.ability),
    isAccessLost: isAccessLost(err),
  } as const
  const progress = progressAfter(ready.input.progress, outcome.next === 'not_ready')
  const isAnswer = phase === 'commit' && outcome.next === 'fail'
  await (isAnswer ? recordResponse : record)(ctx, job, result, progress)
}

function progressAfter(progress: Progress, isNotReady: boolean): Progress {
  if (!isNotReady) return progress
  return { ...progress, commitsNotReady: (progress.commitsNotReady ?? 0) + 1 }
}

/** Whether the error means that the account can no longer be used, so its posts cannot be read. */
function isAccessLost(err: unknown): boolean {
  const kinds = ['access_expired', 'disconnected', 'permission_missing']
  return err instanceof PlatformError && kinds.includes(err.kind)
}

function isSameProgress(previous: Progress, current: Progress): boolean {
  return JSON.stringify(previous) === JSON.stringify(current)
}
