import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, Sandbox } from '../core/sandbox.ts'
import { redirectTo } from '../oauth/consent.ts'
import { findApp } from './find-app.ts'
import { scopeTexts, splitScopes } from './scopes.ts'
import { isCurrent, serverOfPath, servers } from './servers.ts'
import { invalidClient } from './tokens.ts'

const paths = servers.map(({ prefix }) => `${prefix}/oauth/authorize`)

/** `GET /oauth/authorize` of each server (mastodon.md §1.4). Errors stay on the page. */
export const mastodonDialog: ConsentDialog = {
  paths,
  isDialogPath: (pathname) => paths.includes(pathname),
  locked: [],
  scopeTexts,
  // A person allows the whole request; earlier tokens keep their scopes.
  isCumulative: true,
  check,
  refusal: () => null,
  labelOf: (account) => `@${account.second_id}`,
  newCode: () => token('', 32),
  allowedUrl: (request, code) => redirectTo(request.redirect_uri, { code, state: request.state }),
  cancelledUrl: (request) =>
    redirectTo(request.redirect_uri, {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      state: request.state,
    }),
}

function check(sandbox: Sandbox, params: URLSearchParams, path: string): ConsentCheck {
  const server = serverOfPath(path)!
  const app = findApp(sandbox, server, params.get('client_id'))
  if (!app) return refuse(401, 'invalid_client', invalidClient)
  const redirect_uri = params.get('redirect_uri')
  if (redirect_uri === null || !app.redirect_uris.includes(redirect_uri)) {
    const text = "The requested redirect uri is malformed or doesn't match client redirect URI."
    return refuse(400, 'invalid_redirect_uri', text)
  }
  if (params.get('response_type') !== 'code') {
    const text = 'The authorization server does not support this response type.'
    return refuse(400, 'unsupported_response_type', text)
  }
  const scopes = splitScopes(params.get('scope') ?? undefined)
  if (!scopes.every((scope) => app.scopes.includes(scope))) {
    const text = 'The requested scope is invalid, unknown, or malformed.'
    return refuse(400, 'invalid_scope', text)
  }
  const code_challenge = isCurrent(server) ? params.get('code_challenge') : null
  if (code_challenge && params.get('code_challenge_method') !== 'S256') {
    return refuse(400, 'invalid_request', 'The code_challenge_method must be S256.')
  }
  return {
    ok: true,
    request: {
      app: { name: app.name, client_id: app.id },
      accounts: sandbox.state.accounts
        .by('platform', 'mastodon:profile')
        .filter((account) => account.server === server.label),
      redirect_uri,
      state: params.get('state'),
      scopes,
      rerequest: false,
      isAllOrNothing: true,
      code_challenge,
    },
  }
}

function refuse(status: number, error: string, error_description: string): ConsentCheck {
  return { ok: false, error: { status, body: { error, error_description } } }
}
