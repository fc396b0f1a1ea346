import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { App, Grant } from '../core/records.ts'
import { type Params, readParams } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { endReason, invalidateTokens, issueToken, redeemCode } from '../oauth/grants.ts'
import { failure, TiktokOAuthError } from './responses.ts'
import { settingsOf } from './settings.ts'
import { sendRemoved } from './webhooks.ts'

const REFRESH_LIFETIME_S = 31_536_000
/** Undocumented for Login Kit; ten minutes as in the Business API (tiktok.md §1.4). */
const CODE_LIFETIME_MS = 600_000

/** `POST /v2/oauth/token/`: code exchange and refresh (tiktok.md §1.4, §1.5). */
export async function tiktokToken(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  try {
    const params = await readForm(context)
    const app = clientOf(sandbox, params)
    if (params.grant_type === 'authorization_code')
      return context.json(byCode(sandbox, app, params))
    if (params.grant_type === 'refresh_token') return context.json(byRefresh(sandbox, params))
    if (params.grant_type === 'client_credentials') {
      return context.json({ access_token: 'clt.sandbox', expires_in: 7200, token_type: 'Bearer' })
    }
    throw new TiktokOAuthError('unsupported_grant_type', 'The request parameters are malformed.')
  } catch (error) {
    return failure(context, sandbox, error)
  }
}

async function readForm(context: Context<Env>): Promise<Params> {
  const type = context.req.header('content-type') ?? ''
  if (!type.includes('application/x-www-form-urlencoded')) {
    throw new TiktokOAuthError('invalid_request', 'The request parameters are malformed.')
  }
  return readParams(context)
}

function clientOf(sandbox: Sandbox, params: Params): Readonly<App> {
  const app = sandbox.state.apps.get('tiktok')!
  if (!params.client_secret) {
    throw new TiktokOAuthError('invalid_request', 'Client secret is missed in request.')
  }
  if (params.client_key !== app.client_id || params.client_secret !== app.client_secret) {
    throw new TiktokOAuthError('invalid_client', 'Client key or secret is incorrect.')
  }
  return app
}

function byCode(sandbox: Sandbox, app: Readonly<App>, params: Params) {
  const redeemed = redeemCode(sandbox, params.code, {
    client_id: app.client_id,
    redirect_uri: params.redirect_uri,
    lifetimeMs: CODE_LIFETIME_MS,
  })
  if (!('problem' in redeemed)) {
    checkVerifier(sandbox, redeemed.code.code_challenge, params.code_verifier)
    return issueTokens(sandbox, redeemed.grant, redeemed.code.scopes)
  }
  if (redeemed.problem === 'redirect_mismatch') {
    throw new TiktokOAuthError(
      'invalid_request',
      'Redirect_uri is not matched with the uri when requesting code.',
    )
  }
  throw new TiktokOAuthError('invalid_grant', 'Authorization code is invalid or expired.')
}

/** Verifies the hexadecimal challenge of a desktop app. Web apps need none (tiktok.md §1.2). */
function checkVerifier(
  sandbox: Sandbox,
  challenge: string | null,
  verifier: string | undefined,
): void {
  if (settingsOf(sandbox).tiktok_app_type === 'web') return
  const digest = createHash('sha256')
    .update(verifier ?? '')
    .digest('hex')
  const wellFormed = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier ?? '')
  if (!wellFormed || digest !== challenge) {
    throw new TiktokOAuthError('invalid_grant', 'Code verifier or code challenge is invalid.')
  }
}

/** A refresh token works once; the response has the next one (tiktok.md §1.5). */
function byRefresh(sandbox: Sandbox, params: Params) {
  const settings = settingsOf(sandbox)
  const token = sandbox.state.tokens.get(params.refresh_token ?? '')
  const grant = token && sandbox.state.grants.get(token.grant_id)
  if (!token || !grant || token.kind !== 'refresh' || endReason(sandbox, token, grant)) {
    if (grant && settings.tiktok_replay_ends_session) invalidateTokens(sandbox, grant.id, 467)
    throw new TiktokOAuthError(
      settings.tiktok_refresh_error,
      'Refresh token is invalid or expired.',
    )
  }
  const now = sandbox.clock.ms()
  sandbox.state.tokens.update(token.id, { expires_at: now })
  if (settings.tiktok_refresh_ends_access) {
    for (const other of sandbox.state.tokens.by('grant', grant.id)) {
      if (other.kind === 'access') sandbox.state.tokens.update(other.id, { expires_at: now })
    }
  }
  return issueTokens(sandbox, grant, token.scopes)
}

function issueTokens(sandbox: Sandbox, grant: Readonly<Grant>, scopes: string[]) {
  const { tiktok_access_seconds: accessSeconds } = settingsOf(sandbox)
  const access = issueToken(sandbox, grant, {
    kind: 'access',
    prefix: 'act.',
    lifetimeMs: accessSeconds * 1000,
    scopes,
  })
  const refresh = issueToken(sandbox, grant, {
    kind: 'refresh',
    prefix: 'rft.',
    lifetimeMs: REFRESH_LIFETIME_S * 1000,
    scopes,
  })
  return {
    access_token: access.id,
    expires_in: accessSeconds,
    open_id: grant.account_id,
    refresh_expires_in: REFRESH_LIFETIME_S,
    refresh_token: refresh.id,
    scope: scopes.filter((scope) => grant.permissions.includes(scope)).join(','),
    token_type: 'Bearer',
  }
}

/**
 * `POST /v2/oauth/revoke/`: an empty response, then `authorization.removed` with reason 5
 * (tiktok.md §1.5).
 */
export async function tiktokRevoke(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  try {
    const params = await readForm(context)
    clientOf(sandbox, params)
    const token = sandbox.state.tokens.get(params.token ?? '')
    const grant = token && sandbox.state.grants.get(token.grant_id)
    if (!token || !grant || token.kind !== 'access' || endReason(sandbox, token, grant)) {
      throw new TiktokOAuthError('invalid_request', 'The request parameters are malformed.')
    }
    sandbox.state.grants.update(grant.id, { status: 'removed', permissions: [] })
    invalidateTokens(sandbox, grant.id, 458)
    sendRemoved(sandbox, grant.account_id, 5)
    return context.body(null, 200)
  } catch (error) {
    return failure(context, sandbox, error)
  }
}
