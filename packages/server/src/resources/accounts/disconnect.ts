import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import { lockQuota } from '../../database/quota.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Tokens } from '../../platforms/contract/tokens.ts'
import type { Account } from '../../schemas/account.ts'
import { recordAccessLoss } from './access-loss.ts'
import { requireNoOpenPosts } from './open-posts.ts'
import { lockAccount } from './queries.ts'
import { showAccount } from './show.ts'
import { unsealTokens } from './tokens.ts'

/** Cancels an account's scheduled posts, in the caller's transaction. */
export type CancelScheduledPosts = (tx: Tx, accountId: string, now: Date) => Promise<void>

type DisconnectOptions = {
  isForced: boolean
  cancelScheduledPosts: CancelScheduledPosts
  recordAudit: RecordAudit
}

/**
 * Disconnects an account: erases its tokens and emits `account.disconnected` in one transaction, then
 * revokes the tokens at the platform, best effort. Idempotent. With open posts it throws 409
 * `account_has_scheduled_posts`, or cancels scheduled ones if forced. 404 `account_not_found`.
 */
export async function disconnectAccount(
  ctx: Context,
  scope: Scope,
  id: string,
  { isForced, cancelScheduledPosts, recordAudit }: DisconnectOptions,
): Promise<Account> {
  const now = ctx.clock.now()
  const { account, tokensToRevoke } = await ctx.db.transact(async (tx) => {
    // Serializes disconnects, so that the last account of a login revokes the login's tokens.
    await lockQuota(tx, 'disconnecting', scope.ownerId)
    const row = await lockAccount(tx, scope, id)
    if (!row) throw new ServiceError('account_not_found')
    if (row.status === 'disconnected') {
      return { account: showAccount(ctx.platforms, row), tokensToRevoke: null }
    }
    if (isForced) await cancelScheduledPosts(tx, id, now)
    else await requireNoOpenPosts(tx, id)
    const tokensToRevoke = await findTokensToRevoke(ctx, tx, id)
    const loss = { status: 'disconnected', reason: 'by_owner' } as const
    const account = (await recordAccessLoss(ctx, tx, id, loss, now))!
    await recordAudit(tx, account)
    return { account, tokensToRevoke }
  })
  if (tokensToRevoke) await revoke(ctx, account, tokensToRevoke)
  return account
}

/**
 * The tokens, unless another active account came from the same login: revoking would disconnect it
 * too (facebook.md §1.4).
 */
async function findTokensToRevoke(ctx: Context, tx: Tx, id: string): Promise<Tokens | null> {
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
  return unsealTokens(ctx, id, row.tokens_sealed)
}

async function revoke(ctx: Context, account: Account, tokens: Tokens): Promise<void> {
  try {
    await ctx.platforms.get(account.platform as PlatformValue)?.connect.revoke?.(tokens)
  } catch (err) {
    ctx.log.info({ err, account_id: account.id }, 'account.revoke_failed')
  }
}
