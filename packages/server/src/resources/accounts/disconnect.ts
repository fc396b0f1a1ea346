import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import { lockQuota } from '../../database/quota.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Tokens } from '../../platforms/tokens.ts'
import type { Account } from '../../schemas/account.ts'
import { unseal } from '../../security/secrets.ts'
import { tokenPurpose } from './connect.ts'
import { endAccess } from './ended.ts'
import { lockAccount } from './queries.ts'
import { showAccount } from './show.ts'
import { refuseWhileWaiting } from './waiting.ts'

/** Cancels the posts that wait for an account, in the caller's transaction. */
export type CancelWaiting = (tx: Tx, accountId: string, now: Date) => Promise<void>

type Disconnecting = { isForced: boolean; cancelWaiting: CancelWaiting; recordAudit: RecordAudit }

/**
 * Ends the connection of an account: its tokens are erased with the same commit that emits
 * `account.disconnected`, then given back to the platform, best effort. Repeating it changes
 * nothing. While posts wait for it: 409 `account_has_scheduled_posts`, or, forced, those that have
 * not begun become canceled. 404 `account_not_found`.
 */
export async function disconnectAccount(
  ctx: Context,
  scope: Scope,
  id: string,
  { isForced, cancelWaiting, recordAudit }: Disconnecting,
): Promise<Account> {
  const now = ctx.clock.now()
  const { account, giveBack } = await ctx.db.transact(async (tx) => {
    // Of two accounts of one login that are disconnected at once, the second gives it back.
    await lockQuota(tx, 'disconnecting', scope.ownerId)
    const before = await lockAccount(tx, scope, id)
    if (!before) throw new ServiceError('account_not_found')
    if (before.status === 'disconnected') {
      return { account: showAccount(ctx.platforms, before), giveBack: null }
    }
    if (isForced) await cancelWaiting(tx, id, now)
    else await refuseWhileWaiting(tx, id)
    const giveBack = await tokensToGiveBack(ctx, tx, id)
    const ended = { status: 'disconnected', reason: 'by_owner' } as const
    const account = (await endAccess(ctx, tx, id, ended, now))!
    await recordAudit(tx, account)
    return { account, giveBack }
  })
  if (giveBack) await revoke(ctx, account, giveBack)
  return account
}

/**
 * The tokens, when no other living account came from the same login: revoking one would end the
 * others too (facebook-pages.md §1.4).
 */
async function tokensToGiveBack(ctx: Context, tx: Tx, id: string): Promise<Tokens | null> {
  const row = await tx
    .selectFrom('account')
    .select('tokens_sealed')
    .select(
      sql<boolean>`exists (select 1 from account other
        where other.owner_id = account.owner_id and other.platform = account.platform
          and other.id <> account.id and other.status <> 'disconnected'
          and other.platform_user_ids && account.platform_user_ids)`.as('is_shared'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!row.tokens_sealed || row.is_shared) return null
  return JSON.parse(unseal(ctx.config.keyring, tokenPurpose(id), row.tokens_sealed)) as Tokens
}

async function revoke(ctx: Context, account: Account, tokens: Tokens): Promise<void> {
  try {
    await ctx.platforms.get(account.platform as PlatformValue)?.connect.revoke?.(tokens)
  } catch (err) {
    ctx.log.info({ err, account_id: account.id }, 'account.revoke_failed')
  }
}
