import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '../core/clock.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { endReason } from '../oauth/grants.ts'
import { requestOfCode } from './consent.ts'
import { OAuthError } from './errors.ts'
import { sha256 } from './jwt.ts'
import type { OAuthCall } from './oauth-call.ts'
import { issuerOfPds, pdsOf, profiles } from './servers.ts'
import {
  effectiveScopes,
  endSession,
  hasExpired,
  renewSession,
  sessionEndsAt,
  sessionOf,
  startSession,
} from './sessions.ts'
import { settingsOf } from './settings.ts'
import { pushedRequests, type Session } from './store.ts'

const CODE_LIFETIME_MS = 300_000
/** How long a refresh takes. A second one within this time collides with it (bluesky.md §1.7). */
const REFRESH_MS = 20

const invalidGrant = (message: string) => new OAuthError('invalid_grant', message)

/** `POST /oauth/token`: by code or refresh token (bluesky.md §1.6, §1.7). */
export async function exchangeToken(call: OAuthCall) {
  const { grant_type } = call.params
  if (grant_type === 'authorization_code') return byCode(call)
  if (grant_type === 'refresh_token') return byRefreshToken(call)
  throw invalidGrant(`Grant type "${grant_type}" not supported`)
}

async function byCode(call: OAuthCall) {
  const { sandbox, issuer, params, jkt } = call
  const { client, kid } = await call.authenticate()
  const code = sandbox.state.codes.get(params.code ?? '')
  const pushed = code && requestOfCode(sandbox, code.id)
  if (!code || !pushed || pushed.issuer !== issuer) throw invalidGrant('Invalid code')
  if (code.used) {
    const session = pushed.session_id && sessionOf(sandbox, `tok-${pushed.session_id}`)
    if (session) endSession(sandbox, session)
    throw invalidGrant('Invalid code')
  }
  sandbox.state.codes.update(code.id, { used: true })
  if (sandbox.clock.ms() - code.created_at >= CODE_LIFETIME_MS) {
    throw invalidGrant('This code has expired')
  }
  checkClient({ client_id: client.client_id, kid, jkt }, pushed)
  if (params.redirect_uri !== pushed.redirect_uri) {
    throw invalidGrant(
      'The redirect_uri parameter must match the one used in the authorization request',
    )
  }
  const isVerifier = /^[A-Za-z0-9\-._~]{43,128}$/.test(params.code_verifier ?? '')
  if (!isVerifier || sha256(params.code_verifier!) !== pushed.code_challenge) {
    throw invalidGrant('Invalid code_verifier')
  }
  const challenge = `${issuer} challenge ${pushed.code_challenge}`
  if (!sandbox.rates.allow(challenge, 1, DAY_MS)) throw invalidGrant('Code challenge already used')
  const { account_id } = sandbox.state.grants.get(code.grant_id)!
  const { client_id } = client
  const { scopes } = code
  const facts = { account_id, grant_id: code.grant_id, issuer, client_id, kid, jkt, scopes }
  const session = startSession(sandbox, facts)
  pushedRequests.update(sandbox, pushed.id, { session_id: session.id })
  return tokenResponse(sandbox, session)
}

async function byRefreshToken(call: OAuthCall) {
  const { sandbox, issuer, params, jkt, refreshing } = call
  const token = sandbox.state.tokens.get(params.refresh_token ?? '')
  const session = token && sessionOf(sandbox, token.id)
  if (token?.kind !== 'refresh' || !session || session.issuer !== issuer) {
    await call.authenticate()
    throw invalidGrant('Invalid refresh token')
  }
  if (refreshing.has(session.id)) {
    throw new OAuthError('server_error', 'The session is being refreshed', 500)
  }
  refreshing.add(session.id)
  try {
    const { client, kid } = await call.authenticate()
    await wait(REFRESH_MS)
    checkRefresh(sandbox, session, token.id, { client_id: client.client_id, kid, jkt })
    return tokenResponse(sandbox, renewSession(sandbox, session))
  } finally {
    refreshing.delete(session.id)
  }
}

type ClientFacts = Pick<Session, 'client_id' | 'kid' | 'jkt'>

/** Throws OAuthError unless the same client calls with the same keys. */
function checkClient(caller: ClientFacts, expected: ClientFacts): void {
  if (caller.client_id !== expected.client_id) {
    throw invalidGrant('Token was not issued to this client')
  }
  if (caller.jkt !== expected.jkt) throw invalidGrant('DPoP proof does not match the expected JKT')
  if (caller.kid === expected.kid) return
  throw invalidGrant(
    'The session was initiated with a different key than the client assertion currently used',
  )
}

/** Throws OAuthError. Every refusal ends the session. */
function checkRefresh(
  sandbox: Sandbox,
  session: Readonly<Session>,
  tokenId: string,
  caller: ClientFacts,
): void {
  const token = sandbox.state.tokens.get(tokenId)!
  const grant = sandbox.state.grants.get(session.grant_id)
  if (!grant || session.hasEnded) throw invalidGrant('Invalid refresh token')
  try {
    if (tokenId !== session.refresh_token) throw invalidGrant('Refresh token replayed')
    checkClient(caller, session)
    if (hasExpired(sandbox, token)) throw invalidGrant(expiryMessage(sandbox, session))
    if (endReason(sandbox, token, grant)) throw invalidGrant('Invalid refresh token')
  } catch (error) {
    endSession(sandbox, session)
    throw error
  }
}

function expiryMessage(sandbox: Sandbox, session: Readonly<Session>): string {
  return sessionEndsAt(session) <= sandbox.clock.ms() ? 'Session expired' : 'Refresh token expired'
}

function tokenResponse(sandbox: Sandbox, session: Readonly<Session>) {
  const { access_token, refresh_token, account_id } = session
  const scopes = effectiveScopes(session, sandbox.state.grants.get(session.grant_id)!)
  const isWrong = settingsOf(sandbox).bluesky_token_sub === 'wrong'
  return {
    access_token,
    token_type: 'DPoP',
    refresh_token,
    scope: scopes.join(' '),
    expires_in: 3599,
    sub: isWrong ? foreignAccount(sandbox, session) : account_id,
  }
}

/** An account of another issuer, which this one must not speak for. */
function foreignAccount(sandbox: Sandbox, { issuer }: Readonly<Session>): string {
  return profiles(sandbox).find((account) => issuerOfPds(pdsOf(account)) !== issuer)!.id
}

/** `POST /oauth/revoke`: ends the token's session; unknown tokens are no error. */
export async function revokeToken(call: OAuthCall) {
  const { client } = await call.authenticate()
  const session = sessionOf(call.sandbox, call.params.token ?? '')
  const isOwn = session?.client_id === client.client_id && session.issuer === call.issuer
  if (session && isOwn && !session.hasEnded) endSession(call.sandbox, session)
  return {}
}
