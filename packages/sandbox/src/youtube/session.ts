import type { Account, Grant } from '../core/records.ts'
import { bearer } from '../core/request.ts'
import { endReason } from '../oauth/grants.ts'
import type { YoutubeCall } from './call.ts'
import { scopePrefix } from './consent.ts'
import { YoutubeError } from './errors.ts'
import { hasChannel } from './people.ts'

export type YoutubeSession = {
  grant: Readonly<Grant>
  account: Readonly<Account>
  scopes: string[]
}

/** The caller of `Authorization: Bearer ya29.…` (youtube.md §8). */
export function authenticate({ context, sandbox }: YoutubeCall): YoutubeSession {
  const token = sandbox.state.tokens.get(bearer(context) ?? '')
  const grant = token && sandbox.state.grants.get(token.grant_id)
  if (!token || !grant || token.kind !== 'access' || endReason(sandbox, token, grant)) {
    throw new YoutubeError(401, 'authError', 'Invalid Credentials', {
      domain: 'global',
      location: 'Authorization',
      locationType: 'header',
    })
  }
  const scopes = token.scopes.filter((scope) => grant.permissions.includes(scope))
  return { grant, account: sandbox.state.accounts.get(grant.account_id)!, scopes }
}

/** Throws unless one of the scopes is granted. */
export function requireScope(session: YoutubeSession, ...names: string[]): void {
  if (names.some((name) => session.scopes.includes(scopePrefix + name))) return
  const message = 'Request had insufficient authentication scopes.'
  throw new YoutubeError(403, 'insufficientPermissions', message, { domain: 'global' })
}

/** The session of a call that needs a live channel. */
export function channelSession(call: YoutubeCall, ...scopes: string[]): YoutubeSession {
  const session = authenticate(call)
  requireScope(session, ...scopes)
  if (!hasChannel(session.account)) {
    throw new YoutubeError(401, 'youtubeSignupRequired', 'Unauthorized', {
      domain: 'youtube.header',
    })
  }
  const { status } = session.account
  if (status === 'suspended') {
    throw new YoutubeError(403, 'channelSuspended', 'The channel is suspended.')
  }
  if (status === 'deactivated') throw new YoutubeError(403, 'channelClosed', 'Channel closed.')
  return session
}
