import type { Context } from '../../context.ts'
import type { Tx } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import { renewClaim } from '../../jobs/due.ts'
import type { AccountRow, CommentAccess } from './platform-access.ts'
import { type LockedAccount, lockConnectedAccount } from './schedule.ts'

/** One turn of an account's watch: what it acts as and how many calls it may still spend. */
export type SyncRun = {
  claim: Claim
  account: AccountRow
  acting: CommentAccess
  callsLeft: number
  /** Until when the account's next turn waits, as the platform's limits are nearly used up. */
  restsUntil: Date | null
}

/** The claim passed to another worker, or the account is not connected any more: nothing is written. */
export class RunAborted extends Error {
  override readonly name = 'RunEnded'
}

/**
 * A transaction of a run: it holds the account and renews the claim, so that of two workers one
 * writes, and what is written stands in the profile the account is in.
 */
export async function transactRun<T>(
  ctx: Context,
  run: SyncRun,
  work: (tx: Tx, account: LockedAccount) => Promise<T>,
): Promise<T> {
  return await ctx.db.transact(async (tx) => {
    const account = await lockConnectedAccount(tx, run.account.id)
    if (!account) throw new RunAborted()
    if (!(await renewClaim(tx, run.claim))) throw new RunAborted()
    return await work(tx, account)
  })
}
