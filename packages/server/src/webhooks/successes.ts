import type pg from 'pg'
import type { AttemptResult } from './complete.ts'
import { bytesLiteral, plainLiteral } from './literals.ts'
import { foldStreaks } from './streak.ts'

/**
 * What `completeDeliveries` does, for results that are all plain successes: a sixth less work for
 * PostgreSQL (35 µs became 29 for a delivery). A statement has no other way to undo itself than to
 * fail, so it divides by zero when a lease has passed to another, or a resend came in the meantime.
 */
const successesSql = `
with r as materialized (
  select delivery_id, created_at, token, number, url, started_at, duration_ms, status_code, response
  from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::int[], $5::int[], $6::timestamptz[],
    $7::int[], $8::int[], $9::bytea[])
  as r (delivery_id, created_at, token, number, url, started_at, duration_ms, status_code, response)
),
removed as (
  delete from delivery_queue q using r
  where q.delivery_id = r.delivery_id and q.lease_token = r.token and q.resends = 0
  returning 1
),
logged as (
  insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code,
    response)
  select delivery_id, created_at, number, started_at, duration_ms, ($10::text[])[url], status_code,
    response
  from r
),
-- Locked in one order, or concurrent completions deadlock; not written when nothing changed.
locked as materialized (
  select e.id, s.success_at
  from webhook_endpoint e join unnest($11::text[], $12::timestamptz[]) as s (endpoint_id, success_at)
    on s.endpoint_id = e.id
  where e.active and (e.consecutive_failures <> 0 or e.last_success_at is null
    or e.last_success_at <= s.success_at - interval '1 second')
  order by e.id for update of e
),
changed as (
  update webhook_endpoint e set consecutive_failures = 0, attempt_after = null,
    last_success_at = greatest(e.last_success_at, locked.success_at)
  from locked where e.id = locked.id and e.active
)
select 1 / (count(*) = $13)::int from removed`

const divisionByZero = '22012'
const uniqueViolation = '23505'

/**
 * Writes a batch of successes, or answers false and writes nothing: one of them is not the plain
 * case (a failure, a resend, an attempt recorded before, a lease that has passed to another), and
 * the batch is for `completeDeliveries`.
 */
export async function completeSuccesses(
  db: Pick<pg.ClientBase, 'query'>,
  results: readonly AttemptResult[],
): Promise<boolean> {
  if (results.some(({ error, once, resend }) => error !== null || once || resend)) return false
  const urls = [...new Set(results.map((result) => result.url))]
  const streaks = [...foldStreaks(results.filter((result) => result.counted))]
  try {
    await db.query({
      name: 'webhooks-successes',
      text: successesSql,
      values: [
        plainLiteral(results, (result) => result.deliveryId),
        plainLiteral(results, (result) => `"${result.deliveryCreatedAt}"`),
        plainLiteral(results, (result) => result.token),
        plainLiteral(results, (result) => result.number),
        plainLiteral(results, (result) => urls.indexOf(result.url) + 1),
        plainLiteral(results, (result) => result.startedAt.toISOString()),
        plainLiteral(results, (result) => result.durationMs),
        plainLiteral(results, (result) => result.statusCode),
        plainLiteral(results, (result) => result.response && bytesLiteral(result.response)),
        urls,
        streaks.map(([endpointId]) => endpointId),
        streaks.map(([, streak]) => streak.successAt),
        results.length,
      ],
    })
    return true
  } catch (err) {
    const code = (err as { code?: unknown }).code
    if (code !== divisionByZero && code !== uniqueViolation) throw err
    return false
  }
}
