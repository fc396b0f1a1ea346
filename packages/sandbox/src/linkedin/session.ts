import type { Context } from 'hono'
import type { Account } from '../core/records.ts'
import { bearer } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { endReason } from '../oauth/grants.ts'
import { accessDenied, LinkedinError } from './errors.ts'
import { settingsOf } from './settings.ts'

export type LinkedinSession = { member: Readonly<Account>; scopes: string[] }

/** Roles that may publish (linkedin.md §3). */
const publishing = [
  'ADMINISTRATOR',
  'CONTENT_ADMIN',
  'CONTENT_ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
]

/** The member of `Authorization: Bearer …` (linkedin.md §8). */
export function authenticate(context: Context<Env>, sandbox: Sandbox): LinkedinSession {
  const token = sandbox.state.tokens.get(bearer(context) ?? '')
  const grant = token && sandbox.state.grants.get(token.grant_id)
  if (!bearer(context)) {
    const code = 'EMPTY_ACCESS_TOKEN'
    throw new LinkedinError(401, code, 'Empty oauth2 access token', { serviceErrorCode: 65604 })
  }
  if (!token || !grant || token.kind !== 'access') throw invalidToken()
  const reason = endReason(sandbox, token, grant)
  const isNew = sandbox.clock.ms() < token.issued_at + settingsOf(sandbox).linkedin_new_token_ms
  if (reason === 458 || isNew) {
    const text = 'The token used in the request has been revoked by the user'
    throw new LinkedinError(401, 'REVOKED_ACCESS_TOKEN', text, { serviceErrorCode: 65601 })
  }
  if (reason === 463) {
    const text = 'The token used in the request has expired'
    throw new LinkedinError(401, 'EXPIRED_ACCESS_TOKEN', text, { serviceErrorCode: 65602 })
  }
  if (reason) throw invalidToken()
  const scopes = token.scopes.filter((scope) => grant.permissions.includes(scope))
  return { member: sandbox.state.accounts.get(grant.account_id)!, scopes }
}

function invalidToken(): LinkedinError {
  const text = 'Invalid access token'
  return new LinkedinError(401, 'INVALID_ACCESS_TOKEN', text, { serviceErrorCode: 65600 })
}

export function requireScope({ scopes }: LinkedinSession, scope: string, resource: string): void {
  if (!scopes.includes(scope)) throw accessDenied(resource)
}

/** Whether the author is the member, or a page on which the member may publish. */
export function requireAuthor(
  session: LinkedinSession,
  sandbox: Sandbox,
  author: string,
  resource: string,
): void {
  const isMember = author === session.member.id
  requireScope(session, isMember ? 'w_member_social' : 'w_organization_social', resource)
  if (!isMember && !rolesOn(sandbox, session, author).some((role) => publishing.includes(role))) {
    const text =
      'Field Value validation failed in REQUEST_BODY: Data Processing Exception [/author]'
    throw new LinkedinError(403, 'ACCESS_DENIED', text)
  }
}

/** Posts and images of a page can be read with a role on it; those of members never. */
export function requireReader(
  session: LinkedinSession,
  sandbox: Sandbox,
  author: string,
  resource: string,
): void {
  requireScope(session, 'r_organization_social', resource)
  if (rolesOn(sandbox, session, author).length === 0) throw accessDenied(resource)
}

function rolesOn(sandbox: Sandbox, { member }: LinkedinSession, id: string): string[] {
  return sandbox.state.accounts.get(id)?.page?.roles[member.id] ?? []
}
