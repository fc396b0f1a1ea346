import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Claim } from '../../jobs/due.ts'
import { type Usage, withUsageListener } from '../../platforms/meta/graph-usage.ts'
import { confirmAccess } from '../accounts/access.ts'
import { readingPausedUntil, restAfter } from '../accounts/pause.ts'
import { runBackfill } from './backfill.ts'
import { runCycle } from './cycle.ts'
import { type Ending, endRun, withoutPermission } from './ending.ts'
import { afterFailure } from './failure.ts'
import { actingOf, findJob } from './job.ts'
import { Resting, type Run } from './run.ts'
import { isCycleDue } from './state.ts'

/**
 * Reads the insights of one account: a cycle when it is time for one, then some of the days that
 * were never read. What was read is kept with the progress in one transaction, so that a restart
 * repeats at most the call that ran. The network is never inside a transaction.
 */
export async function syncAccount(ctx: Context, claim: Claim): Promise<void> {
  const job = await findJob(ctx.db.read, claim)
  if (!job) return
  const startedAt = ctx.clock.now()
  const ability = ctx.platforms.get(job.platform as PlatformValue)?.insights
  const acting = actingOf(ctx, job)
  const turn = { ctx, claim, job, startedAt }
  if (!ability || !acting) return await endRun(turn, { outcome: 'failed', dueAt: null })
  const pausedUntil = readingPausedUntil(job, startedAt)
  if (pausedUntil) return await endRun(turn, { outcome: 'failed', dueAt: pausedUntil })
  const needed = [ability.permission, ability.postPermission ?? ability.permission]
  const lacking = needed.filter((permission) => job.permissions_missing.includes(permission))
  if (lacking.length === needed.length) {
    return await endRun(turn, withoutPermission(job, lacking, startedAt))
  }
  const occasion = { connectedAt: job.connected_at, askedAt: job.asked_at }
  const { state } = job
  const run: Run = { ...turn, ability, acting, occasion, lacking, state, restsUntil: null }
  try {
    if (!(await withUsageListener(heardIn(run), () => readAll(run)))) return
  } catch (err) {
    return await endRun(run, await endingOf(run, err))
  }
  const { restsUntil } = run
  const next = new Date(run.state.next_cycle_at ?? startedAt)
  const soon = new Date(startedAt.getTime() + limits.insights.backfillPauseMs)
  const isBehind = (run.state.pending ?? []).length > 0
  await endRun(run, { dueAt: isBehind && soon < next ? soon : next, failures: 0, restsUntil })
}

/** `false` when the claim was lost. */
async function readAll(run: Run): Promise<boolean> {
  if (isCycleDue(run.state, run.occasion, run.startedAt) && !(await runCycle(run))) return false
  return await runBackfill(run)
}

/** Near a limit no more is asked for; what was is kept. */
function heardIn(run: Run): (usage: Usage) => void {
  return (usage) => {
    run.restsUntil = restAfter(usage, run.ctx.clock.now()) ?? run.restsUntil
  }
}

/** What follows from a failure. A lost access counts when the platform says so twice. */
async function endingOf({ ctx, job, ability }: Run, err: unknown): Promise<Ending> {
  if (err instanceof Resting) {
    ctx.log.info({ account_id: job.id, until: err.until }, 'insights.resting')
    return { outcome: 'failed', dueAt: err.until, restsUntil: err.until }
  }
  const failed = afterFailure(err, job.failures)
  ctx.log.warn({ err, account_id: job.id, next: failed.next }, 'insights.failed')
  if (failed.next === 'permission') {
    return withoutPermission(job, [ability.permission], ctx.clock.now())
  }
  const failures = job.failures + 1
  if (failed.next === 'access' && (await confirmAccess(ctx, job.id)) === 'ended') {
    return { outcome: 'failed', dueAt: null, failures }
  }
  const dueAt = new Date(ctx.clock.now().getTime() + failed.waitMs)
  const pause = failed.next === 'pause' ? { pausedUntil: dueAt } : {}
  return { outcome: 'failed', dueAt, failures, ...pause }
}
