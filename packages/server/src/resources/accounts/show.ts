import type { PlatformValue } from '../../core/networks.ts'
import type { Capability, Platform } from '../../platforms/contract/platform.ts'
import { type Platforms, platformDefinition } from '../../platforms/registry.ts'
import type { Account, AccountListItem } from '../../schemas/account.ts'
import type { AccountListRow, AccountRow } from './queries.ts'
import { showLimits } from './show-limits.ts'

/**
 * The account as the API returns it, with its limits if the row has its facts. A capability requires `status: connected` and every permission
 * that enables it.
 */
export function showAccount(platforms: Platforms, row: AccountRow): Account
export function showAccount(platforms: Platforms, row: AccountListRow): AccountListItem
export function showAccount(platforms: Platforms, row: AccountListRow): AccountListItem {
  const platform = platforms.get(row.platform as PlatformValue)
  const isCapable = (capability: Capability) =>
    row.status === 'connected' && hasCapability(platform, row.permissions_granted, capability)
  return {
    id: row.id,
    object: 'account',
    platform: row.platform as PlatformValue,
    profile_id: row.profile_id,
    profile_external_id: row.profile_external_id,
    platform_account_id: row.platform_account_id,
    username: row.username,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    profile_url: row.profile_url,
    account_type: row.account_type,
    status: row.status,
    status_reason: row.status_reason as Account['status_reason'],
    access_expires_at: row.access_expires_at?.toISOString() ?? null,
    access_renews: row.status === 'connected' && platform?.tokens?.refresh !== undefined,
    permissions: { granted: row.permissions_granted, missing: row.permissions_missing },
    capabilities: {
      publish: isCapable('publish'),
      delete: isCapable('delete'),
      comments: isCapable('comments'),
      reply: isCapable('reply'),
      hide: isCapable('hide'),
      insights: isCapable('insights'),
    },
    ...(row.facts === undefined ? {} : { limits: limitsOf(row.platform, row.facts) }),
    connected_at: row.connected_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function limitsOf(platform: string, facts: AccountRow['facts']): Account['limits'] {
  // Static data, so that limits are also shown while the platform is not configured.
  const limits = showLimits(platformDefinition(platform as PlatformValue), facts)
  return {
    text_max: limits.text.max,
    media_max: limits.media.max,
    reply_max: limits.reply?.max ?? null,
    ...limits,
  }
}

function hasCapability(
  platform: Platform | undefined,
  granted: string[],
  capability: Capability,
): boolean {
  const permissions = (platform?.permissions ?? []).filter((permission) =>
    permission.enables.includes(capability),
  )
  return (
    permissions.length > 0 && permissions.every((permission) => granted.includes(permission.scope))
  )
}
