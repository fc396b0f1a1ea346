import type { Context } from 'hono'
import { DAY_MS, unix } from '../core/clock.ts'
import type { App, Grant } from '../core/records.ts'
import { type Params, readParams } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { endReason, invalidateTokens, issueToken, redeemCode } from '../oauth/grants.ts'
import { settingsOf } from './settings.ts'

const CODE_LIFETIME_MS = 30 * 60_000
const ACCESS_MS = 60 * DAY_MS
const REFRESH_MS = 365 * DAY_MS

/** Errors of the login are flat (linkedin.md §1.2). */
class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

async function respond(
  context: Context<Env>,
  sandbox: Sandbox,
  run: (params: Params, app: Readonly<App>) => object | null,
): Promise<Response> {
  try {
    const params = await readParams(context)
    const app = sandbox.state.apps.get('linkedin')!
    if (params.client_id !== app.client_id || params.client_secret !== app.client_secret) {
      throw new OAuthError(401, 'invalid_client', 'Client authentication failed')
    }
    const body = run(params, app)
    return body === null ? new Response(null, { status: 200 }) : Response.json(body)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const body = { error: error.error, error_description: error.message }
    return Response.json(body, { status: error.status })
  }
}

/** `POST /oauth/v2/accessToken`: code exchange and refresh (linkedin.md §1.2, §1.3). */
export function accessToken(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  return respond(context, sandbox, (params, app) => {
    if (params.grant_type === 'refresh_token') return byRefresh(sandbox, params)
    if (params.grant_type === 'authorization_code') return byCode(sandbox, app, params)
    throw new OAuthError(400, 'invalid_request', 'A required parameter "grant_type" is missing')
  })
}

function byCode(sandbox: Sandbox, app: Readonly<App>, params: Params): object {
  const redeemed = redeemCode(sandbox, params.code, {
    client_id: app.client_id,
    redirect_uri: params.redirect_uri,
    lifetimeMs: CODE_LIFETIME_MS,
  })
  if ('problem' in redeemed) {
    if (redeemed.problem === 'unknown_or_used') {
      const text = 'Unable to retrieve access token: authorization code not found'
      throw new OAuthError(401, 'invalid_request', text)
    }
    const text =
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.'
    throw new OAuthError(400, 'invalid_redirect_uri', text)
  }
  const { code, grant } = redeemed
  // Another set of scopes ends all earlier tokens of the member (linkedin.md §1.2).
  const earlier = sandbox.state.tokens.by('grant', grant.id)
  if (earlier.some(({ scopes }) => scopes.join() !== code.scopes.join())) {
    invalidateTokens(sandbox, grant.id, 460)
  }
  const current = sandbox.state.grants.get(grant.id)!
  const access = issueAccess(sandbox, current, code.scopes, ACCESS_MS)
  if (!settingsOf(sandbox).linkedin_refresh_tokens) return access
  const kind = 'refresh' as const
  const facts = { kind, prefix: 'AQY', lifetimeMs: REFRESH_MS, scopes: code.scopes }
  const refresh = issueToken(sandbox, current, facts)
  return { ...access, refresh_token: refresh.id, refresh_token_expires_in: REFRESH_MS / 1_000 }
}

/** The refresh token stays and is not extended (linkedin.md §1.3). */
function byRefresh(sandbox: Sandbox, params: Params): object {
  const token = sandbox.state.tokens.get(params.refresh_token ?? '')
  const grant = token && sandbox.state.grants.get(token.grant_id)
  if (!token || !grant || token.kind !== 'refresh' || endReason(sandbox, token, grant)) {
    const text = 'The provided authorization grant or refresh token is invalid, expired or revoked'
    throw new OAuthError(400, 'invalid_request', text)
  }
  const left = token.expires_at! - sandbox.clock.ms()
  return {
    ...issueAccess(sandbox, grant, token.scopes, Math.min(ACCESS_MS, left)),
    refresh_token: token.id,
    refresh_token_expires_in: Math.floor(left / 1_000),
  }
}

function issueAccess(
  sandbox: Sandbox,
  grant: Readonly<Grant>,
  scopes: string[],
  lifetimeMs: number,
) {
  const access = issueToken(sandbox, grant, { kind: 'access', prefix: 'AQX', lifetimeMs, scopes })
  return {
    access_token: access.id,
    expires_in: Math.floor(lifetimeMs / 1_000),
    scope: scopes.filter((scope) => grant.permissions.includes(scope)).join(','),
    token_type: 'Bearer',
  }
}

/** `POST /oauth/v2/introspectToken` (linkedin.md §1.3). */
export function introspectToken(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  return respond(context, sandbox, (params, app) => {
    const token = sandbox.state.tokens.get(params.token ?? '')
    const grant = token && sandbox.state.grants.get(token.grant_id)
    if (!token || !grant) return { active: false }
    const ended = endReason(sandbox, token, grant)
    const scopes = token.scopes.filter((scope) => grant.permissions.includes(scope))
    return {
      active: !ended,
      client_id: app.client_id,
      authorized_at: unix(grant.updated_at),
      created_at: unix(token.issued_at),
      status: ended ? (ended === 463 ? 'expired' : 'revoked') : 'active',
      expires_at: unix(token.expires_at ?? 0),
      scope: scopes.join(','),
      auth_type: '3L',
    }
  })
}

/** `POST /oauth/v2/revoke` ends the whole grant (linkedin.md §1.3). */
export function revokeToken(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  return respond(context, sandbox, (params) => {
    const token = sandbox.state.tokens.get(params.token ?? '')
    if (token) {
      sandbox.state.grants.update(token.grant_id, { status: 'removed', permissions: [] })
      invalidateTokens(sandbox, token.grant_id, 458)
    }
    return null
  })
}
