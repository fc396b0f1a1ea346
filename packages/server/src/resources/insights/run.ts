import type { Context } from '../../context.ts'
import { utcDay } from '../../core/day.ts'
import type { Tx } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import type { InsightsAbility } from '../../platforms/insights.ts'
import type { Acting, Job } from './job.ts'
import type { InsightState, Occasion } from './state.ts'
import { keepState, storeDays } from './store.ts'

/** One account's turn, under its claim. */
export type Run = {
  ctx: Context
  claim: Claim
  job: Job
  ability: InsightsAbility
  acting: Acting
  occasion: Occasion
  /** Permissions that are missing: of the account's figures, or of its posts'. */
  lacking: string[]
  startedAt: Date
  /** As kept last. */
  state: InsightState
  /** Until when no figures are read any more, as the platform's limits are nearly used up. */
  restsUntil: Date | null
}

/** The platform's limits are nearly used up: the run ends, and what it has kept stays. */
export class Resting extends Error {
  override readonly name = 'Resting'
  readonly until: Date

  constructor(until: Date) {
    super('the limits of the platform are nearly used up')
    this.until = until
  }
}

/** Before each call for figures. */
export function restIfNear({ restsUntil }: Run): void {
  if (restsUntil) throw new Resting(restsUntil)
}

/**
 * Stores something together with where the work stands. `false` when the claim was lost to another
 * worker: nothing was written, and the run ends.
 */
export async function keep(
  run: Run,
  patch: InsightState,
  write: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  const isHeld = await run.ctx.db.transact(async (tx) => {
    if (!(await keepState(tx, run.claim, patch))) return false
    await write(tx)
    return true
  })
  if (isHeld) run.state = { ...run.state, ...patch }
  return isHeld
}

/** Reads days at the platform, then keeps their figures and the progress. `false` as in `keep`. */
export async function readDays(run: Run, days: string[], patch: InsightState): Promise<boolean> {
  const { ctx, job, ability, acting } = run
  const now = ctx.clock.now()
  restIfNear(run)
  const values = await ability.readDays({ ...acting, days, today: utcDay(now) })
  return await keep(run, patch, (tx) => storeDays(tx, job.id, values, now))
}
