import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { callerOf, networkOf } from './caller.ts'
import { countUseInMemory, limitHeaders, refuseExceeded } from './rate-limit.ts'
import type { Vars } from './vars.ts'

/**
 * Counts an unauthenticated request (a hosted page, a sign-in, an unknown key) against its address;
 * 429 beyond the limit. An IPv6 address counts as its /64, which one customer has.
 */
export function countUnauthenticated(ctx: Context, ip: string | null): void {
  if (ip !== null) countUseInMemory(ctx, 'address', networkOf(ip))
}

/** Middleware that counts every request to a path without authentication. */
export function countUnauthenticatedRequests(ctx: Context): MiddlewareHandler<{ Variables: Vars }> {
  return async (call, next) => {
    countUnauthenticated(ctx, callerOf(ctx.config, call).ip)
    await next()
  }
}

/** Throws 429 for an address over its limit. Counts nothing. */
export function refuseUnauthenticated(ctx: Context, ip: string | null): void {
  if (ip !== null) refuseExceeded(ctx, 'address', networkOf(ip))
}

/** The `X-RateLimit-*` headers of a response that counts against no key. */
export function unauthenticatedHeaders(ctx: Context, ip: string | null): Record<string, string> {
  return limitHeaders(ctx, 'address', ip === null ? null : networkOf(ip))
}

const knownCredentials = new WeakMap<object, LRUCache<string, true>>()

/**
 * Whether these credentials, as a hash, have authenticated in this process before. They are still
 * checked on every request, but even when their address is over its limit.
 */
export function areKnownCredentials(ctx: Context, credentials: string): boolean {
  return knownCredentials.get(ctx.db)?.get(credentials) ?? false
}

export function rememberCredentials(ctx: Context, credentials: string, isValid: boolean): void {
  const credentialHashes =
    knownCredentials.get(ctx.db) ?? new LRUCache({ max: limits.rate.credentialsKeptMax })
  knownCredentials.set(ctx.db, credentialHashes)
  if (isValid) credentialHashes.set(credentials, true)
  else credentialHashes.delete(credentials)
}
