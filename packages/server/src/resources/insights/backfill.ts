import { limits } from '../../core/limits.ts'
import { isRefusedForGood } from './failure.ts'
import { takePiece } from './plan.ts'
import { keep, type Run, readDays } from './run.ts'

/**
 * Some pieces of the days that were never read, the newest first; a few per run, so that the
 * platform's limits hold for everything else too. `false` when the claim was lost.
 */
export async function runBackfill(run: Run): Promise<boolean> {
  if (run.lacking.includes(run.ability.permission)) return true
  for (let piece = 0; piece < limits.insights.backfillPiecesPerRun; piece += 1) {
    const { days, rest } = takePiece(run.state.pending ?? [], run.ability.daysPerCall)
    if (days.length === 0) return true
    try {
      if (!(await readDays(run, days, { pending: rest }))) return false
    } catch (err) {
      if (!isRefusedForGood(err, run.job.failures)) throw err
      run.ctx.log.warn({ err, account_id: run.job.id, days }, 'insights.days_refused')
      if (!(await keep(run, { pending: rest }))) return false
    }
  }
  return true
}
