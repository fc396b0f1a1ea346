import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import { isUnexpired } from '../../../jobs/leases.ts'
import type { Committed, Progress, Published } from '../../../platforms/publish.ts'
import { refreshPost } from '../queries.ts'
import { writeAnswer } from './answer.ts'
import { holdTarget, type TargetClaim, transactOnPost, writeHeld } from './claim.ts'
import { writeComment } from './comment.ts'
import { discardIfFailed } from './discard.ts'
import { recordError } from './failure.ts'
import { finishFailed, finishPublished, putBack } from './finish.ts'
import { findJob, type Job, type Ready, readyJob, sealProgress } from './job.ts'
import { linkLookAt, readLink } from './link.ts'
import { type Failure, ours } from './outcome.ts'
import { leaveUnknown, recordAbsent, recordLost } from './unknown.ts'

/**
 * Takes a claimed target as far as it goes without waiting. Every step that changes the platform is
 * recorded before and after it; whoever finds a target whose commit was begun and not ended looks
 * for the post on the platform and never commits again.
 */
export async function publishTarget(ctx: Context, claim: TargetClaim): Promise<void> {
  const job: Job = { ...(await findJob(ctx, claim)), claim }
  // The process that began this commit is gone, and with it the answer.
  if (job.phase === 'commit') return await recordLost(ctx, job)
  const ready = await readyJob(ctx, job)
  if (job.phase === 'comment') return await writeComment(ctx, job, ready)
  if (job.phase === 'link') return await readLink(ctx, job, ready)
  if ('unready' in ready) return await recordUnready(ctx, job, ready.unready)
  await goOn(ctx, job, ready)
  await discardIfFailed(ctx, job, ready)
}

async function goOn(ctx: Context, job: Job, ready: Ready): Promise<void> {
  if (job.phase === 'find') return await find(ctx, job, ready)
  if (job.phase === 'follow') return await follow(ctx, job, ready)
  if (job.phase === null && !(await begin(ctx, job))) return
  await prepareAndCommit(ctx, job, ready)
}

/** What was handed to the platform before the account was lost has an outcome that nobody can read. */
async function recordUnready(ctx: Context, job: Job, failure: Failure): Promise<void> {
  const now = ctx.clock.now()
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    if (job.phase === 'find' || job.phase === 'follow') {
      return await leaveUnknown(tx, job, failure, now)
    }
    await finishFailed(tx, job.id, failure, now)
  })
}

/** Marks the beginning of an attempt; `false` when the claim was lost meanwhile. */
async function begin(ctx: Context, job: Job): Promise<boolean> {
  const now = ctx.clock.now()
  const isOurs = await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return false
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
  if (!isOurs) return false
  job.attempts += 1
  job.attempt_started_at = now
  job.status = 'publishing'
  return true
}

async function prepareAndCommit(ctx: Context, job: Job, ready: Ready): Promise<void> {
  for (;;) {
    let prepared: Awaited<ReturnType<Ready['ability']['prepare']>>
    try {
      prepared = await ready.ability.prepare(ready.input)
    } catch (err) {
      return await recordError(ctx, job, ready, err, { isCommit: false })
    }
    const isNew = !isSame(ready.input.progress, prepared.progress)
    ready.input = { ...ready.input, progress: prepared.progress }
    if (prepared.state === 'wait' && prepared.seconds > 0) {
      return await wait(ctx, job, 'prepare', prepared.progress, prepared.seconds)
    }
    if (prepared.state === 'ready') return await commit(ctx, job, ready)
    if (isNew && !(await keepProgress(ctx, job, prepared.progress))) return
  }
}

async function commit(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const committedAt = ctx.clock.now()
  const isOurs = await writeHeld(ctx.db.read, job.claim, {
    phase: 'commit',
    committed_at: committedAt,
    progress_sealed: sealProgress(ctx, job.id, ready.input.progress),
    updated_at: committedAt,
  })
  if (!isOurs) return
  // The word that it is ours may have been long on its way, and the row another's by now.
  if (!isUnexpired(job.claim)) return await unsent(ctx, job)
  job.committed_at = committedAt
  let committed: Committed
  try {
    committed = await ready.ability.commit(ready.input)
  } catch (err) {
    return await recordError(ctx, job, ready, err, { isCommit: true })
  }
  if (committed.state === 'published') return await published(ctx, job, ready, committed)
  await accepted(ctx, job, committed.progress, committed.seconds)
}

/** Nothing left for the platform: due again, unless somebody is looking for what was never sent. */
async function unsent(ctx: Context, job: Job): Promise<void> {
  ctx.log.warn({ target_id: job.id }, 'target.commit_withheld')
  const now = ctx.clock.now()
  const free = { lease_until: null, lease_token: null, due_at: now, updated_at: now }
  await writeHeld(ctx.db.read, job.claim, { ...free, phase: 'prepare' })
}

/** The platform took the post and goes on with it. */
async function accepted(
  ctx: Context,
  job: Job,
  progress: Progress,
  seconds: number,
): Promise<void> {
  await writeAnswer(ctx, job, async (tx) => {
    const now = ctx.clock.now()
    await putBack(tx, job.id, {
      status: 'publishing',
      phase: 'follow',
      dueAt: new Date(now.getTime() + seconds * 1_000),
      progress: sealProgress(ctx, job.id, progress),
      now,
    })
  })
}

async function follow(ctx: Context, job: Job, ready: Ready): Promise<void> {
  try {
    const followed = await ready.ability.follow!(ready.input)
    if (followed.state === 'published') return await published(ctx, job, ready, followed)
    await wait(ctx, job, 'follow', followed.progress, followed.seconds)
  } catch (err) {
    await recordError(ctx, job, ready, err, { isCommit: false, isFollowing: true })
  }
}

/** Reads the account for a post whose commit had no answer. */
async function find(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const committedAt = job.committed_at ?? ctx.clock.now()
  try {
    const found = await ready.ability.find({ ...ready.input, committedAt })
    if (found.state === 'published') return await published(ctx, job, ready, found)
    if (found.state === 'accepted') {
      return await wait(ctx, job, 'follow', found.progress, found.seconds)
    }
    await recordAbsent(ctx, job, committedAt, found.certain)
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.find_failed')
    await recordAbsent(ctx, job, committedAt, false)
  }
}

async function published(ctx: Context, job: Job, ready: Ready, done: Published): Promise<void> {
  const now = ctx.clock.now()
  const permalink = done.permalink ?? (await lateLink(ctx, ready, done.platformPostId))
  const isAwaited = permalink === null
  const isWritten = await writeAnswer(ctx, job, (tx) =>
    finishPublished(tx, {
      targetId: job.id,
      accountId: job.account_id,
      platformPostId: done.platformPostId,
      permalink,
      hasFirstComment: job.first_comment !== null,
      lookAgainAt: isAwaited || done.isProvisional ? linkLookAt(now, now, isAwaited) : null,
      now,
    }),
  )
  if (!isWritten) return
  ctx.log.info({ target_id: job.id, attempts: job.attempts }, 'target.published')
}

/** A published post never fails because its permalink cannot be read. */
async function lateLink(
  ctx: Context,
  ready: Ready,
  platformPostId: string,
): Promise<string | null> {
  try {
    return (await ready.ability.readPermalink?.({ ...ready.input, platformPostId })) ?? null
  } catch (err) {
    ctx.log.info({ err }, 'target.permalink_failed')
    return null
  }
}

/** Keeps the progress and frees the target until the platform may be asked again. */
async function wait(
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
    const free = { lease_until: null, lease_token: null, updated_at: now }
    const changes = { ...free, phase, due_at: dueAt, progress_sealed: sealed }
    await writeHeld(ctx.db.read, job.claim, changes)
    return
  }
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await holdTarget(tx, job.claim))) return
    if (now.getTime() - since.getTime() > max) {
      const failure = ours('timeout', 'The platform did not finish processing the post.', true)
      return await finishFailed(tx, job.id, failure, now)
    }
    await putBack(tx, job.id, { status: 'publishing', phase, dueAt, progress: sealed, now })
  })
}

async function keepProgress(ctx: Context, job: Job, progress: Progress): Promise<boolean> {
  return await writeHeld(ctx.db.read, job.claim, {
    progress_sealed: sealProgress(ctx, job.id, progress),
  })
}

function isSame(before: Progress, after: Progress): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}
