import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { defaultRedirectUrl } from '../../../core/config.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Tx } from '../../../database/open.ts'
import { findAccount } from '../../accounts/queries.ts'
import { parseReturnUrl, refuseReservedParameters, requireRegistered } from './redirect-url.ts'

/** The settings of a connect link or an invitation, as sent. */
export type LinkInput = {
  redirect_url: string
  state?: string | undefined
  platforms?: PlatformValue[] | undefined
  account_id?: string | undefined
  language?: string | undefined
  metadata?: Record<string, unknown> | undefined
  hints?: Partial<Record<PlatformValue, string>> | undefined
}

/** The same as columns, which `connect_link` and `invitation` share. */
export type LinkSettings = {
  redirect_url: string
  state: string | null
  platforms: string[] | null
  account_id: string | null
  language: string | null
  metadata: string
  hints: string
}

/** The columns that both kinds read. */
export const settingsColumns = [
  'id',
  'owner_id',
  'profile_id',
  'redirect_url',
  'state',
  'platforms',
  'account_id',
  'language',
  'metadata',
  'hints',
  'created_at',
  'expires_at',
  'revoked_at',
] as const

/** What the declarations of connect links and invitations have in common: their settings. */
export const linkSettings = {
  check: checkLinkSettings,
  checkInTransaction: requireReturnAllowed,
  summary: ({ platforms, account_id }: Pick<LinkSettings, 'platforms' | 'account_id'>) => ({
    platforms: platforms as PlatformValue[] | null,
    account_id,
  }),
}

/** What their routes have in common. */
export const connectApi = {
  tag: 'Connect',
  permissions: { read: 'connect:read', write: 'connect:write' },
  createErrors: ['account_not_found', 'redirect_origin_not_registered'],
} as const

/**
 * Checks the settings and returns their columns. 404 `account_not_found` unless the account belongs to
 * the profile; `validation_failed` for a URL, platform or hint that cannot be used.
 */
async function checkLinkSettings(
  ctx: Context,
  scope: Scope,
  profileId: string,
  input: LinkInput,
): Promise<LinkSettings> {
  const url = parseReturnUrl(input.redirect_url, 'redirect_url')
  refuseReservedParameters(url)
  const account = await findReconnectAccount(ctx, scope, profileId, input.account_id)
  const platforms = account ? [account.platform as PlatformValue] : (input.platforms ?? null)
  requireConfigured(ctx, platforms)
  refuseUselessHints(ctx, input.hints ?? {})
  return {
    redirect_url: url.href,
    state: input.state ?? null,
    platforms: platforms ? [...new Set(platforms)] : null,
    account_id: account?.id ?? null,
    language: input.language ?? null,
    metadata: JSON.stringify(input.metadata ?? {}),
    hints: JSON.stringify(input.hints ?? {}),
  }
}

/** Our own result page needs no registration; any other return URL does. */
async function requireReturnAllowed(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  { redirect_url }: LinkSettings,
): Promise<void> {
  if (redirect_url === defaultRedirectUrl(ctx.config)) return
  await requireRegistered(tx, scope, new URL(redirect_url))
}

async function findReconnectAccount(
  ctx: Context,
  scope: Scope,
  profileId: string,
  accountId: string | undefined,
) {
  if (accountId === undefined) return null
  const account = await findAccount(ctx.db.query, scope, accountId)
  if (account?.profile_id !== profileId) {
    throw new ServiceError('account_not_found', { param: 'account_id' })
  }
  return account
}

function requireConfigured(ctx: Context, platforms: PlatformValue[] | null): void {
  if (!platforms && ctx.platforms.size === 0) {
    throw invalidField(
      'platforms',
      'No platform is configured on this installation.',
      'platform_not_configured',
    )
  }
  for (const [index, platform] of (platforms ?? []).entries()) {
    if (ctx.platforms.has(platform)) continue
    throw invalidField(
      `platforms.${index}`,
      `${platform} is not configured on this installation. Set its app credentials first.`,
      'platform_not_configured',
    )
  }
}

/** A hint for a platform that asks nothing would never be shown. */
function refuseUselessHints(ctx: Context, hints: NonNullable<LinkInput['hints']>): void {
  for (const platform of Object.keys(hints)) {
    if (ctx.platforms.get(platform as PlatformValue)?.connect.server) continue
    throw invalidField(
      `hints.${platform}`,
      `${platform} does not ask for a handle or a server. Remove the hint.`,
      'hint_not_used',
    )
  }
}
