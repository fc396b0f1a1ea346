import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import { limits } from '../base/limits.ts'
import { minuteOf, secondsLeftIn } from '../base/minute.ts'
import type { Context } from '../context.ts'

/**
 * Counts what an owner can look into networks with: a url whose host is looked up and a test, each of
 * which tells something about a host. 429 `rate_limited` beyond 120 in a minute (decision 015). Off
 * together with the rate limit.
 */
export async function countProbe(ctx: Context, scope: Scope): Promise<void> {
  if (ctx.config.requestsPerMinute === 0) return
  const now = ctx.clock.now().getTime()
  const start = new Date(minuteOf(now))
  const { rows } = await sql<{ used: number }>`
    insert into rate_window as w (key_id, window_start, used, granted)
    values (${`probes:${scope.ownerId}`}, ${start}, 1, 1)
    on conflict (key_id) do update set
      used = case when w.window_start = ${start} then w.used + 1 else 1 end, window_start = ${start}
    returning used`.execute(ctx.db.read)
  if (rows[0]!.used <= limits.webhook.probesPerMinute) return
  throw new ServiceError('rate_limited', {
    message: `At most ${limits.webhook.probesPerMinute} webhook urls may be given or tested in a minute.`,
    retryAfterSeconds: secondsLeftIn(now),
  })
}
