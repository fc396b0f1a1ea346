import type { Context } from '../../context.ts'
import { utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import type { InsightsAbility } from '../../platforms/contract/insights.ts'
import { callWithAccess } from '../accounts/platform-access.ts'
import type { AccountAccess, Job } from './job.ts'
import type { InsightState, SyncTriggers } from './state.ts'
import { saveState, storeDays } from './store.ts'

/** One run for a claimed account. */
export type Run = {
  ctx: Context
  claim: Claim
  job: Job
  ability: InsightsAbility
  access: AccountAccess
  triggers: SyncTriggers
  /** Missing permissions: for the account's metrics, for those of its posts, or both. */
  missing: string[]
  startedAt: Date
  /** The progress as last saved. */
  state: InsightState
  /** Set when the platform's rate limit is nearly reached: no metrics are read until then. */
  backOffUntil: Date | null
}

/** The platform's rate limit is nearly reached: the run ends, and its saved progress stays. */
export class BackOff extends Error {
  override readonly name = 'BackOff'
  readonly until: Date

  constructor(until: Date) {
    super("the platform's rate limit is nearly reached")
    this.until = until
  }
}

/** The run has lasted long enough: its saved progress stays, and the next run continues it. */
export class TimeUsedUp extends Error {
  override readonly name = 'TimeUsedUp'
}

/** Call it before each request for metrics. */
export function throwIfOver({ ctx, backOffUntil, startedAt }: Run): void {
  if (backOffUntil) throw new BackOff(backOffUntil)
  const elapsedMs = ctx.clock.now().getTime() - startedAt.getTime()
  if (elapsedMs >= limits.work.readingMsMax) throw new TimeUsedUp()
}

/**
 * Saves progress in one transaction with `write`. Returns `false` if the claim was lost to another
 * worker: nothing was written, and the run must end.
 */
export async function save(
  run: Run,
  patch: InsightState,
  write: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  const isSaved = await run.ctx.db.transact(async (tx) => {
    if (!(await saveState(tx, run.claim, patch))) return false
    await write(tx)
    return true
  })
  if (isSaved) run.state = { ...run.state, ...patch }
  return isSaved
}

/** Reads the metrics of days from the platform and saves them with the progress, as `save` does. */
export async function readDays(run: Run, days: string[], patch: InsightState): Promise<boolean> {
  const { ctx, job, ability } = run
  const now = ctx.clock.now()
  throwIfOver(run)
  const values = await callWithAccess(ctx, run.access, (credentials) =>
    ability.readDays({ ...credentials, days, today: utcDay(now) }),
  )
  return await save(run, patch, (tx) => storeDays(tx, job.id, values, now))
}
