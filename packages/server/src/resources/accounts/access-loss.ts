import type { Context } from '../../context.ts'
import type { Tx } from '../../database/open.ts'
import type { Account } from '../../schemas/account.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findAccountsByIds } from './queries.ts'
import { showAccount } from './show.ts'

/** The account's new status and `status_reason` after its access expired or was revoked. */
export type AccessLoss = {
  status: 'expired' | 'disconnected'
  reason: NonNullable<Account['status_reason']>
}

/** The column values of a disconnected account, without tokens. */
export function disconnectedValues(reason: AccessLoss['reason'], now: Date) {
  return {
    status: 'disconnected' as const,
    status_reason: reason,
    tokens_sealed: null,
    access_expires_at: null,
    updated_at: now,
  }
}

/**
 * Sets an account to expired or disconnected and emits `account.expired` or `account.disconnected`.
 * Returns `null` if it already has this status or is disconnected. Disconnecting erases the tokens.
 */
export async function recordAccessLoss(
  ctx: Context,
  tx: Tx,
  accountId: string,
  loss: AccessLoss,
  now: Date,
): Promise<Account | null> {
  const isDisconnected = loss.status === 'disconnected'
  const changed = await tx
    .updateTable('account')
    .set(
      isDisconnected
        ? disconnectedValues(loss.reason, now)
        : { status: loss.status, status_reason: loss.reason, updated_at: now },
    )
    .where('id', '=', accountId)
    .where('status', 'in', isDisconnected ? ['connected', 'expired'] : ['connected'])
    .returning('owner_id')
    .executeTakeFirst()
  if (!changed) return null
  const [row] = await findAccountsByIds(tx, [accountId])
  const account = showAccount(ctx.platforms, row!)
  await emitEvent(tx, {
    ownerId: changed.owner_id,
    profileId: account.profile_id,
    profileExternalId: account.profile_external_id,
    type: isDisconnected ? 'account.disconnected' : 'account.expired',
    data: { account },
    now,
  })
  ctx.log.info({ account_id: accountId, ...loss }, 'account.access_ended')
  return account
}
