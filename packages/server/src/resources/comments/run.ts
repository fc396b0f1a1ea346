import type { Context } from '../../context.ts'
import type { Tx } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import { renewClaim } from '../../jobs/due.ts'
import type { Acting, ActingAccount } from './acting.ts'
import { type HeldAccount, holdAccount } from './watch.ts'

/** One turn of an account's watch: what it acts as and how many calls it may still spend. */
export type Run = {
  claim: Claim
  account: ActingAccount
  acting: Acting
  callsLeft: number
  /** Until when the account's next turn waits, as the platform's limits are nearly used up. */
  restsUntil: Date | null
}

/** The claim passed to another worker, or the account is not connected any more: nothing is written. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded'
}

/**
 * A transaction of a run: it holds the account and renews the claim, so that of two workers one
 * writes, and what is written stands in the profile the account is in.
 */
export async function transactRun<T>(
  ctx: Context,
  run: Run,
  work: (tx: Tx, account: HeldAccount) => Promise<T>,
): Promise<T> {
  return await ctx.db.transact(async (tx) => {
    const account = await holdAccount(tx, run.account.id)
    if (!account) throw new RunEnded()
    if (!(await renewClaim(tx, run.claim))) throw new RunEnded()
    return await work(tx, account)
  })
}
