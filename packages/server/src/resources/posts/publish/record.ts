import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/open.ts'
import { retryWrite } from '../../../database/retry-write.ts'
import type { Progress } from '../../../platforms/contract/publish.ts'
import { pauseAccount } from '../../accounts/pause.ts'
import { type EventTarget, emitFailed, emitPublished, eventParts } from '../events.ts'
import { deleteImported } from '../import.ts'
import { refreshPost } from '../queries.ts'
import { transactOnPost, updateClaimedTarget, updateClaimedTargetOfPost } from './claim.ts'
import { type Job, sealProgress } from './job.ts'
import { type PublicPart, type Result, type Step, step } from './states.ts'

type Target = EventTarget & { public_parts: readonly PublicPart[] }

/**
 * Writes what follows from a result: the target, its public parts, the status of its post and the event,
 * in one transaction, fenced by the claim. Updates the job as the row was updated. Returns `false`
 * if the claim was lost, and nothing was written.
 */
export async function record(
  ctx: Context,
  job: Job,
  result: Result,
  progress?: Progress,
): Promise<boolean> {
  const next = stepWith(ctx, job, result, progress)
  const { set, parts, event, pausesUntil } = next
  const isStatusKept = set.status === undefined || set.status === job.status
  const isWritten =
    isStatusKept && !parts && !event && !pausesUntil
      ? await updateClaimedTarget(ctx.db.query, job.claim, set)
      : await transactOnPost(ctx, job.post_id, async (tx) => {
          if (!(await updateClaimedTargetOfPost(tx, job.claim, set))) return false
          await writeConsequences(tx, job, next, ctx.clock.now())
          return true
        })
  return isWritten && keep(job, next)
}

/**
 * Writes what follows from the response to a commit. Retries while the database is unavailable, since
 * only this process has the response; also if the claim was lost, as long as the worker that took
 * over has not found out more than that.
 */
export async function recordResponse(
  ctx: Context,
  job: Job,
  result: Result,
  progress?: Progress,
): Promise<boolean> {
  const next = stepWith(ctx, job, result, progress)
  const write = () =>
    transactOnPost(ctx, job.post_id, async (tx) => {
      const now = ctx.clock.now()
      if (await updateClaimedTargetOfPost(tx, job.claim, next.set)) {
        await writeConsequences(tx, job, next, now)
        return true
      }
      const isOpen = await lockOpenCommit(tx, job)
      if (isOpen) await writeStep(tx, job, next, now)
      return isOpen
    })
  const isWritten = await retryWrite(write, (err) =>
    ctx.log.warn({ err, target_id: job.id }, 'target.response_not_stored'),
  )
  return isWritten && keep(job, next)
}

function stepWith(ctx: Context, job: Job, result: Result, progress?: Progress): Step {
  const next = step(job, result, ctx.clock.now())
  if (!progress || next.set.progress_sealed === null) return next
  return { ...next, set: { ...next.set, progress_sealed: sealProgress(ctx, job, progress) } }
}

function keep(job: Job, { set, parts = [] }: Step): true {
  Object.assign(job, set, { public_parts: withParts(job.public_parts, parts) })
  return true
}

/** Writes a step for a target whose post is locked. */
export async function writeStep(tx: Tx, target: Target, next: Step, now: Date): Promise<void> {
  await tx.updateTable('post_target').set(next.set).where('id', '=', target.id).execute()
  await writeConsequences(tx, target, next, now)
}

/** Writes what a step changes outside of the target's row. */
async function writeConsequences(
  tx: Tx,
  target: Target,
  { set, parts = [], event, pausesUntil }: Step,
  now: Date,
): Promise<void> {
  if (pausesUntil) await pauseAccount(tx, target.account_id, pausesUntil)
  for (const part of parts) await writePart(tx, target, part)
  if (set.status !== undefined) await refreshPost(tx, target.post_id, now)
  if (!event) return
  const published = eventParts(withParts(target.public_parts, parts))
  if (event.type === 'post.published') await emitPublished(tx, target, event, published, now)
  else await emitFailed(tx, target, event, published, now)
}

async function writePart(
  tx: Tx,
  { id, account_id }: { id: string; account_id: string },
  part: PublicPart,
): Promise<void> {
  const { platform_post_id, permalink } = part
  await deleteImported(tx, account_id, platform_post_id)
  await tx
    .insertInto('post_part')
    .values({ ...part, target_id: id, account_id, deleted_at: null })
    .onConflict((conflict) =>
      conflict.columns(['target_id', 'number']).doUpdateSet({ platform_post_id, permalink }),
    )
    .execute()
}

function withParts(
  before: readonly PublicPart[],
  changed: readonly PublicPart[],
): readonly PublicPart[] {
  const byNumber = new Map([...before, ...changed].map((part) => [part.number, part]))
  return [...byNumber.values()].toSorted((left, right) => left.number - right.number)
}

/**
 * Locks a target whose claim was lost during the commit. The worker that took over can only search
 * for this commit's post; until it finds the post, the response still counts. Clearing the lease
 * token fences that worker off.
 */
async function lockOpenCommit(tx: Tx, job: Job): Promise<boolean> {
  const { rows } = await sql`
    with locked as materialized (select id from post where id = ${job.post_id} for update)
    update post_target t set lease_until = null, lease_token = null from locked
    where t.id = ${job.id} and t.post_id = locked.id and t.part = ${job.part}
      and t.attempts = ${job.attempts} and t.committed_at = ${job.committed_at}
      and (t.status = 'unknown' or (t.status = 'publishing' and t.phase in ('commit', 'find')))
    returning 1`.execute(tx)
  return rows.length === 1
}
