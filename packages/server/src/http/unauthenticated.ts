import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { callerOf, networkOf } from './caller.ts'
import { countUseInMemory, limitHeaders, refuseExceeded } from './rate-limit.ts'
import type { Vars } from './vars.ts'

/**
 * Counts a request without known credentials (a hosted page, a sign-in, an unknown key) against its
 * address; an IPv6 address counts as its /64, which is what one customer has.
 */
export function countUnauthenticated(ctx: Context, ip: string | null): void {
  if (ip !== null) countUseInMemory(ctx, 'address', networkOf(ip))
}

/** Counts every request of a path that needs no credentials. */
export function countUnauthenticatedRequests(ctx: Context): MiddlewareHandler<{ Variables: Vars }> {
  return async (call, next) => {
    countUnauthenticated(ctx, callerOf(ctx.config, call).ip)
    await next()
  }
}

/** 429 for an address over its limit, before any work is done for it. Counts nothing. */
export function refuseUnauthenticated(ctx: Context, ip: string | null): void {
  if (ip !== null) refuseExceeded(ctx, 'address', networkOf(ip))
}

/** The headers of an answer that was counted against no key. */
export function unauthenticatedHeaders(ctx: Context, ip: string | null): Record<string, string> {
  return limitHeaders(ctx, 'address', ip === null ? null : networkOf(ip))
}

const workedOf = new WeakMap<object, LRUCache<string, true>>()

/**
 * Whether this process has seen these credentials (their hash) work. They permit nothing: they are
 * looked up again, but also for an address that is over its limit.
 */
export function areKnownCredentials(ctx: Context, credentials: string): boolean {
  return workedOf.get(ctx.db)?.get(credentials) ?? false
}

export function rememberCredentials(ctx: Context, credentials: string, works: boolean): void {
  const worked = workedOf.get(ctx.db) ?? new LRUCache({ max: limits.rate.credentialsKeptMax })
  workedOf.set(ctx.db, worked)
  if (works) worked.set(credentials, true)
  else worked.delete(credentials)
}
