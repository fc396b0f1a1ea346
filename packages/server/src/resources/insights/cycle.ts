import { utcDay } from '../../core/day.ts'
import { PlatformError } from '../../platforms/contract/errors.ts'
import { callWithAccess } from '../accounts/platform-access.ts'
import { isRejectedForGood } from './failure.ts'
import { type DuePart, finishSyncs, listDueParts } from './job.ts'
import { chunk, planDays, settledThrough } from './plan.ts'
import { type Run, readDays, save, throwIfOver } from './run.ts'
import { canResume, type InsightState, nextCycleAt } from './state.ts'
import { storePart } from './store.ts'

/**
 * Reads the recent days, then the posts. A cycle interrupted by a restart resumes after its last
 * saved call. Returns `false` if the claim was lost.
 */
export async function runCycle(run: Run): Promise<boolean> {
  const { ctx, job, startedAt } = run
  const isResumed = canResume(run.state, run.triggers, startedAt)
  const cycleAt = isResumed ? new Date(run.state.cycle_at!) : startedAt
  const areDaysDone = isResumed && run.state.cycle_step === 'posts'
  const done = isResumed ? (run.state.recent_done ?? 0) : 0
  if (!areDaysDone && !(await readRecent(run, cycleAt, done))) return false
  if (!(await readPosts(run, cycleAt))) return false
  const now = ctx.clock.now()
  const isSaved = await save(
    run,
    {
      cycle_step: 'over',
      synced_at: now.toISOString(),
      next_cycle_at: nextCycleAt(job.id, cycleAt).toISOString(),
      missing: run.missing,
    },
    (tx) => finishSyncs(tx, job, 'done', now),
  )
  if (isSaved) ctx.log.info({ account_id: job.id, platform: job.platform }, 'insights.synced')
  return isSaved
}

/**
 * Plans from the state saved before the cycle, so that the plan is the same after a restart. Days
 * that the platform rejects for good block neither other days nor the posts.
 */
async function readRecent(run: Run, cycleAt: Date, done: number): Promise<boolean> {
  const { ability, state } = run
  if (run.missing.includes(ability.permission)) return true
  const previous = { knownTo: state.known_to ?? null, pending: state.pending ?? [] }
  const { recent, pending } = planDays(previous, utcDay(cycleAt), ability.backfillDays)
  const started: InsightState = { cycle_at: cycleAt.toISOString(), cycle_step: 'days' }
  const settled = settledThrough(cycleAt)
  const rejected: [from: string, to: string][] = []
  let daysRead = done
  for (const days of chunk(recent.slice(done), ability.daysPerCall)) {
    daysRead += days.length
    const progress = (): InsightState => {
      const unread = [...pending, ...rejected]
      const completed: InsightState = { cycle_step: 'posts', known_to: settled, pending: unread }
      return { ...started, recent_done: daysRead, ...(daysRead === recent.length ? completed : {}) }
    }
    try {
      if (!(await readDays(run, days, progress()))) return false
    } catch (err) {
      if (!isRejectedForGood(err, run.job.failures)) throw err
      run.ctx.log.warn({ err, account_id: run.job.id, days }, 'insights.days_refused')
      // Settled days are retried with the backfill.
      const settledDays = days.filter((day) => day <= settled)
      if (settledDays.length > 0) rejected.push([settledDays[0]!, settledDays.at(-1)!])
      if (!(await save(run, progress()))) return false
    }
  }
  return true
}

async function readPosts(run: Run, cycleAt: Date): Promise<boolean> {
  const { ctx, job, ability } = run
  const needed = ability.postPermission ?? ability.permission
  if (run.missing.includes(needed)) return true
  for (const part of await listDueParts(ctx.db.query, job.id, cycleAt)) {
    const values = await readPart(run, part)
    if (values === 'not_permitted') {
      run.missing.push(needed)
      return true
    }
    const now = ctx.clock.now()
    if (!(await save(run, {}, (tx) => storePart(tx, part, values, now)))) return false
  }
  return true
}

/** The part's metrics; `null` for a deleted post or a kind without metrics. */
async function readPart(
  run: Run,
  { targetId, number, platformPostId }: DuePart,
): Promise<Readonly<Record<string, number | null>> | null | 'not_permitted'> {
  const { ctx, ability } = run
  throwIfOver(run)
  try {
    const post = await callWithAccess(ctx, run.access, (credentials) =>
      ability.readPost({ ...credentials, platformPostId }),
    )
    return post.values
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (err.kind === 'permission_missing' && ability.postPermission) return 'not_permitted'
    if (err.kind !== 'rejected') throw err
    ctx.log.info({ err, target_id: targetId, part: number }, 'insights.post_refused')
    return null
  }
}
