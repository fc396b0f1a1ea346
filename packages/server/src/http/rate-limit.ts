import type { Context as Call } from 'hono'
import { sql } from 'kysely'
import { ServiceError } from '../base/errors.ts'
import { minuteOf, secondsLeftIn } from '../base/minute.ts'
import type { Context } from '../context.ts'
import { limitHeaders } from './answer-headers.ts'
import type { Vars } from './errors.ts'

const requestsTakenAtOnce = 10

/** What this process has taken from the shared count of a key's minute and not yet spent. */
type Share = {
  window: number
  left: number
  sharedLeft: number
  /** How many requests wait for more, and the trip that brings it. */
  waiting: number
  trip: Promise<void> | null
}

const sharesOf = new WeakMap<object, Map<string, Share>>()

/**
 * Counts a request against the minute of its key or member and sets the `X-RateLimit-*` headers; 429
 * `rate_limited` beyond the limit. Processes take requests from one shared row in small lots, so
 * together they never exceed the limit, and a busy key costs one write per lot.
 */
export async function countRequest(
  ctx: Context,
  actorId: string,
  call: Call<{ Variables: Vars }>,
): Promise<void> {
  const max = ctx.config.requestsPerMinute
  if (max === 0) return
  const share = shareOf(ctx, actorId)
  const isWithin = await spend(ctx, actorId, share, max)
  const now = ctx.clock.now().getTime()
  Object.assign(call.get('headers'), limitHeaders(max, share.left + share.sharedLeft, now))
  if (!isWithin) {
    throw new ServiceError('rate_limited', { retryAfterSeconds: secondsLeftIn(now) })
  }
}

/** A request that is refused by its `Service-Profile` header counts against its key too. */
export async function countRefused(
  ctx: Context,
  err: unknown,
  call: Call<{ Variables: Vars }>,
): Promise<never> {
  if (err instanceof ServiceError && err.actorId) await countRequest(ctx, err.actorId, call)
  throw err
}

function shareOf(ctx: Context, keyId: string): Share {
  const shares = sharesOf.get(ctx.db) ?? new Map<string, Share>()
  sharesOf.set(ctx.db, shares)
  const share = shares.get(keyId) ?? { window: 0, left: 0, sharedLeft: 0, waiting: 0, trip: null }
  shares.set(keyId, share)
  return share
}

/**
 * Takes one request, or says that there is none left in this minute. Requests that come together share
 * a trip: would each take a lot of its own, all but one of the lots would lapse.
 */
async function spend(ctx: Context, keyId: string, share: Share, max: number): Promise<boolean> {
  for (;;) {
    if (share.window === minuteOf(ctx.clock.now().getTime())) {
      if (share.left > 0) {
        share.left -= 1
        return true
      }
      if (share.sharedLeft === 0) return false
    }
    share.waiting += 1
    share.trip ??= take(ctx, keyId, share, max).finally(() => {
      share.trip = null
    })
    await share.trip.finally(() => {
      share.waiting -= 1
    })
  }
}

/** Whether the minute of this key or member is used up, as far as this process has heard. */
export function isUsedUp(ctx: Context, actorId: string): boolean {
  const share = sharesOf.get(ctx.db)?.get(actorId)
  const isOfNow = share?.window === minuteOf(ctx.clock.now().getTime())
  return isOfNow && share.left === 0 && share.sharedLeft === 0
}

/** Ten, what a second's share of the limit is, or as many as wait: as far as there are any left. */
async function take(ctx: Context, keyId: string, share: Share, max: number): Promise<void> {
  const window = minuteOf(ctx.clock.now().getTime())
  const start = new Date(window)
  const lot = Math.min(Math.max(requestsTakenAtOnce, Math.ceil(max / 60), share.waiting), max)
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
  // What is left of the minute before lapses with it; of this one it is spent, or nobody would ask.
  share.window = window
  share.left = row.granted
  share.sharedLeft = max - row.used
}
