import { randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../core/clock.ts'
import type { Grant, Token } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { issueToken } from '../oauth/grants.ts'
import { type Session, sessions } from './store.ts'

const ACCESS_LIFETIME_MS = HOUR_MS
/** Session and refresh token of a public client (bluesky.md §1.2). */
const PUBLIC_LIFETIME_MS = 14 * DAY_MS
/** A confidential client's session lasts two years, if its refresh token is used within three months. */
const SESSION_LIFETIME_MS = 730 * DAY_MS
const REFRESH_LIFETIME_MS = 90 * DAY_MS

type SessionFacts = Omit<
  Session,
  'id' | 'created_at' | 'access_token' | 'refresh_token' | 'hasEnded'
>

export function startSession(sandbox: Sandbox, facts: SessionFacts): Readonly<Session> {
  const id = randomBytes(12).toString('hex')
  const created_at = sandbox.clock.ms()
  const session = { ...facts, id, created_at, hasEnded: false }
  return sessions.put(sandbox, { ...session, ...newTokens(sandbox, session) })
}

/** Gives the session new tokens. The old ones end at once (bluesky.md §1.7). */
export function renewSession(sandbox: Sandbox, session: Readonly<Session>): Readonly<Session> {
  retireTokens(sandbox, session)
  return sessions.update(sandbox, session.id, newTokens(sandbox, session))
}

export function endSession(sandbox: Sandbox, session: Readonly<Session>): void {
  retireTokens(sandbox, session)
  sessions.update(sandbox, session.id, { hasEnded: true })
}

/** Ends every session of an account: a takedown, which lasts after it is lifted (bluesky.md §7). */
export function endSessionsOf(sandbox: Sandbox, accountId: string): void {
  for (const session of sessions.all(sandbox)) {
    if (session.account_id === accountId && !session.hasEnded) endSession(sandbox, session)
  }
}

function newTokens(
  sandbox: Sandbox,
  session: Pick<Session, 'id' | 'grant_id' | 'kid' | 'scopes' | 'created_at'>,
) {
  const grant = sandbox.state.grants.get(session.grant_id)!
  const refreshMs = session.kid === null ? PUBLIC_LIFETIME_MS : REFRESH_LIFETIME_MS
  const lifetime = Math.min(refreshMs, sessionEndsAt(session) - sandbox.clock.ms())
  const { scopes } = session
  const issue = (kind: 'access' | 'refresh', prefix: string, lifetimeMs: number) =>
    issueToken(sandbox, grant, { kind, prefix: `${prefix}-${session.id}-`, lifetimeMs, scopes }).id
  return {
    access_token: issue('access', 'tok', ACCESS_LIFETIME_MS),
    refresh_token: issue('refresh', 'ref', lifetime),
  }
}

export function sessionEndsAt({ kid, created_at }: Pick<Session, 'kid' | 'created_at'>): number {
  return created_at + (kid === null ? PUBLIC_LIFETIME_MS : SESSION_LIFETIME_MS)
}

/** Tokens of an earlier epoch do not count as live in the control API, and keep their expiry. */
function retireTokens({ state }: Sandbox, session: Readonly<Session>): void {
  for (const id of [session.access_token, session.refresh_token]) {
    if (state.tokens.get(id)) state.tokens.update(id, { epoch: 0 })
  }
}

/** Whether the token's own time is over, or was ended through the control API. */
export function hasExpired({ clock }: Sandbox, { expires_at }: Readonly<Token>): boolean {
  return expires_at !== null && expires_at <= clock.ms()
}

/** The session to which a token belongs, or belonged before a refresh. */
export function sessionOf(sandbox: Sandbox, token: string): Readonly<Session> | undefined {
  return sessions.get(sandbox, token.split('-')[1] ?? '')
}

/** The scopes of the session without those that the person took back through the control API. */
export function effectiveScopes(session: Readonly<Session>, grant: Readonly<Grant>): string[] {
  return session.scopes.filter((scope) => !grant.declined.includes(scope))
}
