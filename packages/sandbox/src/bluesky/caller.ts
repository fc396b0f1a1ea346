import type { Context } from 'hono'
import type { Account } from '../core/records.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { endReason } from '../oauth/grants.ts'
import { checkProof, ProofError } from './dpop.ts'
import { XrpcError } from './errors.ts'
import { allowsRpc } from './scopes.ts'
import { issuerOfPds, type Pds, pdsOf } from './servers.ts'
import { effectiveScopes, hasExpired, sessionOf } from './sessions.ts'

/** The account that calls its server, with the scopes of the session. */
export type Caller = { account: Readonly<Account>; scopes: string[]; isActive: boolean }

/** Passed on to the service that answers `app.bsky.…`. */
const APPVIEW = 'did:web:api.bsky.app#bsky_appview'

/** Who calls with `Authorization: DPoP …`. Throws XrpcError 401 (bluesky.md §1.4, §7). */
export function authenticate(context: Context<Env>, sandbox: Sandbox, pds: Pds): Caller {
  const [scheme = '', text = ''] = (context.req.header('authorization') ?? '').split(' ')
  if (!text) throw new XrpcError(401, 'AuthMissing', 'Authentication Required')
  if (scheme.toLowerCase() !== 'dpop') {
    throw new XrpcError(400, 'InvalidToken', 'Malformed token')
  }
  const jkt = proofOf(context, sandbox, pds, text)
  const token = sandbox.state.tokens.get(text)
  const session = token && sessionOf(sandbox, text)
  const grant = session && sandbox.state.grants.get(session.grant_id)
  if (!token || !grant || session.issuer !== issuerOfPds(pds)) {
    throw refused('invalid_token', 'Invalid token')
  }
  // The end of a token's time is seen first, also if the session has ended.
  if (hasExpired(sandbox, token)) {
    throw refused('invalid_token', '"exp" claim timestamp check failed')
  }
  if (jkt !== session.jkt) throw refused('invalid_token', 'Invalid DPoP key binding')
  if (endReason(sandbox, token, grant)) throw refused('invalid_token', 'Invalid token')
  const account = sandbox.state.accounts.get(session.account_id)!
  // A server that the account has left keeps it deactivated.
  const isActive = account.status !== 'deactivated' && pdsOf(account) === pds
  return { account, scopes: effectiveScopes(session, grant), isActive }
}

function proofOf(context: Context<Env>, sandbox: Sandbox, pds: Pds, token: string): string {
  try {
    return checkProof(context, sandbox, pds, token)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    if (error.error === 'use_dpop_nonce') context.set('mustRepeat', true)
    throw refused(error.error, error.message)
  }
}

function refused(error: string, message: string): XrpcError {
  const description = message.includes('"') ? '' : `, error_description="${message}"`
  const challenge = `DPoP algs="ES256", error="${error}"${description}`
  return new XrpcError(401, error, message, { 'www-authenticate': challenge })
}

/** Throws XrpcError 401 if the owner has deactivated the account. */
export function requireActive({ isActive }: Caller): void {
  if (!isActive) throw new XrpcError(401, 'AccountDeactivated', 'Account is deactivated')
}

export function scopeMissing(scope: string): XrpcError {
  return new XrpcError(403, 'ScopeMissingError', `Missing required scope "${scope}"`)
}

/** Throws XrpcError 403 if the session may not call this method of the service `audience`. */
export function requireRpc(caller: Caller, method: string, audience = APPVIEW): void {
  if (allowsRpc(caller.scopes, method, audience)) return
  throw scopeMissing(`rpc:${method}?aud=${audience.replace('#', '%23')}`)
}
