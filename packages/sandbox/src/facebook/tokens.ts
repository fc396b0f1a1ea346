import { unix } from '../core/clock.ts'
import type { Token } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { appOf, type GraphCall } from '../graph/call.ts'
import { LONG_EXPIRES_IN_S, LONG_LIFETIME_MS, SHORT_LIFETIME_MS } from '../graph/code-exchange.ts'
import { inspectToken, invalidTokenInfo } from '../graph/debug-token.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { sessionOf } from '../graph/session.ts'
import { dataAccessEndsAt, issueToken, redeemCode } from '../oauth/grants.ts'
import { settingsOf } from './settings.ts'

/** Undocumented; ten minutes is from memory. */
const CODE_LIFETIME_MS = 600_000
const PREFIX = 'EAAG'
const PAGE_PREFIX = 'EAAB'

/** `/oauth/access_token`: code, fb_exchange_token or the app token (facebook.md §1.3). */
export function facebookAccessToken(call: GraphCall) {
  const { params, sandbox } = call
  const app = appOf(call)
  if (params.client_id !== app.client_id) {
    throw new GraphError(
      'Error validating application. Cannot get application info due to a system error.',
      { code: 101 },
    )
  }
  if (params.client_secret !== app.client_secret) {
    throw new GraphError('Error validating client secret.', { code: 1 })
  }
  if (params.grant_type === 'client_credentials') {
    return { access_token: `${app.client_id}|${app.client_secret}`, token_type: 'bearer' }
  }
  if (params.grant_type === 'fb_exchange_token') return exchange(call)
  const redeemed = redeemCode(sandbox, params.code, {
    client_id: app.client_id,
    redirect_uri: params.redirect_uri,
    lifetimeMs: CODE_LIFETIME_MS,
  })
  if ('problem' in redeemed) throw codeError(redeemed)
  const long = settingsOf(sandbox).facebook_code_token === 'long'
  const token = issueToken(sandbox, redeemed.grant, {
    kind: long ? 'long' : 'short',
    prefix: PREFIX,
    lifetimeMs: long ? LONG_LIFETIME_MS : SHORT_LIFETIME_MS,
    scopes: redeemed.grant.permissions,
  })
  return tokenResponse(token.id, long ? LONG_EXPIRES_IN_S : SHORT_LIFETIME_MS / 1000)
}

function exchange(call: GraphCall) {
  const text = call.params.fb_exchange_token
  if (!text) throw badParameter('fb_exchange_token parameter not specified')
  const session = sessionOf(call, text)
  if (session.token.kind === 'page') {
    throw badParameter('(#100) fb_exchange_token must be a user access token')
  }
  const token = issueToken(call.sandbox, session.grant, {
    kind: 'long',
    prefix: PREFIX,
    lifetimeMs: LONG_LIFETIME_MS,
    scopes: session.token.scopes,
  })
  return tokenResponse(token.id, LONG_EXPIRES_IN_S)
}

function tokenResponse(token: string, seconds: number) {
  return { access_token: token, token_type: 'bearer', expires_in: seconds }
}

function codeError(redemption: { problem: string; wasUsed: boolean }): GraphError {
  if (redemption.wasUsed) {
    return new GraphError('This authorization code has been used.', {
      code: 100,
      error_subcode: 36009,
    })
  }
  if (redemption.problem === 'expired') {
    return new GraphError('This authorization code has expired.', {
      code: 100,
      error_subcode: 36007,
    })
  }
  if (redemption.problem === 'redirect_mismatch') {
    const text =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'
    return new GraphError(text, { code: 100, error_subcode: 36008 })
  }
  return new GraphError('Invalid verification code format.', { code: 100, error_subcode: 36009 })
}

/**
 * The page token of a user token. It does not expire if the user token is long-lived
 * (facebook.md §1.3).
 */
export function pageToken(
  sandbox: Sandbox,
  user: Readonly<Token>,
  pageId: string,
): Readonly<Token> {
  const grant = sandbox.state.grants.get(user.grant_id)!
  const neverExpires = user.kind === 'long'
  const existing = sandbox.state.tokens
    .by('grant', grant.id)
    .find(
      (token) =>
        token.page_id === pageId &&
        token.epoch === grant.epoch &&
        (token.expires_at === null) === neverExpires &&
        (neverExpires || token.expires_at === user.expires_at) &&
        token.scopes.join() === user.scopes.join(),
    )
  if (existing) return existing
  return issueToken(sandbox, grant, {
    kind: 'page',
    prefix: PAGE_PREFIX,
    lifetimeMs: neverExpires ? null : (user.expires_at ?? 0) - sandbox.clock.ms(),
    scopes: user.scopes,
    page_id: pageId,
  })
}

/** `/debug_token` for user, page and invalid tokens (facebook.md §1.4). */
export function facebookDebugToken(call: GraphCall) {
  const app = appOf(call)
  const inspected = inspectToken(call, `${app.client_id}|${app.client_secret}`)
  if (!inspected)
    return invalidTokenInfo(new GraphError('Invalid OAuth access token.', { code: 190 }))
  const { token, grant, problem } = inspected
  const scopes = token.scopes.filter((scope) => grant.permissions.includes(scope))
  const facts = {
    app_id: app.client_id,
    application: app.name,
    type: token.page_id ? 'PAGE' : 'USER',
    expires_at: token.expires_at === null ? 0 : unix(token.expires_at),
    data_access_expires_at: unix(dataAccessEndsAt(call.sandbox, grant)),
    issued_at: unix(token.issued_at),
    ...(token.page_id ? { profile_id: token.page_id } : {}),
    scopes,
    granular_scopes: scopes
      .filter((scope) => scope.startsWith('pages_') || scope === 'read_insights')
      .map((scope) => ({ scope, target_ids: grant.page_ids })),
    user_id: grant.account_id,
  }
  return problem ? invalidTokenInfo(problem, facts) : { data: { ...facts, is_valid: true } }
}
