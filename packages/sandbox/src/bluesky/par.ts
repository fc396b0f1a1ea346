import { randomBytes } from 'node:crypto'
import type { Sandbox } from '../core/sandbox.ts'
import { OAuthError } from './errors.ts'
import type { Client, OAuthCall } from './oauth-call.ts'
import { isTransitionScope } from './scopes.ts'
import { settingsOf } from './settings.ts'
import { pushedRequests } from './store.ts'

export const REQUEST_URI_PREFIX = 'urn:ietf:params:oauth:request_uri:req-'
const LIFETIME_MS = 300_000

/** `POST /oauth/par`: keeps the request for the browser (bluesky.md §1.5). */
export async function pushRequest(call: OAuthCall) {
  const { sandbox, issuer, params, jkt } = call
  const { client, kid } = await call.authenticate()
  const scopes = requestedScopes(sandbox, client, params.scope)
  checkParams(params)
  const redirect_uri = params.redirect_uri ?? ''
  if (!client.acceptsRedirect(redirect_uri)) {
    throw new OAuthError('invalid_request', `Invalid redirect_uri ${redirect_uri}`)
  }
  const { id } = pushedRequests.put(sandbox, {
    id: randomBytes(16).toString('hex'),
    issuer,
    client_id: client.client_id,
    client_name: client.name,
    kid,
    redirect_uri,
    state: params.state ?? null,
    scopes,
    code_challenge: params.code_challenge!,
    login_hint: params.login_hint ?? null,
    jkt,
    created_at: sandbox.clock.ms(),
    isDecided: false,
    session_id: null,
  })
  return { request_uri: REQUEST_URI_PREFIX + id, expires_in: LIFETIME_MS / 1000 - 1 }
}

/** Whether the person came to the page too late. */
export function hasExpired(sandbox: Sandbox, request: { created_at: number }): boolean {
  return sandbox.clock.ms() - request.created_at >= LIFETIME_MS
}

function requestedScopes(sandbox: Sandbox, client: Client, text = ''): string[] {
  const scopes = text.split(' ').filter(Boolean)
  const refuse = (message: string) => new OAuthError('invalid_scope', message)
  const undeclared = scopes.find((scope) => !client.scopes.includes(scope))
  if (undeclared) throw refuse(`Scope "${undeclared}" is not declared in the client metadata`)
  if (!scopes.includes('atproto')) throw refuse('The "atproto" scope is required')
  const unknown = scopes.find((scope) => !isTransitionScope(scope))
  if (unknown && settingsOf(sandbox).bluesky_scopes === 'transition') {
    throw refuse(`Unsupported scope "${unknown}"`)
  }
  return scopes
}

function checkParams(params: Record<string, string>): void {
  const refuse = (message: string) => new OAuthError('invalid_request', message)
  if (params.response_type !== 'code') {
    const message = `Unsupported response_type "${params.response_type}"`
    throw new OAuthError('unsupported_response_type', message)
  }
  if (!['query', undefined].includes(params.response_mode)) {
    throw refuse('The sandbox supports only response_mode "query"')
  }
  if (params.code_challenge_method !== 'S256') {
    throw refuse('atproto requires use of "S256" code_challenge_method')
  }
  if (!/^[\w-]{43}$/.test(params.code_challenge ?? '')) throw refuse('Invalid code_challenge')
  if (params.request_uri) throw refuse('request_uri is not allowed here')
}
