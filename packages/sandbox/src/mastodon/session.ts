import type { Account, Registration, Token } from '../core/records.ts'
import { bearer } from '../core/request.ts'
import { endReason } from '../oauth/grants.ts'
import type { Call } from './call.ts'
import { MastodonError } from './errors.ts'
import { findApp } from './find-app.ts'
import { includesScope } from './scopes.ts'
import type { Server } from './servers.ts'

/** Why a login is refused, by `facts.login` of the account (mastodon.md §7). */
const loginProblems: Record<string, string> = {
  disabled: 'Your login is currently disabled',
  unconfirmed: 'Your login is missing a confirmed e-mail address',
  pending: 'Your login is currently pending approval',
}

export type Session = {
  token: Readonly<Token>
  app: Readonly<Registration>
  account: Readonly<Account>
}

/** The caller. Throws 401 or, at the other program, an empty 422; 403 without one of the scopes. */
export function authenticate(call: Call, ...scopes: string[]): Session {
  const token = findToken(call)
  const app = appOf(call, token)
  if (token.kind === 'app') {
    requireScope(token.scopes, scopes)
    throw new MastodonError(422, 'This method requires an authenticated user')
  }
  const { state } = call.sandbox
  const grant = state.grants.get(token.grant_id)
  const account = grant && state.accounts.get(grant.account_id)
  if (!grant || !account) throw invalidToken(call.server)
  const reason = endReason(call.sandbox, token, grant)
  if (reason === 463) throw invalidToken(call.server, 'The access token expired')
  if (reason !== null && reason !== 459) {
    throw invalidToken(call.server, 'The access token was revoked')
  }
  requireScope(
    token.scopes.filter((scope) => grant.permissions.includes(scope)),
    scopes,
  )
  const problem = loginProblems[reason === 459 ? 'disabled' : (account.facts?.login ?? '')]
  if (problem) throw new MastodonError(403, problem)
  return { token, app, account }
}

/** The caller, or null without a token: public things need none (mastodon.md §4.1). */
export function authenticateIfGiven(call: Call, ...scopes: string[]): Session | null {
  if (bearer(call.context) === null) return null
  const token = findToken(call)
  if (token.kind !== 'app') return authenticate(call, ...scopes)
  appOf(call, token)
  requireScope(token.scopes, scopes)
  return null
}

/** The app behind any token. */
export function authenticateApp(call: Call): Readonly<Registration> {
  const token = findToken(call)
  return token.kind === 'app' ? appOf(call, token) : authenticate(call).app
}

function findToken({ sandbox, server, context }: Call): Readonly<Token> {
  const token = sandbox.state.tokens.get(bearer(context) ?? '')
  if (token?.platform !== 'mastodon') throw invalidToken(server)
  return token
}

function appOf({ sandbox, server }: Call, token: Readonly<Token>): Readonly<Registration> {
  const clientId =
    token.kind === 'app' ? token.grant_id : sandbox.state.grants.get(token.grant_id)?.app_id
  const app = findApp(sandbox, server, clientId)
  if (!app) throw invalidToken(server)
  return app
}

function invalidToken(server: Server, text = 'The access token is invalid'): MastodonError {
  return server.isOtherProgram ? new MastodonError(422, '') : new MastodonError(401, text)
}

function requireScope(granted: readonly string[], anyOf: readonly string[]): void {
  if (anyOf.length === 0 || anyOf.some((scope) => includesScope(granted, scope))) return
  throw new MastodonError(403, 'This action is outside the authorized scopes')
}
