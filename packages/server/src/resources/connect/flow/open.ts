import type { Context } from '../../../context.ts'
import { defaultRedirectUrl } from '../../../core/config.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { capabilitiesOf } from '../../../platforms/contract/permissions.ts'
import { type Capability, capabilities } from '../../../platforms/contract/platform.ts'
import { platformDefinition } from '../../../platforms/registry.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { findPageByToken } from '../../sent-pages/queries.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { readSettings } from '../links/settings.ts'
import { brandOf } from './brand.ts'
import { errorReturn } from './return-url.ts'
import type { Brand, ClosedView, EndingAccount, LinkView } from './views.ts'

export const noBrand: Brand = {
  name: null,
  logoUrl: null,
  color: null,
  privacyUrl: null,
  supportEmail: null,
}

/** The hosted page of a link; has no side effects. */
export async function openLink(ctx: Context, token: string): Promise<LinkView | ClosedView> {
  const link = await findPageByToken(ctx.db.query, linkKind, token)
  if (!link) return unknownLinkView()
  return await viewLink(ctx, link, token)
}

export function unknownLinkView(): ClosedView {
  return { state: 'unknown', brand: noBrand, language: null, backUrl: null, isInvited: false }
}

/** The view of a link; the page's forms use `token` in their URLs. */
export async function viewLink(
  ctx: Context,
  link: LinkRow,
  token: string,
): Promise<LinkView | ClosedView> {
  const status = statusOf(linkKind, link, ctx.clock.now())
  if (status !== 'valid') return await viewClosedLink(ctx, link, status)
  const common = await readCommonView(ctx, link)
  const account = link.account_id ? await findReconnectAccount(ctx, link.account_id) : null
  return {
    ...common,
    state: 'open',
    token,
    platforms: [...ctx.platforms.values()]
      .filter((platform) => !link.platforms || link.platforms.includes(platform.value))
      .map(({ value, name, connect }) => ({
        value,
        name,
        asksServer: connect.server !== undefined && link.account_id === null,
      })),
    account,
    expiresAt: link.expires_at,
    isInvited: link.invitation_id !== null,
  }
}

export async function viewClosedLink(
  ctx: Context,
  link: LinkRow,
  state: ClosedView['state'],
): Promise<ClosedView> {
  return {
    ...(await readCommonView(ctx, link)),
    state,
    backUrl: state === 'expired' && hasApplication(ctx, link) ? errorReturn(link, 'expired') : null,
    isInvited: link.invitation_id !== null && state !== 'revoked',
  }
}

/** Whether the client returns to an application of the owner, not to the page of this installation. */
export function hasApplication(ctx: Context, link: LinkRow): boolean {
  return link.redirect_url !== defaultRedirectUrl(ctx.config)
}

/** The fields that all views of a link have. */
export async function readCommonView(
  ctx: Context,
  link: Pick<LinkRow, 'owner_id' | 'language'>,
): Promise<Pick<LinkView, 'brand' | 'language'>> {
  const settings = await readSettings(ctx, link.owner_id)
  return { brand: brandOf(settings), language: link.language ?? settings.language }
}

/** The account that a reconnect link is for. */
export async function findReconnectAccount(
  ctx: Context,
  accountId: string,
): Promise<LinkView['account']> {
  const row = await ctx.db.query
    .selectFrom('account')
    .select(['platform', 'username', 'display_name', 'profile_url'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row ? { platform: row.platform as PlatformValue, name: clientName(row) } : null
}

/** The names under which the client knows these accounts. */
export function showEndingAccounts(rows: readonly NamedAccount[]): EndingAccount[] {
  return rows.map((row) => ({
    platform: row.platform as PlatformValue,
    platformName: platformDefinition(row.platform as PlatformValue).name,
    name: clientName(row),
  }))
}

type NamedAccount = {
  platform: string
  username: string
  display_name: string | null
  profile_url: string | null
}

/**
 * The name under which a client knows an account. Without a profile URL the platform has not told the
 * handle, as TikTok without `user.info.profile`, and `username` is a name.
 */
export function clientName(account: NamedAccount): string {
  const { platform, username, display_name: displayName, profile_url: profileUrl } = account
  const isPage = platformDefinition(platform as PlatformValue).accounts === 'pages'
  if (isPage) return displayName ?? username
  return profileUrl ? `@${username}` : username
}

/** What these accounts cannot be used for, because the client did not grant the permission. */
export function missingCapabilities(
  rows: readonly { platform: string; permissions_missing: readonly string[] }[],
): Capability[] {
  const missing = rows.flatMap(({ platform, permissions_missing }) =>
    capabilitiesOf(platformDefinition(platform as PlatformValue), permissions_missing),
  )
  return capabilities.filter((capability) => missing.includes(capability))
}
