import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Claim } from '../../jobs/due.ts'
import { type Usage, withUsageListener } from '../../platforms/contract/usage.ts'
import { syncPausedUntil, usagePauseUntil } from '../accounts/pause.ts'
import { runBackfill } from './backfill.ts'
import { runCycle } from './cycle.ts'
import { endRun, type RunEnd, withoutPermission } from './end-run.ts'
import { afterFailure } from './failure.ts'
import { findJob, openAccess } from './job.ts'
import { BackOff, type Run, TimeUsedUp } from './run.ts'
import { isCycleDue } from './state.ts'

/**
 * Reads the insights of one account: a cycle if one is due, then a part of the backfill. Results
 * and progress are saved in one transaction, so a restart repeats at most one call. No transaction
 * is open during a network call.
 */
export async function syncAccount(ctx: Context, claim: Claim): Promise<void> {
  const job = await findJob(ctx.db.query, claim)
  if (!job) return
  const startedAt = ctx.clock.now()
  const platform = ctx.platforms.get(job.platform as PlatformValue)
  const ability = platform?.insights
  const access = platform && openAccess(ctx, platform, job)
  const base = { ctx, claim, job, startedAt }
  if (!ability || !access) return await endRun(base, { outcome: 'failed', dueAt: null })
  const pausedUntil = syncPausedUntil(job, startedAt)
  if (pausedUntil) return await endRun(base, { outcome: 'failed', dueAt: pausedUntil })
  const needed = [ability.permission, ability.postPermission ?? ability.permission]
  const missing = needed.filter((permission) => job.permissions_missing.includes(permission))
  if (missing.length === needed.length) {
    return await endRun(base, withoutPermission(job, missing, startedAt))
  }
  const triggers = { connectedAt: job.connected_at, requestedAt: job.requested_at }
  const { state } = job
  const run: Run = { ...base, ability, access, triggers, missing, state, backOffUntil: null }
  try {
    if (!(await withUsageListener(trackUsage(run), () => readAll(run)))) return
  } catch (err) {
    return await endRun(run, await endAfterError(run, err))
  }
  const { backOffUntil } = run
  const next = new Date(run.state.next_cycle_at ?? startedAt)
  const soon = new Date(startedAt.getTime() + limits.insights.backfillPauseMs)
  const isBehind = (run.state.pending ?? []).length > 0
  await endRun(run, { dueAt: isBehind && soon < next ? soon : next, failures: 0, backOffUntil })
}

/** Returns `false` if the claim was lost. */
async function readAll(run: Run): Promise<boolean> {
  if (isCycleDue(run.state, run.triggers, run.startedAt) && !(await runCycle(run))) return false
  return await runBackfill(run)
}

/** Sets the back-off when the platform reports that its rate limit is nearly reached. */
function trackUsage(run: Run): (usage: Usage) => void {
  return (usage) => {
    run.backOffUntil = usagePauseUntil(usage, run.ctx.clock.now()) ?? run.backOffUntil
  }
}

/** What follows from a failure. */
async function endAfterError({ ctx, job, ability }: Run, err: unknown): Promise<RunEnd> {
  if (err instanceof BackOff) {
    ctx.log.info({ account_id: job.id, until: err.until }, 'insights.backed_off')
    return { outcome: 'failed', dueAt: err.until, backOffUntil: err.until }
  }
  // Due again at once, but after the accounts that have waited longer.
  if (err instanceof TimeUsedUp) return { dueAt: ctx.clock.now() }
  const failed = afterFailure(err, job.failures)
  ctx.log.warn({ err, account_id: job.id, next: failed.next }, 'insights.failed')
  if (failed.next === 'permission') {
    return withoutPermission(job, [ability.permission], ctx.clock.now())
  }
  const failures = job.failures + 1
  if (failed.next === 'access') return { outcome: 'failed', dueAt: null, failures }
  const dueAt = new Date(ctx.clock.now().getTime() + failed.waitMs)
  const pause = failed.next === 'pause' ? { pausedUntil: dueAt } : {}
  return { outcome: 'failed', dueAt, failures, ...pause }
}
