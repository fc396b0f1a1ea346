import { createHash } from 'node:crypto'
import { unix } from '../core/clock.ts'
import { token as randomToken } from '../core/ids.ts'
import type { Registration, Token } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { issueToken, redeemCode } from '../oauth/grants.ts'
import type { Call } from './call.ts'
import { MastodonError } from './errors.ts'
import { findApp } from './find-app.ts'
import { splitScopes } from './scopes.ts'
import { settingsOf } from './settings.ts'

/** Ten minutes, the default of Mastodon's OAuth library (memory). */
const CODE_LIFETIME_MS = 600_000

export const invalidClient =
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.'
const invalidGrant =
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.'

/** `POST /oauth/token`: a code, or the app itself. Tokens do not expire (mastodon.md §1.5). */
export function token(call: Call) {
  const { sandbox, input } = call
  const app = clientOf(call)
  const type = input.text('grant_type')
  if (type === 'authorization_code') return describe(sandbox, byCode(call, app))
  if (type === 'client_credentials') return describe(sandbox, forApp(call, app))
  throw new MastodonError(
    400,
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server.',
  )
}

/** The client by `client_secret_post` or `client_secret_basic`. Throws 401 invalid_client. */
function clientOf({ sandbox, server, input, context }: Call): Readonly<Registration> {
  const basic = /^Basic (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1]
  const [user, password] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':')
  const app = findApp(sandbox, server, input.text('client_id') ?? user)
  if (app && app.client_secret === (input.text('client_secret') ?? password)) return app
  throw new MastodonError(401, 'invalid_client', invalidClient)
}

function byCode({ sandbox, input }: Call, app: Readonly<Registration>): Readonly<Token> {
  const redeemed = redeemCode(sandbox, input.text('code'), {
    client_id: app.id,
    redirect_uri: input.text('redirect_uri'),
    lifetimeMs: CODE_LIFETIME_MS,
  })
  if ('problem' in redeemed) throw new MastodonError(400, 'invalid_grant', invalidGrant)
  const { code, grant } = redeemed
  if (code.code_challenge !== null) checkVerifier(code.code_challenge, input.text('code_verifier'))
  const facts = { kind: 'access' as const, prefix: '', lifetimeMs: null }
  return issueToken(sandbox, grant, { ...facts, scopes: code.scopes })
}

function checkVerifier(challenge: string, verifier = ''): void {
  const digest = createHash('sha256').update(verifier).digest('base64url')
  if (digest !== challenge) throw new MastodonError(400, 'invalid_grant', invalidGrant)
}

function forApp({ sandbox, input }: Call, app: Readonly<Registration>): Readonly<Token> {
  const scopes = splitScopes(input.text('scope'))
  if (!scopes.every((scope) => app.scopes.includes(scope))) {
    const text = 'The requested scope is invalid, unknown, or malformed.'
    throw new MastodonError(400, 'invalid_scope', text)
  }
  return sandbox.state.tokens.put({
    id: randomToken(''),
    platform: 'mastodon',
    kind: 'app',
    grant_id: app.id,
    page_id: null,
    scopes,
    issued_at: sandbox.clock.ms(),
    expires_at: null,
    epoch: 1,
  })
}

function describe(sandbox: Sandbox, { id, scopes, issued_at }: Readonly<Token>) {
  const { mastodon_token_omits_scope, mastodon_token_time_in_ms } = settingsOf(sandbox)
  return {
    access_token: id,
    token_type: 'Bearer',
    ...(mastodon_token_omits_scope ? {} : { scope: scopes.join(' ') }),
    created_at: mastodon_token_time_in_ms ? issued_at : unix(issued_at),
  }
}

/** `POST /oauth/revoke`: `{}`, also for an unknown token; 403 for a token of another app. */
export function revoke(call: Call) {
  const { sandbox, input } = call
  const app = clientOf(call)
  const token = sandbox.state.tokens.get(input.text('token') ?? '')
  if (!token) return {}
  const owner = sandbox.state.grants.get(token.grant_id)?.app_id ?? token.grant_id
  if (owner !== app.id) {
    const text = 'You are not authorized to revoke this token'
    throw new MastodonError(403, 'unauthorized_client', text)
  }
  if (token.kind === 'app') sandbox.state.tokens.remove(token.id)
  else sandbox.state.tokens.update(token.id, { epoch: 0 })
  return {}
}
