import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../base/errors.ts'
import { limits } from '../base/limits.ts'
import { minuteOf, secondsLeftIn } from '../base/minute.ts'
import type { Context } from '../context.ts'
import { limitHeaders } from './answer-headers.ts'
import { callerOf, networkOf } from './caller.ts'
import type { Vars } from './errors.ts'

const { strangerRequestsPerMinute: max, strangersKeptMax, credentialsKeptMax } = limits.rate

type Count = { window: number; used: number }

const countsOf = new WeakMap<object, Map<string, Count>>()

/**
 * Counts a request that nobody vouches for (a hosted page, a sign-in, a key that is not known)
 * against the minute of its address; 429 `rate_limited` beyond the limit. Each process counts for
 * itself and in memory, so that a flood costs no write. An IPv6 address counts as its /64, which is
 * what one customer has. Off together with the rate limit, and where the address is not known.
 */
export function countStranger(ctx: Context, ip: string | null): void {
  if (ctx.config.requestsPerMinute === 0 || ip === null) return
  const now = ctx.clock.now().getTime()
  const window = minuteOf(now)
  const counts = countsOf.get(ctx.db) ?? new Map<string, Count>()
  countsOf.set(ctx.db, counts)
  const who = networkOf(ip)
  const before = counts.get(who)
  const count = before?.window === window ? before : { window, used: 0 }
  count.used += 1
  // Put at the end, so that the first are those who asked least recently.
  counts.delete(who)
  counts.set(who, count)
  if (counts.size > strangersKeptMax) counts.delete(counts.keys().next().value!)
  if (count.used > max) throw tooMany(now)
}

/** Counts every request of a path that needs no credentials. */
export function countStrangers(ctx: Context): MiddlewareHandler<{ Variables: Vars }> {
  return async (call, next) => {
    countStranger(ctx, callerOf(ctx.config, call).ip)
    await next()
  }
}

/** 429 for an address whose minute is used up, before any work is done for it. Counts nothing. */
export function refuseStranger(ctx: Context, ip: string | null): void {
  if (ctx.config.requestsPerMinute === 0 || ip === null) return
  const now = ctx.clock.now().getTime()
  const count = countsOf.get(ctx.db)?.get(networkOf(ip))
  if (count?.window === minuteOf(now) && count.used >= max) throw tooMany(now)
}

const workedOf = new WeakMap<object, LRUCache<string, true>>()

/**
 * Whether this process has seen these credentials (their hash) work. They permit nothing: they are
 * looked up again, but also for an address that is over its limit.
 */
export function haveWorked(ctx: Context, credentials: string): boolean {
  return workedOf.get(ctx.db)?.get(credentials) ?? false
}

export function noteWorked(ctx: Context, credentials: string, works: boolean): void {
  const worked = workedOf.get(ctx.db) ?? new LRUCache({ max: credentialsKeptMax })
  workedOf.set(ctx.db, worked)
  if (works) worked.set(credentials, true)
  else worked.delete(credentials)
}

function tooMany(now: number): ServiceError {
  return new ServiceError('rate_limited', {
    message: 'Too many requests from this address; see Retry-After.',
    retryAfterSeconds: secondsLeftIn(now),
  })
}

/** What an answer that was counted against no key says: what its address has left. */
export function strangerHeaders(ctx: Context, ip: string | null): Record<string, string> {
  if (ctx.config.requestsPerMinute === 0) return {}
  const now = ctx.clock.now().getTime()
  const count = ip === null ? undefined : countsOf.get(ctx.db)?.get(networkOf(ip))
  const used = count?.window === minuteOf(now) ? count.used : 0
  return limitHeaders(max, Math.max(0, max - used), now)
}
