import type { Context } from '../../context.ts'
import { noteChange } from '../../database/open.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import { pauseAccount, pauseSync } from '../accounts/pause.ts'
import { findJob, finishSyncs, type Job } from './job.ts'
import { type InsightState, nextCycleAt } from './state.ts'
import { saveState } from './store.ts'

/** What to record at the end of a run. */
export type RunEnd = {
  /** When the account is due again; `null` means not until it is reconnected. */
  dueAt: Date | null
  /** Recorded for the syncs that wait for this account; without it they keep waiting. */
  outcome?: 'failed'
  /** Consecutive failures; unchanged by default. */
  failures?: number
  patch?: InsightState
  pausedUntil?: Date
  /** Like `pausedUntil`, but only for background reads. */
  backOffUntil?: Date | null
}

/** Ends the run of an account without the permissions; the next cycle checks them again. */
export function withoutPermission(job: Job, missing: readonly string[], now: Date): RunEnd {
  const next = nextCycleAt(job.id, now)
  const patch: InsightState = {
    cycle_at: now.toISOString(),
    cycle_step: 'over',
    next_cycle_at: next.toISOString(),
    missing,
  }
  return { outcome: 'failed', dueAt: next, failures: 0, patch }
}

/**
 * Ends the run and releases the claim. The account is due again immediately if a sync was requested or
 * the account was reconnected during the run; the row lock serializes this with those requests.
 */
export async function endRun(
  { ctx, claim, job }: { ctx: Context; claim: Claim; job: Job },
  ending: RunEnd,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    if (ending.outcome) await finishSyncs(tx, job, ending.outcome, now)
    if (ending.pausedUntil) await pauseAccount(tx, job.id, ending.pausedUntil)
    if (ending.backOffUntil) await pauseSync(tx, job.id, ending.backOffUntil)
    await saveState(tx, claim, ending.patch ?? {})
    await tx
      .updateTable('account_poll')
      .set({ failures: ending.failures ?? job.failures })
      .where('id', '=', claim.key)
      .execute()
    const current = await findJob(tx, claim)
    const isDueNow = current && (current.requested_at || current.connected_at > job.connected_at)
    await release(tx, claim, isDueNow ? now : ending.dueAt)
    noteChange(tx, 'insights', { accountId: job.id })
  })
}
