import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Queries } from '../../database/open.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { Tokens } from '../../platforms/contract/tokens.ts'
import { unsealTokens } from './tokens.ts'
import { type AccountTokens, holdTokens, withTokens } from './with-tokens.ts'

export type PlatformAccount = NonNullable<Awaited<ReturnType<typeof findPlatformAccount>>>

/** The account's columns that platform calls need. */
export async function findPlatformAccount(db: Queries, accountId: string) {
  return await db
    .selectFrom('account')
    .select([
      'id',
      'profile_id',
      'platform',
      'platform_account_id',
      'username',
      'status',
      'permissions_granted',
      'facts',
      'tokens_sealed',
      'paused_until',
      'reading_paused_until',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

/** The arguments that every call for an account shares. */
export type Credentials = {
  tokens: Tokens
  account: { platformAccountId: string; username: string }
}

export type PlatformAccess = {
  platform: Platform
  held: AccountTokens
  account: Credentials['account']
}

/** Unseals the tokens; `null` if the account is not connected or its platform is not configured. */
export function openPlatformAccess(ctx: Context, account: PlatformAccount): PlatformAccess | null {
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  if (!platform || account.status !== 'connected' || !account.tokens_sealed) return null
  const tokens = unsealTokens(ctx, account.id, account.tokens_sealed)
  return {
    platform,
    held: holdTokens({ id: account.id, platform, tokens }),
    account: { platformAccountId: account.platform_account_id, username: account.username },
  }
}

/** Calls the platform with the account's current tokens; repeats and errors as for `withTokens`. */
export async function callWithAccess<Result>(
  ctx: Context,
  { held, account }: Pick<PlatformAccess, 'held' | 'account'>,
  call: (credentials: Credentials) => Promise<Result>,
): Promise<Result> {
  return await withTokens(ctx, held, (tokens) => call({ tokens, account }))
}
