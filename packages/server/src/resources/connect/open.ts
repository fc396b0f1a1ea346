import type { Context } from '../../context.ts'
import { defaultRedirectUrl } from '../../core/config.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Reader } from '../../database/open.ts'
import { hashToken } from '../../security/secrets.ts'
import { brandOf } from './brand.ts'
import { findLinkByToken, type LinkRow, linkStatus } from './queries.ts'
import { errorReturn } from './return-url.ts'
import { readSettings } from './settings.ts'
import type { Brand, ClosedView, LinkView } from './views.ts'

const tokenShape = /^[A-Za-z0-9_-]{43}$/
export const noBrand: Brand = {
  name: null,
  logoUrl: null,
  color: null,
  privacyUrl: null,
  supportEmail: null,
}

/** The link of a token that came from outside, or nothing. Looking never consumes it. */
export async function findLinkOfToken(ctx: Context, token: string): Promise<LinkRow | undefined> {
  if (!tokenShape.test(token)) return undefined
  return await findLinkByToken(ctx.db.read, hashToken(token))
}

/** What the hosted page shows for a link; opening it changes nothing. */
export async function openLink(ctx: Context, token: string): Promise<LinkView | ClosedView> {
  const link = await findLinkOfToken(ctx, token)
  if (!link) return unknownLink()
  return await viewLink(ctx, link, token)
}

export function unknownLink(): ClosedView {
  return { state: 'unknown', brand: noBrand, language: null, backUrl: null }
}

/** The view of a link; `token` is what its page's own forms lead to. */
export async function viewLink(
  ctx: Context,
  link: LinkRow,
  token: string,
): Promise<LinkView | ClosedView> {
  const status = linkStatus(link, ctx.clock.now())
  if (status !== 'valid') return await viewClosed(ctx, link, status)
  const common = await commonOf(ctx.db.read, link)
  const account = link.account_id ? await reconnected(ctx, link.account_id) : null
  return {
    ...common,
    state: 'open',
    token,
    platforms: [...ctx.platforms.values()]
      .filter((platform) => !link.platforms || link.platforms.includes(platform.value))
      .map((platform) => ({ value: platform.value, name: platform.name })),
    account,
    expiresAt: link.expires_at,
  }
}

export async function viewClosed(
  ctx: Context,
  link: LinkRow,
  state: ClosedView['state'],
): Promise<ClosedView> {
  const hasApplication = link.redirect_url !== defaultRedirectUrl(ctx.config)
  return {
    ...(await commonOf(ctx.db.read, link)),
    state,
    backUrl: state === 'expired' && hasApplication ? errorReturn(link, 'expired') : null,
  }
}

/** What every page of a link has. */
export async function commonOf(db: Reader, link: LinkRow) {
  const settings = await readSettings(db, link.owner_id)
  return { brand: brandOf(settings), language: link.language ?? settings.language }
}

async function reconnected(ctx: Context, accountId: string): Promise<LinkView['account']> {
  const row = await ctx.db.read
    .selectFrom('account')
    .select(['platform', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row ? { platform: row.platform as PlatformValue, username: row.username } : null
}
