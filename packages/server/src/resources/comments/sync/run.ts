import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/open.ts'
import type { Claim } from '../../../jobs/due.ts'
import { renewClaim } from '../../../jobs/due.ts'
import type { PlatformAccount } from '../../accounts/platform-access.ts'
import type { CommentAccess } from './platform-access.ts'
import { type LockedAccount, lockConnectedAccount } from './schedule.ts'

/** One sync of an account: its access to the platform and its remaining calls. */
export type SyncRun = {
  claim: Claim
  account: PlatformAccount
  access: CommentAccess
  callsLeft: number
  endsAt: Date
  /** The earliest start of the account's next run when the platform's limits are nearly used up. */
  backOffUntil: Date | null
}

/** Whether the run has used up its calls or its time; it continues in the next one. */
export function isRunOver(ctx: Context, { callsLeft, endsAt }: SyncRun): boolean {
  return callsLeft <= 0 || ctx.clock.now() >= endsAt
}

/** The claim passed to another worker or the account was disconnected: nothing is written. */
export class RunAborted extends Error {
  override readonly name = 'RunAborted'
}

/**
 * Runs `work` in a transaction that locks the account and renews the claim, so that only one worker
 * writes and rows get the account's current profile. Throws `RunAborted` when either is lost.
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
