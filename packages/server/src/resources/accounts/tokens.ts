import type { Context } from '../../context.ts'
import { retryWrite } from '../../database/retry-write.ts'
import type { Tokens } from '../../platforms/contract/tokens.ts'
import { seal, unseal } from '../../security/secrets.ts'

/** Binds sealed tokens to one account: copied to another account, they cannot be decrypted. */
export function tokenPurpose(accountId: string): string {
  return `account:${accountId}`
}

export function sealTokens(ctx: Context, accountId: string, tokens: Tokens): Buffer {
  return seal(ctx.config.keyring, tokenPurpose(accountId), JSON.stringify(tokens))
}

export function unsealTokens(ctx: Context, accountId: string, sealed: Buffer): Tokens {
  return JSON.parse(unseal(ctx.config.keyring, tokenPurpose(accountId), sealed)) as Tokens
}

/** Compares the tokens themselves: sealing the same tokens twice gives different bytes. */
export function areSameTokens(left: Tokens, right: Tokens): boolean {
  return left.access === right.access && left.refresh === right.refresh
}

/** The account's current tokens; `null` if it is not connected. */
export async function readTokens(ctx: Context, accountId: string): Promise<Tokens | null> {
  const row = await ctx.db.query
    .selectFrom('account')
    .select('tokens_sealed')
    .where('id', '=', accountId)
    .where('status', '=', 'connected')
    .executeTakeFirst()
  return row?.tokens_sealed ? unsealTokens(ctx, accountId, row.tokens_sealed) : null
}

/**
 * Stores refreshed tokens in their own transaction, with retries while the database is unavailable:
 * only this process has them, and those before may no longer be valid (tiktok.md §1.5). Returns
 * `false` if the account no longer has the tokens that were refreshed, e.g. after a reconnect.
 */
export async function storeRefreshedTokens(
  ctx: Context,
  accountId: string,
  refreshed: { from: Tokens; to: Tokens },
): Promise<boolean> {
  const store = () =>
    ctx.db.transact(async (tx) => {
      const row = await tx
        .selectFrom('account')
        .select('tokens_sealed')
        .where('id', '=', accountId)
        .where('status', '=', 'connected')
        .forUpdate()
        .executeTakeFirst()
      if (!row?.tokens_sealed) return false
      const current = unsealTokens(ctx, accountId, row.tokens_sealed)
      // An earlier try may have been committed although its response was lost.
      if (areSameTokens(current, refreshed.to)) return true
      if (!areSameTokens(current, refreshed.from)) return false
      const { accessExpiresAt } = refreshed.to
      await tx
        .updateTable('account')
        .set({
          tokens_sealed: sealTokens(ctx, accountId, refreshed.to),
          access_expires_at: accessExpiresAt ? new Date(accessExpiresAt) : null,
          updated_at: ctx.clock.now(),
        })
        .where('id', '=', accountId)
        .execute()
      return true
    })
  return await retryWrite(store, (err) =>
    ctx.log.warn({ err, account_id: accountId }, 'account.tokens_not_stored'),
  )
}
