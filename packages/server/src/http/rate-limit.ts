import type { Context as Call } from 'hono'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import { endOfMinute, minuteOf, secondsLeftIn } from '../base/minute.ts'
import type { Context } from '../context.ts'
import type { Vars } from './errors.ts'

const requestsTakenAtOnce = 10

/** What this process has taken from the shared count of a key's minute and not yet spent. */
type Share = { window: number; left: number; sharedLeft: number }

const sharesOf = new WeakMap<object, Map<string, Share>>()

/**
 * Counts a request against the minute of its key or member and sets the `X-RateLimit-*` headers; 429
 * `rate_limited` beyond the limit. Processes take requests from one shared row in small lots, so
 * together they never exceed the limit, and a busy key costs one write per lot.
 */
export async function countRequest(
  ctx: Context,
  scope: Scope,
  call: Call<{ Variables: Vars }>,
): Promise<void> {
  const max = ctx.config.requestsPerMinute
  if (max === 0) return
  const now = ctx.clock.now().getTime()
  const window = minuteOf(now)
  const shares = sharesOf.get(ctx.db) ?? new Map<string, Share>()
  sharesOf.set(ctx.db, shares)
  let share = shares.get(scope.actor.id)
  if (share?.window !== window || share.left === 0) {
    share = await take(ctx, scope.actor.id, window, max)
    shares.set(scope.actor.id, share)
  }
  const resetAt = Math.ceil(endOfMinute(now) / 1_000)
  const isOver = share.left === 0
  if (!isOver) share.left -= 1
  const headers = call.get('headers')
  headers['x-ratelimit-limit'] = String(max)
  headers['x-ratelimit-remaining'] = String(share.left + share.sharedLeft)
  headers['x-ratelimit-reset'] = String(resetAt)
  if (isOver) {
    throw new ServiceError('rate_limited', { retryAfterSeconds: secondsLeftIn(now) })
  }
}

/** Whether the minute of this key or member is used up, as far as this process has heard. */
export function isUsedUp(ctx: Context, actorId: string): boolean {
  const share = sharesOf.get(ctx.db)?.get(actorId)
  const isOfNow = share?.window === minuteOf(ctx.clock.now().getTime())
  return isOfNow && share.left === 0 && share.sharedLeft === 0
}

async function take(ctx: Context, keyId: string, window: number, max: number): Promise<Share> {
  const start = new Date(window)
  const lot = Math.min(requestsTakenAtOnce, max)
  const { rows } = await sql<{ used: number; granted: number }>`
    insert into rate_window as w (key_id, window_start, used, granted)
    values (${keyId}, ${start}, ${lot}, ${lot})
    on conflict (key_id) do update set
      used = case when w.window_start = ${start} then least(w.used + ${lot}, ${max}) else ${lot} end,
      granted = case when w.window_start = ${start}
        then least(w.used + ${lot}, ${max}) - w.used else ${lot} end,
      window_start = ${start}
    returning used, granted`.execute(ctx.db.read)
  const row = rows[0]!
  return { window, left: row.granted, sharedLeft: max - row.used }
}
