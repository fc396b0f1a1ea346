import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Reader } from '../../database/open.ts'
import type { Platform } from '../../platforms/platform.ts'
import type { Tokens } from '../../platforms/tokens.ts'
import { unseal } from '../../security/secrets.ts'
import { tokenPurpose } from './connect.ts'

export type PlatformAccount = NonNullable<Awaited<ReturnType<typeof findPlatformAccount>>>

/** The account's columns that platform calls need. */
export async function findPlatformAccount(db: Reader, accountId: string) {
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
      'tokens_sealed',
      'paused_until',
      'reading_paused_until',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export type PlatformAccess = {
  platform: Platform
  /** The arguments that every call for the account shares. */
  credentials: { tokens: Tokens; account: { platformAccountId: string; username: string } }
}

/** Unseals the tokens; `null` if the account is not connected or its platform is not configured. */
export function openPlatformAccess(ctx: Context, account: PlatformAccount): PlatformAccess | null {
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  if (!platform || account.status !== 'connected' || !account.tokens_sealed) return null
  const tokens = unseal(ctx.config.keyring, tokenPurpose(account.id), account.tokens_sealed)
  return {
    platform,
    credentials: {
      tokens: JSON.parse(tokens) as Tokens,
      account: { platformAccountId: account.platform_account_id, username: account.username },
    },
  }
}
