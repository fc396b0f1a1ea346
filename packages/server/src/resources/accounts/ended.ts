import type { Context } from '../../context.ts'
import type { Tx } from '../../database/open.ts'
import type { Account } from '../../schemas/account.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findAccountsByIds } from './queries.ts'
import { showAccount } from './show.ts'

/** How the access to an account ended, and the word for why. */
export type Ended = {
  status: 'expired' | 'disconnected'
  reason: NonNullable<Account['status_reason']>
}

/** What is written down of an account that is disconnected: its tokens are gone. */
export function disconnectedBy(reason: Ended['reason'], now: Date) {
  return {
    status: 'disconnected' as const,
    status_reason: reason,
    tokens_sealed: null,
    access_expires_at: null,
    updated_at: now,
  }
}

/**
 * Marks an account as expired or disconnected and emits `account.expired` or
 * `account.disconnected`, once: one whose access has ended so already stays as it is, and the answer
 * is `null`. A disconnected account loses its tokens with the same commit.
 */
export async function endAccess(
  ctx: Context,
  tx: Tx,
  accountId: string,
  ended: Ended,
  now: Date,
): Promise<Account | null> {
  const isGone = ended.status === 'disconnected'
  const changed = await tx
    .updateTable('account')
    .set(
      isGone
        ? disconnectedBy(ended.reason, now)
        : { status: ended.status, status_reason: ended.reason, updated_at: now },
    )
    .where('id', '=', accountId)
    .where('status', 'in', isGone ? ['connected', 'expired'] : ['connected'])
    .returning('owner_id')
    .executeTakeFirst()
  if (!changed) return null
  const [row] = await findAccountsByIds(tx, [accountId])
  const account = showAccount(ctx.platforms, row!)
  await emitEvent(tx, {
    ownerId: changed.owner_id,
    profileId: account.profile_id,
    profileExternalId: account.profile_external_id,
    type: isGone ? 'account.disconnected' : 'account.expired',
    data: { account },
    now,
  })
  ctx.log.info({ account_id: accountId, ...ended }, 'account.access_ended')
  return account
}
