import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { hashToken } from '../security/secrets.ts'
import { type LimitName, type LimitRule, limitRules } from './limit-rules.ts'

/** A time window: the uses this process has left, and those it last saw left in the database. */
type Window = {
  start: number
  remaining: number
  sharedRemaining: number
  refill: Promise<unknown> | null
}

const windowsOf = new WeakMap<object, Map<LimitName, LRUCache<string, Window>>>()

/** Counts one use; 429 `rate_limited` beyond the limit, which all processes share. */
export async function countUse(ctx: Context, name: LimitName, key: string): Promise<void> {
  const { max, batchSize } = ruleOf(name)
  if (max(ctx.config) === 0) return
  if (batchSize === null) return countUseInMemory(ctx, name, key)
  if (batchSize === 1) {
    const { granted } = await reserveUses(ctx, name, key, 1)
    if (granted === 0) throw rateLimited(ctx, name)
    return
  }
  for (;;) {
    const window = windowOf(ctx, name, key)
    if (window.remaining > 0) {
      window.remaining -= 1
      return
    }
    if (window.sharedRemaining === 0) throw rateLimited(ctx, name)
    // Concurrent requests share one statement; otherwise most of the reserved uses would be wasted.
    window.refill ??= reserveUses(ctx, name, key, batchSize)
      .then(({ granted, remaining }) =>
        Object.assign(window, { remaining: granted, sharedRemaining: remaining }),
      )
      .finally(() => {
        window.refill = null
      })
    await window.refill
  }
}

/** The synchronous version, for limits that each process counts in memory. */
export function countUseInMemory(ctx: Context, name: LimitName, key: string): void {
  if (ruleOf(name).max(ctx.config) === 0) return
  refuseExceeded(ctx, name, key)
  windowOf(ctx, name, key).remaining -= 1
}

/** Throws 429 when this process knows that no uses are left. Counts nothing. */
export function refuseExceeded(ctx: Context, name: LimitName, key: string): void {
  if (ruleOf(name).max(ctx.config) === 0) return
  const { remaining, sharedRemaining } = windowOf(ctx, name, key)
  if (remaining === 0 && sharedRemaining === 0) throw rateLimited(ctx, name)
}

/** The `X-RateLimit-*` headers of a response; none when the limit is disabled. */
export function limitHeaders(
  ctx: Context,
  name: LimitName,
  key: string | null,
): Record<string, string> {
  const max = ruleOf(name).max(ctx.config)
  if (max === 0) return {}
  const window = key === null ? null : windowOf(ctx, name, key)
  return {
    'x-ratelimit-limit': String(max),
    'x-ratelimit-remaining': String(window ? window.remaining + window.sharedRemaining : max),
    'x-ratelimit-reset': String((startOf(ctx, name) + ruleOf(name).windowMs) / 1_000),
  }
}

/** Gives back uses that turned out to be legitimate. */
export async function refundUses(
  ctx: Context,
  name: LimitName,
  key: string,
  uses: number,
): Promise<void> {
  await ctx.db.query
    .updateTable('rate_window')
    .set({ used: sql`greatest(used - ${uses}, 0)` })
    .where('key_id', '=', rowKey(name, key))
    .execute()
}

export async function deleteOldWindows(ctx: Context): Promise<void> {
  for (const [name, { windowMs }] of Object.entries(limitRules)) {
    const since = new Date(ctx.clock.now().getTime() - windowMs)
    await ctx.db.query
      .deleteFrom('rate_window')
      .where('key_id', 'like', `${name}:%`)
      .where('window_start', '<=', since)
      .execute()
  }
}

function ruleOf(name: LimitName): LimitRule {
  return limitRules[name]
}

function startOf(ctx: Context, name: LimitName): number {
  const { windowMs } = ruleOf(name)
  return Math.floor(ctx.clock.now().getTime() / windowMs) * windowMs
}

/** The current window. A new one has all its uses in memory, or all in the database. */
function windowOf(ctx: Context, name: LimitName, key: string): Window {
  const windows = windowsOf.get(ctx.db) ?? new Map<LimitName, LRUCache<string, Window>>()
  windowsOf.set(ctx.db, windows)
  const windowsByKey =
    windows.get(name) ?? new LRUCache({ max: limits.rate.unauthenticatedAddressesMax })
  windows.set(name, windowsByKey)
  const start = startOf(ctx, name)
  const current = windowsByKey.get(key)
  if (current?.start === start) return current
  const { max, batchSize } = ruleOf(name)
  const maxUses = max(ctx.config)
  const remaining = batchSize === null ? maxUses : 0
  const window: Window = { start, remaining, sharedRemaining: maxUses - remaining, refill: null }
  windowsByKey.set(key, window)
  return window
}

/** Reserves up to `batchSize` uses in the shared count, never beyond the limit. */
async function reserveUses(ctx: Context, name: LimitName, key: string, batchSize: number) {
  const max = ruleOf(name).max(ctx.config)
  const start = new Date(startOf(ctx, name))
  const requested = Math.min(batchSize, max)
  const { rows } = await sql<{ used: number; granted: number }>`
    insert into rate_window as w (key_id, window_start, used, granted)
    values (${rowKey(name, key)}, ${start}, ${requested}, ${requested})
    on conflict (key_id) do update set
      used = case when w.window_start = ${start}
        then greatest(w.used, least(w.used + ${requested}, ${max})) else ${requested} end,
      granted = case when w.window_start = ${start}
        then greatest(least(${requested}, ${max} - w.used), 0) else ${requested} end,
      window_start = ${start}
    returning used, granted`.execute(ctx.db.query)
  const { used, granted } = rows[0]!
  return { granted, remaining: Math.max(0, max - used) }
}

/** Hashed, because a user may have typed a password into the email field. */
function rowKey(name: LimitName, key: string): string {
  return `${name}:${hashToken(`${name} ${key}`).toString('base64url')}`
}

function rateLimited(ctx: Context, name: LimitName): ServiceError {
  const { message, windowMs } = ruleOf(name)
  const leftMs = startOf(ctx, name) + windowMs - ctx.clock.now().getTime()
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1_000))
  return new ServiceError('rate_limited', { message, retryAfterSeconds })
}
