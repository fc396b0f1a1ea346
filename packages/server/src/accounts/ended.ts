import type { Context } from '../context.ts'
import type { Tx } from '../database/open.ts'
import type { Account } from '../resources/account.ts'
import { emit } from '../webhooks/emit.ts'
import { findAccountsByIds } from './queries.ts'
import { showAccount } from './show.ts'

/** How the access to an account ended, and the word for why. */
export type Ended = {
  status: 'expired' | 'disconnected'
  reason: NonNullable<Account['status_reason']>
}

/**
 * Marks a connected account as expired or disconnected and emits `account.expired` or
 * `account.disconnected`, once: an account that is not connected any more stays as it is. A
 * disconnected account loses its tokens with the same commit.
 */
export async function endAccess(
  ctx: Context,
  tx: Tx,
  accountId: string,
  ended: Ended,
  now: Date,
): Promise<void> {
  const isGone = ended.status === 'disconnected'
  const changed = await tx
    .updateTable('account')
    .set({
      status: ended.status,
      status_reason: ended.reason,
      updated_at: now,
      ...(isGone ? { tokens_sealed: null, access_expires_at: null } : {}),
    })
    .where('id', '=', accountId)
    .where('status', 'in', isGone ? ['connected', 'expired'] : ['connected'])
    .returning('owner_id')
    .executeTakeFirst()
  if (!changed) return
  const [row] = await findAccountsByIds(tx, [accountId])
  const account = showAccount(ctx.platforms, row!)
  await emit(tx, {
    ownerId: changed.owner_id,
    profileId: account.profile_id,
    profileExternalId: account.profile_external_id,
    type: isGone ? 'account.disconnected' : 'account.expired',
    data: { account },
    now,
  })
  ctx.log.info({ account_id: accountId, ...ended }, 'account.access_ended')
}
