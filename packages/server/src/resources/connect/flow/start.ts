import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { countUse } from '../../../http/rate-limit.ts'
import { PlatformError, ServerChoiceError } from '../../../platforms/contract/errors.ts'
import type { LoginRedirect, Platform } from '../../../platforms/contract/platform.ts'
import { hashToken, newToken, seal } from '../../../security/secrets.ts'
import { findPageByToken } from '../../sent-pages/queries.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { type FlowCookie, flowCookie } from './cookie.ts'
import { unknownLinkView, viewLink } from './open.ts'
import { callbackUrl, flowPurpose, type PageOutcome, page } from './outcome.ts'
import { recordAttempt } from './queries.ts'
import type { LinkView, Notice, ServerView } from './views.ts'

export type LoginRequest = {
  token: string
  platform: string
  /** What the client entered as their handle or server; `null` if nothing was asked. */
  server: string | null
  ip: string
}

type OpenLink = { link: LinkRow; view: LinkView; platform: Platform }

/** The page that asks for the client's server, or `null` where the platform asks nothing. */
export async function askForServer(
  ctx: Context,
  token: string,
  platformValue: string,
): Promise<PageOutcome | null> {
  const opened = await openForLogin(ctx, token, platformValue)
  if ('go' in opened) return opened
  if (!asksForServer(opened)) return null
  const hints = opened.link.hints as Partial<Record<string, string>>
  return page(200, serverView(opened, hints[platformValue] ?? ''))
}

/**
 * Sends the client to a platform with a single-use state bound to this browser by a cookie. Where the
 * platform asks for a server, an unusable one leads back to the question with what was entered. The
 * link stays valid. 429 `rate_limited` after too many servers.
 */
export async function startLogin(
  ctx: Context,
  { token, platform: platformValue, server, ip }: LoginRequest,
): Promise<{ go: 'platform'; url: string; cookie: FlowCookie } | PageOutcome> {
  const opened = await openForLogin(ctx, token, platformValue)
  if ('go' in opened) return opened
  const { link, platform } = opened
  const isAsked = asksForServer(opened)
  const entered = isAsked ? (server ?? '').trim().slice(0, limits.connect.serverCharsMax) : null
  if (entered === '') return page(422, serverView(opened, ''), missingNotice(platform))
  if (entered !== null) await countServer(ctx, link, ip)
  const state = newToken()
  let redirect: LoginRedirect
  try {
    redirect = await platform.connect.begin({
      redirectUri: callbackUrl(ctx, platform.value),
      state,
      server: entered,
      reconnect: await findReconnectAccount(ctx, link),
      language: opened.view.language,
    })
  } catch (err) {
    return await failStart(ctx, opened, entered, err)
  }
  const cookie = await storeFlow(ctx, opened, token, state, redirect.kept)
  return { go: 'platform', url: redirect.url.href, cookie }
}

async function openForLogin(
  ctx: Context,
  token: string,
  platformValue: string,
): Promise<OpenLink | PageOutcome> {
  const link = await findPageByToken(ctx.db.query, linkKind, token)
  if (!link) return page(404, unknownLinkView())
  const view = await viewLink(ctx, link, token)
  if (view.state !== 'open') return page(410, view)
  const platform = ctx.platforms.get(platformValue as PlatformValue)
  if (!platform || !view.platforms.some(({ value }) => value === platformValue)) {
    return page(404, view)
  }
  return { link, view, platform }
}

/** A reconnect link asks nothing, as the account determines the server. */
function asksForServer({ platform, link }: OpenLink): boolean {
  return platform.connect.server !== undefined && link.account_id === null
}

function serverView({ view, platform }: OpenLink, entered: string): ServerView {
  const { brand, language, token, expiresAt, isInvited } = view
  const { value, name } = platform
  return {
    state: 'server',
    brand,
    language,
    token,
    platform: { value, name },
    question: platform.connect.server!,
    entered,
    expiresAt,
    isInvited,
  }
}

function missingNotice(platform: Platform): Notice {
  return platform.connect.server!.asks === 'handle' ? 'account_unknown' : 'server_unknown'
}

/** Limits the servers per link and per address: otherwise the form would be a port scanner. */
async function countServer(ctx: Context, link: LinkRow, ip: string): Promise<void> {
  await countUse(ctx, 'server_per_address', ip)
  await countUse(ctx, 'server_per_link', link.id)
}

async function findReconnectAccount(ctx: Context, link: LinkRow) {
  if (!link.account_id) return null
  const account = await ctx.db.query
    .selectFrom('account')
    .select('platform_account_id')
    .where('id', '=', link.account_id)
    .executeTakeFirst()
  return account ? { platformAccountId: account.platform_account_id } : null
}

/** Nothing was stored for the login: the client can correct the server or try again. */
async function failStart(
  ctx: Context,
  opened: OpenLink,
  entered: string | null,
  err: unknown,
): Promise<PageOutcome> {
  if (err instanceof ServiceError) throw err
  const { link, view, platform } = opened
  const isChoice = err instanceof ServerChoiceError
  if (!isChoice && !(err instanceof PlatformError)) throw err
  const notice = isChoice ? err.reason : 'platform_unavailable'
  ctx.log.warn({ err, link_id: link.id, platform: platform.value }, 'connect.start_failed')
  const target = { link_id: link.id, platform: platform.value }
  const attempt = { at: ctx.clock.now(), step: 'server', error: notice } as const
  await recordAttempt(ctx.db.query, target, attempt)
  const status = isChoice ? 422 : 502
  return page(status, entered === null ? view : serverView(opened, entered), notice)
}

async function storeFlow(
  ctx: Context,
  { link, platform }: OpenLink,
  token: string,
  state: string,
  kept: unknown,
): Promise<FlowCookie> {
  const now = ctx.clock.now()
  const id = newId('link').replace('link_', 'flow_')
  const secret = newToken()
  const sealed =
    kept === undefined ? null : seal(ctx.config.keyring, flowPurpose(id), JSON.stringify(kept))
  const flow = {
    id,
    link_id: link.id,
    platform: platform.value,
    state_hash: hashToken(state),
    cookie_hash: hashToken(secret),
    kept_sealed: sealed,
    grant_sealed: null,
    step: 'authorize' as const,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.connect.flowLifetimeMs),
  }
  await ctx.db.transact(async (tx) => {
    await tx.insertInto('connect_flow').values(flow).execute()
    await tx
      .deleteFrom('connect_flow')
      .where('link_id', '=', link.id)
      .where(
        sql<boolean>`id in (select id from connect_flow where link_id = ${link.id}
          order by created_at desc, id desc offset ${limits.connect.flowsPerLinkMax})`,
      )
      .execute()
    await recordAttempt(tx, flow, { at: now, step: 'begin', error: null })
  })
  return flowCookie(ctx.config, id, secret, token)
}
