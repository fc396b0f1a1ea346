import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { PlatformError, ServerChoiceError } from '../../../platforms/contract/errors.ts'
import type { ConnectAbility, Grant, Platform } from '../../../platforms/contract/platform.ts'
import { platformDefinition } from '../../../platforms/registry.ts'
import { hashToken, seal, unseal } from '../../../security/secrets.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { findPage } from '../../sent-pages/queries.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { completeLink } from './complete.ts'
import { cookieHashes, readFlowCookie } from './cookie.ts'
import { unknownLinkView } from './open.ts'
import { callbackUrl, flowPurpose, page, recordAndReturn, returnToLink } from './outcome.ts'
import {
  advanceFlow,
  type FlowRow,
  findFlowByState,
  findOpenFlow,
  recordAttempt,
} from './queries.ts'
import type { FlowOutcome } from './views.ts'

/** Callback parameters that must not be repeated (RFC 6749 §3.1). */
const singleParameters = ['state', 'code', 'iss', 'error', 'error_reason']

/** The callback URL: its path names the platform, and the server where each has a redirect URI of its own. */
type Callback = { platform: string; server: string | null; query: URLSearchParams }
type Returned = Extract<ReturnType<ConnectAbility['readReturn']>, { code: string }>

/**
 * The path of the callback without a lasting secret that it has: `null` if it has none. What the platform
 * returned is stored, sealed, for the request to that path.
 */
export async function takeSecret(
  ctx: Context,
  { platform: value, server, query }: Callback,
  cookies: Readonly<Record<string, string>>,
): Promise<string | null> {
  // Also of a platform that was switched off meanwhile.
  const platform = platformDefinition(value as PlatformValue) as Platform | undefined
  const names = platform?.connect.secretParameters ?? []
  if (!platform || !names.some((name) => query.has(name))) return null
  const state = query.get('state') ?? ''
  const flow = await findFlowByState(ctx.db.query, hashToken(state))
  const returned = platform.connect.readReturn(query)
  if (flow?.platform === value && readFlowCookie(ctx.config, flow, cookies) && 'code' in returned) {
    const sealed = seal(ctx.config.keyring, flowPurpose(flow.id), JSON.stringify(returned))
    await advanceFlow(ctx.db.query, flow.id, 'authorize', 'authorize', sealed)
  }
  const path = [value, ...(server === null ? [] : [server])].map(encodeURIComponent).join('/')
  return `/connect/callback/${path}?${new URLSearchParams({ state })}`
}

/**
 * Handles the platform's callback: consumes the state, so it works once, then calls the platform, then
 * writes in one transaction. After any failure the link stays valid.
 */
export async function finishLogin(
  ctx: Context,
  { platform: platformValue, server, query }: Callback,
  cookies: Readonly<Record<string, string>>,
): Promise<FlowOutcome> {
  // Parsers differ in whether they use the first or the last of two values.
  const hasDuplicates = singleParameters.some((name) => query.getAll(name).length > 1)
  if (hasDuplicates) return page(400, unknownLinkView(), 'login_invalid')
  const flow = await findCallbackFlow(ctx, platformValue, query, cookies)
  if (!flow || flow.platform !== platformValue) return page(400, unknownLinkView(), 'login_invalid')
  const token = readFlowCookie(ctx.config, flow, cookies)
  if (!token) return page(400, unknownLinkView(), 'other_browser')
  const link = await findPage(ctx.db.query, linkKind, flow.link_id)
  const platform = ctx.platforms.get(flow.platform as PlatformValue)
  if (!link || !platform) return page(404, unknownLinkView())
  const login = openLogin(ctx, flow, platform)
  const calledUri = callbackUrl(ctx, platformValue) + (server === null ? '' : `/${server}`)
  if (calledUri !== login.redirectUri) return page(400, unknownLinkView(), 'login_invalid')
  if (!(await advanceFlow(ctx.db.query, flow.id, 'authorize', 'exchange'))) {
    return await returnToLink(ctx, link, token, 409, 'login_replayed')
  }
  const status = statusOf(linkKind, link, ctx.clock.now())
  if (status === 'expired') return await recordAndReturn(ctx, flow, link, 'expired')
  if (status !== 'valid') return await returnToLink(ctx, link, token, 410, null)
  const callback = readKept(ctx, flow) ?? platform.connect.readReturn(query)
  if ('refused' in callback) {
    if (callback.refused === 'access_denied')
      return await recordAndReturn(ctx, flow, link, 'access_denied')
    return await recordAndShowLink(ctx, flow, link, token)
  }
  return await exchange(ctx, flow, link, platform, { ...callback, ...login }, token)
}

/** What `takeSecret` stored. */
function readKept(ctx: Context, { id, grant_sealed: sealed }: FlowRow): Returned | null {
  return sealed && JSON.parse(unseal(ctx.config.keyring, flowPurpose(id), sealed))
}

/**
 * The flow of a callback. Only Facebook documents that a cancel returns the state (threads.md §1.2,
 * instagram.md §1.2, tiktok.md §1.3); without it the browser's cookies identify the canceled login. A
 * code without a state is rejected.
 */
async function findCallbackFlow(
  ctx: Context,
  platform: string,
  query: URLSearchParams,
  cookies: Readonly<Record<string, string>>,
): Promise<FlowRow | undefined> {
  const state = query.get('state')
  if (state) return await findFlowByState(ctx.db.query, hashToken(state))
  if (!query.has('error') || query.has('code')) return undefined
  return await findOpenFlow(ctx.db.query, platform, cookieHashes(ctx.config, cookies))
}

/** What the platform stored with the login, and the redirect URI that it sent the client to. */
function openLogin(
  ctx: Context,
  { id, kept_sealed: sealed }: FlowRow,
  { value, connect }: Platform,
): { kept: unknown; redirectUri: string } {
  const kept = sealed ? JSON.parse(unseal(ctx.config.keyring, flowPurpose(id), sealed)) : null
  return { kept, redirectUri: connect.redirectUriOf?.(kept) ?? callbackUrl(ctx, value) }
}

async function exchange(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  platform: Platform,
  login: { code: string; iss?: string; redirectUri: string; kept: unknown },
  token: string,
): Promise<FlowOutcome> {
  let grant: Grant
  try {
    grant = await platform.connect.finish({ ...login, iss: login.iss ?? null })
  } catch (err) {
    const isRefused = err instanceof ServerChoiceError
    if (!isRefused && !(err instanceof PlatformError)) throw err
    if (!isRefused && err.kind === 'permission_missing') {
      ctx.log.warn({ err, link_id: link.id, platform: platform.value }, 'connect.not_permitted')
      return await recordAndReturn(ctx, flow, link, 'permission_missing', err.missing)
    }
    ctx.log.warn({ err, link_id: link.id, platform: platform.value }, 'connect.exchange_failed')
    return await recordAndShowLink(ctx, flow, link, token, isRefused ? err.reason : undefined)
  }
  if (grant.choose) {
    if (grant.accounts.length === 0) {
      const attempt = { at: ctx.clock.now(), step: 'callback', error: 'no_accounts' } as const
      await recordAttempt(ctx.db.query, flow, attempt)
    }
    const sealed = seal(ctx.config.keyring, flowPurpose(flow.id), JSON.stringify(grant))
    await advanceFlow(ctx.db.query, flow.id, 'exchange', 'choose', sealed)
    return { go: 'choose', flowId: flow.id }
  }
  return await completeLink(ctx, flow, token, grant.accounts)
}

/** The platform failed: the client returns to the link's page and may retry. */
async function recordAndShowLink(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  token: string,
  error: ServerChoiceError['reason'] | 'platform_unavailable' = 'platform_unavailable',
): Promise<FlowOutcome> {
  const attempt = { at: ctx.clock.now(), step: 'callback', error } as const
  await recordAttempt(ctx.db.query, flow, attempt)
  return await returnToLink(ctx, link, token, 502, error)
}
