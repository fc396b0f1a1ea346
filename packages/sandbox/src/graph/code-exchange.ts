import { DAY_MS, HOUR_MS } from '../core/clock.ts'
import { issueToken, redeemCode } from '../oauth/grants.ts'
import { appOf, type GraphCall, type RawJson } from './call.ts'
import { badParameter, GraphError, invalidToken } from './errors.ts'
import { OAuthError } from './oauth-error.ts'
import { permissionsOf, type Session, sessionOf, tokenPrefixes } from './session.ts'

/** Codes of Threads and Instagram expire after one hour (threads.md §1.2). */
const CODE_LIFETIME_MS = HOUR_MS
export const SHORT_LIFETIME_MS = HOUR_MS
export const LONG_LIFETIME_MS = 60 * DAY_MS
/** The age at which a long-lived token can be refreshed (threads.md §1.6). */
const REFRESH_AGE_MS = DAY_MS
/** Meta's samples have a little less than 60 days (threads.md §1.5). */
export const LONG_EXPIRES_IN_S = 5_183_944

const USED = 'Matching code was not found or was already used'
const MISMATCH =
  'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'

/** Exchanges a code for a short-lived token of Threads or Instagram (threads.md §1.4, instagram.md §1.3). */
export function exchangeCode(
  call: GraphCall,
  write: (facts: { token: string; userId: string; scopes: string[] }) => string,
): RawJson {
  const { params, sandbox } = call
  const app = appOf(call)
  if (params.client_id !== app.client_id) throw new OAuthError('Invalid platform app')
  if (params.client_secret !== app.client_secret) {
    throw new OAuthError('Error validating client secret.')
  }
  if (params.grant_type !== 'authorization_code') throw new OAuthError('Invalid grant_type')
  const redeemed = redeemCode(sandbox, params.code, {
    client_id: app.client_id,
    redirect_uri: params.redirect_uri,
    lifetimeMs: CODE_LIFETIME_MS,
  })
  if ('problem' in redeemed) {
    throw new OAuthError(redeemed.problem === 'redirect_mismatch' ? MISMATCH : USED)
  }
  const { code, grant } = redeemed
  const token = issueToken(sandbox, grant, {
    kind: 'short',
    prefix: tokenPrefixes[call.platform],
    lifetimeMs: SHORT_LIFETIME_MS,
    scopes: code.scopes,
  })
  return { raw: write({ token: token.id, userId: grant.account_id, scopes: code.scopes }) }
}

function issueLong({ sandbox, platform }: GraphCall, { grant, token }: Session) {
  const long = issueToken(sandbox, grant, {
    kind: 'long',
    prefix: tokenPrefixes[platform],
    lifetimeMs: LONG_LIFETIME_MS,
    scopes: token.scopes,
  })
  return { access_token: long.id, token_type: 'bearer', expires_in: LONG_EXPIRES_IN_S }
}

/** Exchanges a short-lived token for a long-lived one (threads.md §1.5, instagram.md §1.4). */
export function exchangeForLong(call: GraphCall, grantType: string) {
  const { params } = call
  if (params.grant_type !== grantType) throw badParameter('Invalid grant_type')
  if (params.client_secret !== appOf(call).client_secret) {
    throw new GraphError('Error validating client secret.', { code: 1 })
  }
  if (!call.token) throw badParameter('Missing parameter: access_token')
  const session = sessionOf(call, call.token)
  if (session.token.kind !== 'short') {
    // The error for a token that is already long-lived (instagram.md §1.4).
    throw badParameter('Unsupported request - method type: get', 'IGApiException')
  }
  return issueLong(call, session)
}

/**
 * Refreshes a valid long-lived token of at least 24 h; needs the basic permission
 * (threads.md §1.6).
 */
export function refreshLong(call: GraphCall, grantType: string, basic: string) {
  const { params, sandbox } = call
  if (params.grant_type !== grantType) throw badParameter('Invalid grant_type')
  if (!call.token) throw badParameter('Missing parameter: access_token')
  const session = sessionOf(call, call.token)
  if (session.token.kind !== 'long') {
    throw invalidToken(467, appOf(call).client_id)
  }
  if (sandbox.clock.ms() - session.token.issued_at < REFRESH_AGE_MS) {
    throw badParameter('The access token must be at least 24 hours old to be refreshed')
  }
  if (!permissionsOf(session).includes(basic)) {
    throw new GraphError('Application does not have permission for this action', { code: 10 })
  }
  return issueLong(call, session)
}
