import type pg from 'pg'
import { limits } from '../../../core/limits.ts'
import type { EventType } from '../../../schemas/event.ts'

type QueryRunner = Pick<pg.Pool, 'query'>

/** An endpoint at the time of the claim. */
export type ClaimedEndpoint = {
  owner_id: string
  active: boolean
  url: string
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_until: Date | null
  consecutive_failures: number
}

/** A delivery that this process may attempt until its lease expires. */
export type ClaimedDelivery = {
  delivery_id: string
  /** PostgreSQL's text: a `Date` would lose the microseconds that the comparison needs. */
  delivery_created_at: string
  endpoint_id: string
  /** The number of the attempt to make. */
  number: number
  once: boolean
  /** Requested with `resend`: an attempt in addition to the schedule. */
  resend: boolean
  /** The attempt's number in the schedule, which does not count resends. */
  step: number
  /** The fencing token: a completion whose token differs from the row's changes nothing. */
  token: string
  event_type: EventType
  /** The text to sign and send; empty when it was erased or is of a profile the endpoint is not bound to. */
  body: string
  /** One object for all deliveries of an endpoint in a claim; `null` if it was deleted. */
  endpoint: ClaimedEndpoint | null
}

export type ClaimRequest = {
  endpointId: string
  /** How many deliveries of the endpoint may be claimed. */
  slots: number
  /** How many this process has already claimed. */
  claimed: number
}

const readyEndpointsMax = 5_000

const readySql = `
with recursive e as (
  (select endpoint_id from delivery_queue order by endpoint_id limit 1)
  union all
  select (select q.endpoint_id from delivery_queue q where q.endpoint_id > e.endpoint_id
    order by q.endpoint_id limit 1)
  from e where e.endpoint_id is not null)
select e.endpoint_id, coalesce(w.owner_id, '') as owner_id, w.active is true as open
from e left join webhook_endpoint w on w.id = e.endpoint_id
where e.endpoint_id is not null and (w.active is not true
  or exists (select 1 from delivery_queue q where q.endpoint_id = e.endpoint_id and q.due_at <= $1)
  or exists (select 1 from delivery_queue q where q.endpoint_id = e.endpoint_id and q.resends > 0))
limit ${readyEndpointsMax}`

/** An endpoint with rows in the queue. It is inactive or deleted if not `open`. */
export type ReadyEndpoint = { endpoint_id: string; owner_id: string; open: boolean }

/**
 * Endpoints with due deliveries, and closed endpoints whose rows must be skipped. A skip scan over the
 * queue's index: one probe per endpoint however long its backlog (5 ms for 201 endpoints and 200,000
 * rows).
 */
export async function findReadyEndpoints(db: QueryRunner, now: Date): Promise<ReadyEndpoint[]> {
  const { rows } = await db.query<ReadyEndpoint>({
    name: 'webhooks-ready',
    text: readySql,
    values: [now],
  })
  return rows
}

/**
 * The claim commits asynchronously. If PostgreSQL crashes, its last claims may be lost, and their
 * deliveries are claimed and sent again, as when a lease expires. A completion is durable, and every
 * claim before it with it.
 */
const claimSql = `
with token as materialized (
  select nextval('lease_token_sequence') as value, set_config('synchronous_commit', 'off', true)),
requested as materialized (
  select f.endpoint_id, e.owner_id, e.profile_id, e.active, e.url, e.secret_sealed, e.previous_secret_sealed,
    e.previous_secret_until, e.consecutive_failures,
    failing.failing, failing.failing and e.last_failure_at > $4::timestamptz
      - interval '${limits.webhook.retrySpacingMs} milliseconds' as retries_wait,
    e.active and e.attempt_after > $4 as first_attempts_wait,
    case when failing.failing then least(f.slots, greatest(1 - f.already_claimed, 0)) else f.slots end as slots
  from unnest($1::text[], $2::int[], $3::int[]) as f (endpoint_id, slots, already_claimed)
  left join webhook_endpoint e on e.id = f.endpoint_id
  cross join lateral (select e.consecutive_failures >= ${limits.webhook.failuresBeforeSpacing} as failing) failing
),
claimed as (
  update delivery_queue q
  set lease_until = now() + interval '${limits.work.leaseSeconds} seconds', lease_token = token.value
  from token where q.delivery_id = any(array(
    select due.delivery_id from requested cross join lateral (
      select 1 as priority, resend.delivery_id from (
        select q.delivery_id from delivery_queue q
        where q.endpoint_id = requested.endpoint_id and requested.retries_wait is not true and q.resends > 0
          and (q.lease_until is null or q.lease_until < now())
        order by q.due_at, q.delivery_id limit requested.slots for update skip locked) resend
      union all
      select 2, retry.delivery_id from (
        select q.delivery_id from delivery_queue q
        where q.endpoint_id = requested.endpoint_id and requested.failing and not requested.retries_wait
          and q.attempt > 1 and not q.once and q.resends = 0 and q.due_at <= $4
          and (q.lease_until is null or q.lease_until < now())
        order by q.due_at, q.delivery_id limit requested.slots for update skip locked) retry
      union all
      select 3, first_attempt.delivery_id from (
        select q.delivery_id from delivery_queue q
        where q.endpoint_id = requested.endpoint_id and requested.first_attempts_wait is not true
          and q.due_at <= $4 and q.resends = 0
          and (q.lease_until is null or q.lease_until < now())
        order by q.due_at, q.delivery_id limit requested.slots for update skip locked) first_attempt
      order by priority limit requested.slots) due))
  returning q.delivery_id, q.delivery_created_at, q.endpoint_id, q.event_id, q.event_created_at,
    q.attempt, q.attempt - q.resent as step, q.resends > 0 as resend, q.once, q.lease_token
)
select a.endpoint_id, a.owner_id, a.active, a.url, a.secret_sealed, a.previous_secret_sealed,
  a.previous_secret_until, a.consecutive_failures, grouped.deliveries
from requested a join (
  select d.endpoint_id, json_agg(d) as deliveries
  from (
    select c.delivery_id, c.delivery_created_at::text, c.endpoint_id, c.attempt as number, c.once,
      c.resend, c.step, c.lease_token::text as token, event.type as event_type,
      case when requested.profile_id is null or requested.profile_id = event.profile_id
        then convert_from(event.body, 'UTF8') else '' end as body
    from claimed c join event on event.id = c.event_id and event.created_at = c.event_created_at
      join requested on requested.endpoint_id = c.endpoint_id) d
  group by d.endpoint_id) grouped on grouped.endpoint_id = a.endpoint_id`

/** One row for each endpoint, so that its URL and secrets are read once for all of its deliveries. */
type ClaimRow = {
  endpoint_id: string
  deliveries: Omit<ClaimedDelivery, 'endpoint'>[]
} & (ClaimedEndpoint | { active: null })

/**
 * Claims due deliveries, resends first, then the longest due, at most `slots` of each endpoint. A
 * failing endpoint gets one at a time: a resend or else a due retry, both at least a second after its
 * last failure, or else the longest due delivery after `attempt_after`. `now` decides what is due, the
 * database's clock leases. Processes may claim concurrently; no leased delivery is claimed again.
 */
export async function claimDeliveries(
  db: QueryRunner,
  requests: readonly ClaimRequest[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimRow>({
    name: 'webhooks-claim',
    text: claimSql,
    values: [
      requests.map((request) => request.endpointId),
      requests.map((request) => request.slots),
      requests.map((request) => request.claimed),
      now,
    ],
  })
  return rows.flatMap(({ deliveries, ...rest }) => {
    const endpoint = rest.active === null ? null : rest
    return deliveries.map((delivery) => ({ ...delivery, endpoint }))
  })
}

const unclaimSql = `
update delivery_queue q set lease_until = null, lease_token = null
from unnest($1::uuid[], $2::bigint[]) as r (delivery_id, token)
where q.delivery_id = r.delivery_id and q.lease_token = r.token`

/** Ends the leases of claimed deliveries that were not attempted, so that others can claim them. */
export async function releaseDeliveries(
  db: QueryRunner,
  claimed: readonly Pick<ClaimedDelivery, 'delivery_id' | 'token'>[],
): Promise<void> {
  await db.query({
    name: 'webhooks-unclaim',
    text: unclaimSql,
    values: [claimed.map((row) => row.delivery_id), claimed.map((row) => row.token)],
  })
}
