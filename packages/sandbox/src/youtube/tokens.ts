import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { DAY_MS } from '../core/clock.ts'
import type { App, Grant, Token } from '../core/records.ts'
import { type Params, readParams } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { endReason, invalidateTokens, issueToken, redeemCode } from '../oauth/grants.ts'
import { codeKindOf } from './consent.ts'
import { settingsOf } from './settings.ts'

const CODE_LIFETIME_MS = 600_000
/** A refresh token that is not used for six months ends, one of a project in testing after a week. */
const UNUSED_MS = 180 * DAY_MS
const TESTING_MS = 7 * DAY_MS
/** Per account and client; the oldest ends without a word (youtube.md §1.2). */
const REFRESH_TOKENS_MAX = 100

/** OAuth errors are flat (youtube.md §1.2). */
class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

async function respond(run: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await run())
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const body = { error: error.error, error_description: error.message }
    return Response.json(body, { status: error.status })
  }
}

/** `POST /token`: code exchange and refresh (youtube.md §1.2). */
export function youtubeToken(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  return respond(async () => {
    const params = await readParams(context)
    const app = sandbox.state.apps.get('youtube')!
    if (params.client_id !== app.client_id) {
      throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.')
    }
    if (params.client_secret !== app.client_secret) {
      throw new OAuthError(401, 'invalid_client', 'Unauthorized')
    }
    if (params.grant_type === 'authorization_code') return byCode(sandbox, app, params)
    if (params.grant_type === 'refresh_token') return byRefresh(sandbox, params)
    throw new OAuthError(400, 'unsupported_grant_type', 'Invalid grant_type')
  })
}

function byCode(sandbox: Sandbox, app: Readonly<App>, params: Params): object {
  const redeemed = redeemCode(sandbox, params.code, {
    client_id: app.client_id,
    redirect_uri: params.redirect_uri,
    lifetimeMs: CODE_LIFETIME_MS,
  })
  if ('problem' in redeemed) {
    if (redeemed.problem === 'redirect_mismatch') {
      throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request')
    }
    throw new OAuthError(400, 'invalid_grant', 'Malformed auth code.')
  }
  const { code, grant } = redeemed
  if (code.code_challenge) {
    const digest = createHash('sha256')
      .update(params.code_verifier ?? '')
      .digest('base64url')
    if (digest !== code.code_challenge) {
      throw new OAuthError(400, 'invalid_grant', 'Invalid code verifier.')
    }
  }
  const kind = codeKindOf(code.id)
  const isFirst = refreshTokensOf(sandbox, grant).length === 0
  const access = issueAccess(sandbox, grant, code.scopes)
  if (kind === 'online' || (kind === 'offline' && !isFirst)) return access
  const isTesting = settingsOf(sandbox).youtube_project === 'testing'
  const lifetimeMs = isTesting ? TESTING_MS : UNUSED_MS
  const refresh = issueToken(sandbox, grant, {
    kind: 'refresh',
    prefix: '1//0',
    lifetimeMs,
    scopes: code.scopes,
  })
  const all = refreshTokensOf(sandbox, grant)
  for (const old of all.slice(0, -REFRESH_TOKENS_MAX)) sandbox.state.tokens.remove(old.id)
  return {
    ...access,
    refresh_token: refresh.id,
    ...(isTesting ? { refresh_token_expires_in: TESTING_MS / 1000 - 1 } : {}),
  }
}

function refreshTokensOf(sandbox: Sandbox, grant: Readonly<Grant>): Readonly<Token>[] {
  return sandbox.state.tokens
    .by('grant', grant.id)
    .filter((token) => token.kind === 'refresh' && !endReason(sandbox, token, grant))
}

/** The response has no refresh token: the old one stays (youtube.md §1.2). */
function byRefresh(sandbox: Sandbox, params: Params): object {
  const token = sandbox.state.tokens.get(params.refresh_token ?? '')
  const grant = token && sandbox.state.grants.get(token.grant_id)
  if (!token || !grant || token.kind !== 'refresh' || endReason(sandbox, token, grant)) {
    throw new OAuthError(400, 'invalid_grant', 'Token has been expired or revoked.')
  }
  if (settingsOf(sandbox).youtube_project === 'production') {
    sandbox.state.tokens.update(token.id, { expires_at: sandbox.clock.ms() + UNUSED_MS })
  }
  return issueAccess(sandbox, grant, token.scopes)
}

function issueAccess(sandbox: Sandbox, grant: Readonly<Grant>, scopes: string[]) {
  const seconds = settingsOf(sandbox).youtube_access_seconds
  const access = issueToken(sandbox, grant, {
    kind: 'access',
    prefix: 'ya29.',
    lifetimeMs: seconds * 1000,
    scopes,
  })
  return {
    access_token: access.id,
    expires_in: seconds,
    scope: scopes.filter((scope) => grant.permissions.includes(scope)).join(' '),
    token_type: 'Bearer',
  }
}

/** `POST /revoke` ends every token of the person for this app (youtube.md §1.2). */
export function youtubeRevoke(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  return respond(async () => {
    const token = sandbox.state.tokens.get((await readParams(context)).token ?? '')
    const grant = token && sandbox.state.grants.get(token.grant_id)
    if (!token || !grant || endReason(sandbox, token, grant)) {
      throw new OAuthError(400, 'invalid_token', 'Token expired or revoked')
    }
    sandbox.state.grants.update(grant.id, { status: 'removed', permissions: [] })
    invalidateTokens(sandbox, grant.id, 458)
    return {}
  })
}
