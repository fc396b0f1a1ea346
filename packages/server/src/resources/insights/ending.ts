import type { Context } from '../../context.ts'
import { noteChange } from '../../database/open.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import { pauseAccount, pauseReading } from '../accounts/pause.ts'
import { findJob, finishSyncs, type Job } from './job.ts'
import { type InsightState, nextCycleAt } from './state.ts'
import { keepState } from './store.ts'

/** How a run ends. */
export type Ending = {
  /** When the account is due again; `null`: when it is connected again. */
  dueAt: Date | null
  /** For the syncs that wait for this account; without it they go on waiting. */
  outcome?: 'failed'
  /** How many failed in a row; as before when not said. */
  failures?: number
  patch?: InsightState
  pausedUntil?: Date
  /** As `pausedUntil`, but for what is read in the background alone. */
  restsUntil?: Date | null
}

/** The figures need permissions that are not granted: each cycle looks whether they are now. */
export function withoutPermission(job: Job, missing: readonly string[], now: Date): Ending {
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
 * Ends the claim. What was asked for or connected anew meanwhile makes the account due again at
 * once; the row's lock orders this against those who ask.
 */
export async function endRun(
  { ctx, claim, job }: { ctx: Context; claim: Claim; job: Job },
  ending: Ending,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    if (ending.outcome) await finishSyncs(tx, job, ending.outcome, now)
    if (ending.pausedUntil) await pauseAccount(tx, job.id, ending.pausedUntil)
    if (ending.restsUntil) await pauseReading(tx, job.id, ending.restsUntil)
    await keepState(tx, claim, ending.patch ?? {})
    await tx
      .updateTable('account_watch')
      .set({ failures: ending.failures ?? job.failures })
      .where('id', '=', claim.key)
      .execute()
    const later = await findJob(tx, claim)
    const isWanted = later && (later.asked_at || later.connected_at > job.connected_at)
    await release(tx, claim, isWanted ? now : ending.dueAt)
    noteChange(tx, 'insights', { accountId: job.id })
  })
}
