import { token } from '../core/ids.ts'
import { type Caller, requireRpc } from './caller.ts'
import { required } from './repo-read.ts'

/** `com.atproto.server.getSession`: works for a deactivated account too (bluesky.md §2). */
export function getSession({ account, isActive }: Caller) {
  const { id, username } = account
  const status = isActive ? { active: true } : { active: false, status: 'deactivated' }
  return { did: id, handle: username, ...status }
}

/** `com.atproto.server.getServiceAuth`: a token for another service, which nothing here checks. */
export function getServiceAuth(caller: Caller, query: URLSearchParams) {
  requireRpc(caller, required(query, 'lxm'), required(query, 'aud'))
  return { token: token('service.') }
}
