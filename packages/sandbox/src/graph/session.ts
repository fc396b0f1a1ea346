import type { Account, Grant, Token } from '../core/records.ts'
import { endReason } from '../oauth/grants.ts'
import { appOf, type GraphCall } from './call.ts'
import { GraphError, invalidToken, noSuchObject, tokenExpired, unreadableToken } from './errors.ts'

/** Token prefixes of the platforms; other text is not a token (instagram.md §0). */
export const tokenPrefixes = { threads: 'THQV', instagram: 'IGAA', facebook: 'EAA' } as const

/** The caller: a valid token, its grant, and its account or page. */
export type Session = {
  token: Readonly<Token>
  grant: Readonly<Grant>
  /** The person's profile. */
  user: Readonly<Account>
  /** The page for a page token, otherwise the profile. */
  account: Readonly<Account>
}

/** The caller's session. Throws the documented error for a missing or invalid token (threads.md §7). */
export function authenticate(call: GraphCall): Session {
  if (!call.token) {
    throw new GraphError('An access token is required to request this resource.', { code: 104 })
  }
  return sessionOf(call, call.token)
}

export function sessionOf(call: GraphCall, text: string): Session {
  const { state, clock } = call.sandbox
  if (!text.startsWith(tokenPrefixes[call.platform])) throw unreadableToken()
  const token = state.tokens.get(text)
  const clientId = appOf(call).client_id
  if (!token || token.platform !== call.platform) throw invalidToken(467, clientId)
  const grant = state.grants.get(token.grant_id)!
  const reason = endReason(call.sandbox, token, grant)
  if (reason === 463) throw tokenExpired(new Date(token.expires_at ?? 0), clock.now())
  if (reason === 492) throw roleLost()
  if (reason) throw invalidToken(reason, clientId)
  const user = state.accounts.get(grant.account_id)!
  const account = token.page_id ? state.accounts.get(token.page_id)! : user
  return { token, grant, user, account }
}

function roleLost(): GraphError {
  const message =
    "Error validating access token: The session's user no longer has the role on the Page needed for this access token."
  return new GraphError(message, { code: 190, error_subcode: 492 })
}

/** The token's scopes that the person has not withdrawn since it was issued. */
export function permissionsOf(session: Session): string[] {
  const { page_id } = session.token
  // A page deselected in a later dialog is no longer covered (facebook.md §1.4).
  if (page_id && !session.grant.page_ids.includes(page_id)) return []
  return session.token.scopes.filter((scope) => session.grant.permissions.includes(scope))
}

/** Throws code 10 if a permission is missing (threads.md §7). */
export function requirePermissions(session: Session, ...permissions: string[]): void {
  const grantedPermissions = permissionsOf(session)
  const missing = permissions.find((permission) => !grantedPermissions.includes(permission))
  if (!missing) return
  if (session.token.platform === 'facebook') {
    throw new GraphError(
      `(#10) This endpoint requires the '${missing}' permission or the 'Page Public Content Access' feature.`,
      { code: 10 },
    )
  }
  const type = session.token.platform === 'threads' ? 'THApiException' : 'IGApiException'
  throw new GraphError('Application does not have permission for this action', { code: 10, type })
}

/** The caller's session, which has these permissions. */
export function sessionWith(call: GraphCall, ...permissions: string[]): Session {
  const session = authenticate(call)
  requirePermissions(session, ...permissions)
  return session
}

/** The same for a path that names the caller. */
export function selfSession(call: GraphCall, id: string, ...permissions: string[]): Session {
  const session = authenticate(call)
  requireSelf(call, session, id)
  requirePermissions(session, ...permissions)
  return session
}

/** Returns the session's account if `id` is `me` or one of its ids; otherwise throws 100/33. */
export function requireSelf(call: GraphCall, session: Session, id: string): Readonly<Account> {
  const { account } = session
  if (id === 'me' || id === account.id || id === account.second_id) return account
  throw noSuchObject(id, call.method)
}
