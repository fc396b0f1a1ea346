import type { Context } from 'hono'
import type { Account, Grant, Token } from '../core/records.ts'
import { bearer } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { endReason } from '../oauth/grants.ts'
import { TiktokError } from './responses.ts'

export type TiktokSession = {
  token: Readonly<Token>
  grant: Readonly<Grant>
  account: Readonly<Account>
  scopes: string[]
}

/** The caller of `Authorization: Bearer act.…`. Throws 401 access_token_invalid (tiktok.md §2). */
export function authenticate(context: Context<Env>, sandbox: Sandbox): TiktokSession {
  const token = sandbox.state.tokens.get(bearer(context) ?? '')
  const grant = token && sandbox.state.grants.get(token.grant_id)
  if (!token || !grant || token.kind !== 'access' || endReason(sandbox, token, grant)) {
    throw new TiktokError(
      401,
      'access_token_invalid',
      'The access token is invalid or not found in the request.',
    )
  }
  const scopes = token.scopes.filter((scope) => grant.permissions.includes(scope))
  return { token, grant, account: sandbox.state.accounts.get(grant.account_id)!, scopes }
}

/** Throws 401 scope_not_authorized if the person did not grant the scope (tiktok.md §2). */
export function requireScope(session: TiktokSession, scope: string): void {
  if (session.scopes.includes(scope)) return
  throw new TiktokError(
    401,
    'scope_not_authorized',
    'The user did not authorize the scope required for completing this request.',
  )
}
