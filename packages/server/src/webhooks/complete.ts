import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { DeliveryError } from '../resources/delivery.ts'
import { bytesLiteral, plainLiteral } from './literals.ts'
import { foldStreaks } from './streak.ts'

/** What one attempt came to, ready to be written. */
export type AttemptResult = {
  deliveryId: string
  /** As PostgreSQL wrote it. */
  deliveryCreatedAt: string
  endpointId: string
  token: string
  number: number
  once: boolean
  /** On top of the schedule, which goes on if it fails. */
  resend: boolean
  /** Test events count neither as failure nor as success. */
  counted: boolean
  url: string
  startedAt: Date
  completedAt: Date
  durationMs: number
  statusCode: number | null
  error: DeliveryError | null
  response: Buffer | null
  /** When the schedule goes on; `null` ends it. */
  retryAt: Date | null
}

/** What a completion changed on an endpoint. */
export type EndpointChange = { id: string; active: boolean; consecutive_failures: number }

const { failuresBeforeInactive, failuresBeforeWarning, failuresBeforeSpacing, spacingMsMax } =
  limits.webhook

const completeSql = `
with r as materialized (
  select delivery_id, created_at, token, number, once, resend, is_over, ($6::text[])[url] as url, started_at,
    duration_ms, status_code, error, response, retry_at, completed_at
  from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::int[], $5::bool[], $7::int[],
    $8::timestamptz[], $9::int[], $10::int[], $11::text[], $12::bytea[], $13::timestamptz[],
    $14::timestamptz[], $22::bool[], $23::bool[])
  as r (delivery_id, created_at, token, number, once, url,
    started_at, duration_ms, status_code, error, response, retry_at, completed_at, resend, is_over)
),
-- Locked, so that a resend that commits during this statement is counted.
held as materialized (
  select q.delivery_id, r.is_over and q.resends = r.resend::int as is_done
  from delivery_queue q join r on q.delivery_id = r.delivery_id and q.lease_token = r.token
  for update of q
),
removed as (
  delete from delivery_queue q using held where q.delivery_id = held.delivery_id and held.is_done
  returning q.delivery_id
),
retried as (
  update delivery_queue q
  set lease_until = null, lease_token = null, attempt = r.number + 1,
    due_at = coalesce(r.retry_at, q.due_at), once = q.once or r.is_over,
    resends = q.resends - r.resend::int, resent = q.resent + r.resend::int
  from r join held on held.delivery_id = r.delivery_id
  where q.delivery_id = r.delivery_id and not held.is_done
  returning q.delivery_id
),
logged as (
  insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code,
    error, response)
  select delivery_id, created_at, number, started_at, duration_ms, url, status_code, error, response
  from r
  on conflict (delivery_id, number, created_at) do update set
    started_at = excluded.started_at, duration_ms = excluded.duration_ms, url = excluded.url,
    status_code = excluded.status_code, error = excluded.error, response = excluded.response
  where excluded.error is null and attempt.error is not null
  returning delivery_id
),
-- First-try successes are not in here, so that they write nothing to the delivery.
decided as materialized (
  select r.delivery_id, r.created_at, r.completed_at, r.error is not null as failed
  from r left join removed on removed.delivery_id = r.delivery_id
  where case when r.error is null then r.once or removed.delivery_id is null
    else removed.delivery_id is not null end
),
marked as (
  update delivery d
  set outcome = case when decided.failed then 'failed' end,
    outcome_at = case when decided.failed then decided.completed_at end
  from decided
  where d.id = decided.delivery_id and d.created_at = decided.created_at
    and (decided.failed or d.outcome is not null)
),
s as (
  select endpoint_id, lead, ok, tail, peak, success_at, failure_at
  from unnest($15::text[], $16::int[], $17::bool[], $18::int[], $19::int[],
    $20::timestamptz[], $21::timestamptz[])
  as s (endpoint_id, lead, ok, tail, peak, success_at, failure_at)
),
-- Locked in one order, or concurrent completions deadlock; not written when nothing changed.
locked as materialized (
  select e.id, e.consecutive_failures as before from webhook_endpoint e join s on s.endpoint_id = e.id
  where e.active and (s.tail > 0 or s.lead > 0 or (s.ok and e.consecutive_failures <> 0)
    or (s.ok and (e.last_success_at is null or e.last_success_at <= s.success_at - interval '1 second')))
  order by e.id for update of e
),
changed as (
  update webhook_endpoint e set
    consecutive_failures = v.after,
    active = v.worst < ${failuresBeforeInactive},
    inactive_reason = case when v.worst >= ${failuresBeforeInactive} then 'failures' end,
    attempt_after = case when v.after >= ${failuresBeforeSpacing} then s.failure_at
      + make_interval(secs => least(${spacingMsMax / 1_000}, power(2, least(v.after - ${failuresBeforeSpacing}, 20)))) end,
    last_success_at = greatest(e.last_success_at, s.success_at),
    last_failure_at = greatest(e.last_failure_at, s.failure_at),
    updated_at = case when v.worst >= ${failuresBeforeInactive} then s.failure_at else e.updated_at end
  from locked join s on s.endpoint_id = locked.id
  cross join lateral (select
    case when s.ok then s.tail else locked.before + s.tail end as after,
    case when s.ok then greatest(locked.before + s.lead, s.peak) else locked.before + s.tail end as worst) v
  where e.id = locked.id and e.active
  returning e.id, e.owner_id, e.active, e.consecutive_failures, locked.before, s.failure_at
),
letters as (
  insert into mail_outbox (owner_id, kind, endpoint_id, data, created_at, due_at)
  select owner_id, case when active then 'webhook_warning' else 'webhook_disabled' end, id,
    jsonb_build_object('consecutive_failures', consecutive_failures), failure_at, failure_at
  from changed
  where not active or (before < ${failuresBeforeWarning}
    and consecutive_failures >= ${failuresBeforeWarning})
)
select id, active, consecutive_failures, (select count(*)::int from logged) as logged from changed
union all
select null, null, null, (select count(*)::int from logged)`

/**
 * Writes what a batch of attempts came to in one statement: the queue lets go of what is decided
 * and reschedules the rest, the history gets its rows, every endpoint its streak, and an endpoint
 * that reaches 50 consecutive failures becomes inactive together with its letter to the owner. A
 * result whose lease has passed to another is recorded but decides nothing. Answers the endpoints
 * that changed and how many attempts were recorded: fewer than given means some were sent twice.
 */
export async function completeDeliveries(
  db: Pick<pg.ClientBase, 'query'>,
  given: readonly AttemptResult[],
): Promise<{ changes: EndpointChange[]; logged: number }> {
  const results = withoutDoubles(given)
  const counted = given.filter((result) => result.counted)
  const streaks = [...foldStreaks(counted)]
  const urls = [...new Set(results.map((result) => result.url))]
  const { rows } = await db.query({
    name: 'webhooks-complete',
    text: completeSql,
    values: [
      plainLiteral(results, (result) => result.deliveryId),
      plainLiteral(results, (result) => `"${result.deliveryCreatedAt}"`),
      plainLiteral(results, (result) => result.token),
      plainLiteral(results, (result) => result.number),
      plainLiteral(results, (result) => result.once),
      urls,
      plainLiteral(results, (result) => urls.indexOf(result.url) + 1),
      plainLiteral(results, (result) => result.startedAt.toISOString()),
      plainLiteral(results, (result) => result.durationMs),
      plainLiteral(results, (result) => result.statusCode),
      plainLiteral(results, (result) => result.error),
      plainLiteral(results, (result) => result.response && bytesLiteral(result.response)),
      plainLiteral(results, (result) => result.retryAt?.toISOString()),
      plainLiteral(results, (result) => result.error && result.completedAt.toISOString()),
      streaks.map(([endpointId]) => endpointId),
      streaks.map(([, streak]) => streak.lead),
      streaks.map(([, streak]) => streak.ok),
      streaks.map(([, streak]) => streak.tail),
      streaks.map(([, streak]) => streak.peak),
      streaks.map(([, streak]) => streak.successAt),
      streaks.map(([, streak]) => streak.failureAt),
      plainLiteral(results, (result) => result.resend),
      plainLiteral(results, isOver),
    ],
  })
  return { changes: rows.filter((row) => row.id !== null), logged: rows.at(-1)!.logged }
}

/** Whether nothing of the delivery's schedule is left after this attempt. */
function isOver({ error, resend, once, retryAt }: AttemptResult): boolean {
  return error === null || (resend ? once : retryAt === null)
}

/**
 * Of two results for one attempt (a process that stalled past its lease sent it again) the one with
 * the newer lease stands: a statement cannot write one row twice.
 */
function withoutDoubles(results: readonly AttemptResult[]): AttemptResult[] {
  const newest = new Map<string, AttemptResult>()
  for (const result of results) {
    const other = newest.get(result.deliveryId)
    if (!other || BigInt(other.token) < BigInt(result.token)) newest.set(result.deliveryId, result)
  }
  return [...newest.values()]
}
