import type pg from 'pg'
import { limits } from '../../../core/limits.ts'
import type { DeliveryError } from '../../../schemas/delivery.ts'
import { summarizeFailures } from './consecutive-failures.ts'

/** The result of one attempt, ready to be written. */
export type AttemptResult = {
  deliveryId: string
  /** PostgreSQL's text, with microseconds. */
  deliveryCreatedAt: string
  endpointId: string
  token: string
  number: number
  once: boolean
  /** In addition to the schedule, which continues if the attempt fails. */
  resend: boolean
  /** `false` for test events, which count neither as failure nor as success. */
  counted: boolean
  url: string
  startedAt: Date
  completedAt: Date
  durationMs: number
  statusCode: number | null
  error: DeliveryError | null
  response: Buffer | null
  signature: Buffer
  errorCode: string | null
  responseHeaders: Record<string, string> | null
  /** When the next scheduled attempt is due; `null` if there is none. */
  retryAt: Date | null
}

/** An endpoint that a completion changed. */
export type EndpointChange = { id: string; active: boolean; consecutive_failures: number }

const { failuresBeforeInactive, failuresBeforeWarning, failuresBeforeSpacing, spacingMsMax } =
  limits.webhook

const completeSql = `
with r as materialized (
  select delivery_id, created_at, token, number, once, resend, is_over, url, started_at, completed_at,
    duration_ms, status_code, error, response, signature, error_code, response_headers, retry_at
  from json_to_recordset($1) as r (delivery_id uuid, created_at timestamptz, token bigint,
    number int, once bool, resend bool, is_over bool, url text, started_at timestamptz,
    completed_at timestamptz, duration_ms int, status_code int, error text, response bytea,
    signature bytea, error_code text, response_headers jsonb, retry_at timestamptz)
),
-- Locked, so that a resend that commits during this statement is counted.
leased as materialized (
  select q.delivery_id, r.is_over and q.resends = r.resend::int as is_done
  from delivery_queue q join r on q.delivery_id = r.delivery_id and q.lease_token = r.token
  for update of q
),
removed as (
  delete from delivery_queue q using leased where q.delivery_id = leased.delivery_id and leased.is_done
  returning q.delivery_id
),
retried as (
  update delivery_queue q
  set lease_until = null, lease_token = null, attempt = r.number + 1,
    due_at = coalesce(r.retry_at, q.due_at), once = q.once or r.is_over,
    resends = q.resends - r.resend::int, resent = q.resent + r.resend::int
  from r join leased on leased.delivery_id = r.delivery_id
  where q.delivery_id = r.delivery_id and not leased.is_done
  returning q.delivery_id
),
logged as (
  insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code,
    error, response, signature, error_code, response_headers)
  select delivery_id, created_at, number, started_at, duration_ms, url, status_code, error, response,
    signature, error_code, response_headers
  from r
  on conflict (delivery_id, number, created_at) do update set
    started_at = excluded.started_at, duration_ms = excluded.duration_ms, url = excluded.url,
    status_code = excluded.status_code, error = excluded.error, response = excluded.response,
    signature = excluded.signature, error_code = excluded.error_code,
    response_headers = excluded.response_headers
  where excluded.error is null and attempt.error is not null
  returning delivery_id
),
-- Without successes at the first attempt, so that they write nothing to the delivery.
decided as materialized (
  select r.delivery_id, r.created_at, r.completed_at, r.error is not null as failed
  from r left join removed on removed.delivery_id = r.delivery_id
  where case when r.error is null then r.once or removed.delivery_id is null
    else removed.delivery_id is not null end
),
updated as (
  update delivery d
  set outcome = case when decided.failed then 'failed' end,
    outcome_at = case when decided.failed then decided.completed_at end
  from decided
  where d.id = decided.delivery_id and d.created_at = decided.created_at
    and (decided.failed or d.outcome is not null)
),
s as (
  select endpoint_id, lead, ok, tail, peak, success_at, failure_at
  from json_to_recordset($2) as s (endpoint_id text, lead int, ok bool, tail int, peak int,
    success_at timestamptz, failure_at timestamptz)
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
emails as (
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
 * Writes a batch of results in one statement: finished deliveries leave the queue, the rest are
 * rescheduled, attempts are logged, and an endpoint that reaches 50 consecutive failures becomes
 * inactive and its owner gets an email. A result whose lease passed to another process is logged but
 * decides nothing. Returns the changed endpoints and the number of logged attempts; fewer than
 * `results` means that some were sent twice.
 */
export async function completeDeliveries(
  db: Pick<pg.ClientBase, 'query'>,
  results: readonly AttemptResult[],
): Promise<{ changes: EndpointChange[]; logged: number }> {
  const counted = results.filter((result) => result.counted)
  const summaries = [...summarizeFailures(counted)].map(([endpoint_id, summary]) => ({
    endpoint_id,
    ...summary,
    success_at: summary.successAt,
    failure_at: summary.failureAt,
  }))
  const { rows } = await db.query({
    name: 'webhooks-complete',
    text: completeSql,
    values: [JSON.stringify(dropDuplicates(results).map(rowOf)), JSON.stringify(summaries)],
  })
  return { changes: rows.filter((row) => row.id !== null), logged: rows.at(-1)!.logged }
}

function rowOf(result: AttemptResult) {
  return {
    delivery_id: result.deliveryId,
    created_at: result.deliveryCreatedAt,
    token: result.token,
    number: result.number,
    once: result.once,
    resend: result.resend,
    is_over: isOver(result),
    url: result.url,
    started_at: result.startedAt,
    completed_at: result.completedAt,
    duration_ms: result.durationMs,
    status_code: result.statusCode,
    error: result.error,
    response: result.response && `\\x${result.response.toString('hex')}`,
    signature: `\\x${result.signature.toString('hex')}`,
    error_code: result.errorCode,
    response_headers: result.responseHeaders,
    retry_at: result.retryAt,
  }
}

/** Whether no scheduled attempt follows this one. */
function isOver({ error, resend, once, retryAt }: AttemptResult): boolean {
  return error === null || (resend ? once : retryAt === null)
}

/**
 * Keeps the result with the newer lease when a process that stalled past its lease sent an attempt
 * again: one statement cannot write a row twice.
 */
function dropDuplicates(results: readonly AttemptResult[]): AttemptResult[] {
  const newest = new Map<string, AttemptResult>()
  for (const result of results) {
    const previous = newest.get(result.deliveryId)
    if (!previous || BigInt(previous.token) < BigInt(result.token))
      newest.set(result.deliveryId, result)
  }
  return [...newest.values()]
}
