import { setTimeout as wait } from 'node:timers/promises'
import type { Sandbox } from '../core/sandbox.ts'
import { endReason } from '../oauth/grants.ts'
import { requestOfCode } from './consent.ts'
import { OAuthError } from './errors.ts'
import { sha256 } from './jwt.ts'
import type { OAuthCall } from './oauth.ts'
import { issuerOfPds, pdsOf, profiles } from './servers.ts'
import { effectiveScopes, endSession, renewSession, sessionOf, startSession } from './sessions.ts'
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
  throw new OAuthError('unsupported_grant_type', `Grant type "${grant_type}" not supported`)
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
  const isLate = sandbox.clock.ms() - code.created_at >= CODE_LIFETIME_MS
  if (isLate || client.client_id !== pushed.client_id) throw invalidGrant('Invalid code')
  if (kid !== pushed.kid) throw invalidGrant('Client authentication mismatch')
  if (params.redirect_uri !== pushed.redirect_uri) throw invalidGrant('redirect_uri does not match')
  if (jkt !== pushed.jkt) throw invalidGrant('DPoP key mismatch')
  const isVerifier = /^[A-Za-z0-9\-._~]{43,128}$/.test(params.code_verifier ?? '')
  if (!isVerifier || sha256(params.code_verifier!) !== pushed.code_challenge) {
    throw invalidGrant('Invalid code_verifier')
  }
  const { account_id } = sandbox.state.grants.get(code.grant_id)!
  const { client_id } = client
  const { scopes } = code
  const facts = { account_id, grant_id: code.grant_id, issuer, client_id, kid, jkt, scopes }
  const session = startSession(sandbox, facts)
  pushedRequests.update(sandbox, pushed.id, { session_id: session.id })
  return tokenResponse(sandbox, session)
}

async function byRefreshToken(call: OAuthCall) {
  const { sandbox, issuer, params, refreshing } = call
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
    checkRefresh(call, session, token.id, { client_id: client.client_id, kid })
    return tokenResponse(sandbox, renewSession(sandbox, session))
  } finally {
    refreshing.delete(session.id)
  }
}

/** Throws OAuthError. A refresh token that was used before also ends the session. */
function checkRefresh(
  { sandbox, jkt }: OAuthCall,
  session: Readonly<Session>,
  tokenId: string,
  client: Pick<Session, 'client_id' | 'kid'>,
): void {
  const token = sandbox.state.tokens.get(tokenId)!
  const grant = sandbox.state.grants.get(session.grant_id)
  if (client.client_id !== session.client_id || client.kid !== session.kid) {
    throw invalidGrant('Client authentication mismatch')
  }
  if (jkt !== session.jkt) throw invalidGrant('DPoP key mismatch')
  if (!grant || session.hasEnded || token.epoch < grant.epoch) {
    throw invalidGrant('Invalid refresh token')
  }
  if (tokenId !== session.refresh_token) {
    endSession(sandbox, session)
    throw invalidGrant('Refresh token replayed')
  }
  const reason = endReason(sandbox, token, grant)
  if (reason) throw invalidGrant(reason === 463 ? 'Session expired' : 'Invalid refresh token')
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
