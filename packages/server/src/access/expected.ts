import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../database/open.ts'
import type { Scope } from './scope.ts'

const scopesMax = 2_000
const lastOf = new WeakMap<Reader, Map<string, Scope>>()

/**
 * The scope that the same credentials had when they were last looked at, or nothing. It permits nothing:
 * whoever reads ahead by it keeps the answer to itself until the key was read again, and throws it away
 * unless `confirmScope` answers this same object.
 */
export function expectedScope(db: Reader, credentials: string): Scope | undefined {
  return lastOf.get(db)?.get(credentials)
}

/** What was expected where the scope is equal to it, else the scope, which is expected from now on. */
export function confirmScope(db: Reader, credentials: string, scope: Scope): Scope {
  const scopes = lastOf.get(db) ?? new Map<string, Scope>()
  lastOf.set(db, scopes)
  const last = scopes.get(credentials)
  if (last && isDeepStrictEqual(last, scope)) return last
  if (scopes.size >= scopesMax) scopes.clear()
  scopes.set(credentials, scope)
  return scope
}

/** Nothing is expected of credentials that were refused. */
export function forgetScope(db: Reader, credentials: string): void {
  lastOf.get(db)?.delete(credentials)
}
