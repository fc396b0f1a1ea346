import { limits } from '../../core/limits.ts'
import { isRejectedForGood } from './failure.ts'
import { takeNewest } from './plan.ts'
import { type Run, readDays, save } from './run.ts'

/**
 * Reads a few batches of pending days, newest first; limited per run, to leave the platform's rate
 * limit to other requests. Returns `false` if the claim was lost.
 */
export async function runBackfill(run: Run): Promise<boolean> {
  if (run.missing.includes(run.ability.permission)) return true
  for (let count = 0; count < limits.insights.backfillPiecesPerRun; count += 1) {
    const { days, rest } = takeNewest(run.state.pending ?? [], run.ability.daysPerCall)
    if (days.length === 0) return true
    try {
      if (!(await readDays(run, days, { pending: rest }))) return false
    } catch (err) {
      if (!isRejectedForGood(err, run.job.failures)) throw err
      run.ctx.log.warn({ err, account_id: run.job.id, days }, 'insights.days_refused')
      if (!(await save(run, { pending: rest }))) return false
    }
  }
  return true
}
