import { utcDay } from '../../core/day.ts'
import { PlatformError } from '../../platforms/errors.ts'
import { isRefusedForGood } from './failure.ts'
import { finishSyncs, listDuePosts } from './job.ts'
import { inPieces, planDays, settledThrough } from './plan.ts'
import { keep, type Run, readDays, restIfNear } from './run.ts'
import { goesOn, type InsightState, nextCycleAt } from './state.ts'
import { storePost } from './store.ts'

/**
 * Reads the recent days, then the posts; a cycle that a restart broke off goes on behind its last
 * call. `false` when the claim was lost.
 */
export async function runCycle(run: Run): Promise<boolean> {
  const { ctx, job, startedAt } = run
  const isGoingOn = goesOn(run.state, run.occasion, startedAt)
  const cycleAt = isGoingOn ? new Date(run.state.cycle_at!) : startedAt
  const hasDays = isGoingOn && run.state.cycle_step === 'posts'
  const done = isGoingOn ? (run.state.recent_done ?? 0) : 0
  if (!hasDays && !(await readRecent(run, cycleAt, done))) return false
  if (!(await readPosts(run, cycleAt))) return false
  const now = ctx.clock.now()
  const isKept = await keep(
    run,
    {
      cycle_step: 'over',
      synced_at: now.toISOString(),
      next_cycle_at: nextCycleAt(job.id, cycleAt).toISOString(),
      missing: run.lacking,
    },
    (tx) => finishSyncs(tx, job, 'done', now),
  )
  if (isKept) ctx.log.info({ account_id: job.id, platform: job.platform }, 'insights.synced')
  return isKept
}

/**
 * The plan follows from what was kept before the cycle, so that it is the same after a restart. Days
 * that the platform refuses for good hold up neither the others nor the posts.
 */
async function readRecent(run: Run, cycleAt: Date, done: number): Promise<boolean> {
  const { ability, state } = run
  if (run.lacking.includes(ability.permission)) return true
  const before = { knownTo: state.known_to ?? null, pending: state.pending ?? [] }
  const { recent, pending } = planDays(before, utcDay(cycleAt), ability.backfillDays)
  const begun: InsightState = { cycle_at: cycleAt.toISOString(), cycle_step: 'days' }
  const settled = settledThrough(cycleAt)
  const refused: [from: string, to: string][] = []
  let read = done
  for (const days of inPieces(recent.slice(done), ability.daysPerCall)) {
    read += days.length
    const patchOf = (): InsightState => {
      const left = [...pending, ...refused]
      const over: InsightState = { cycle_step: 'posts', known_to: settled, pending: left }
      return { ...begun, recent_done: read, ...(read === recent.length ? over : {}) }
    }
    try {
      if (!(await readDays(run, days, patchOf()))) return false
    } catch (err) {
      if (!isRefusedForGood(err, run.job.failures)) throw err
      run.ctx.log.warn({ err, account_id: run.job.id, days }, 'insights.days_refused')
      // What had settled is tried again with the days that lie further back.
      const kept = days.filter((day) => day <= settled)
      if (kept.length > 0) refused.push([kept[0]!, kept.at(-1)!])
      if (!(await keep(run, patchOf()))) return false
    }
  }
  return true
}

async function readPosts(run: Run, cycleAt: Date): Promise<boolean> {
  const { ctx, job, ability } = run
  const needed = ability.postPermission ?? ability.permission
  if (run.lacking.includes(needed)) return true
  for (const { targetId, platformPostId } of await listDuePosts(ctx.db.read, job.id, cycleAt)) {
    const values = await readPost(run, targetId, platformPostId)
    if (values === 'not_permitted') {
      run.lacking.push(needed)
      return true
    }
    const now = ctx.clock.now()
    if (!(await keep(run, {}, (tx) => storePost(tx, targetId, values, now)))) return false
  }
  return true
}

/** `null` for a post that is gone, or of a kind without figures: it holds up no other. */
async function readPost(
  run: Run,
  targetId: string,
  platformPostId: string,
): Promise<Readonly<Record<string, number | null>> | null | 'not_permitted'> {
  const { ctx, ability, acting } = run
  restIfNear(run)
  try {
    return (await ability.readPost({ ...acting, platformPostId })).values
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (err.kind === 'permission_missing' && ability.postPermission) return 'not_permitted'
    if (err.kind !== 'rejected') throw err
    ctx.log.info({ err, target_id: targetId }, 'insights.post_refused')
    return null
  }
}
