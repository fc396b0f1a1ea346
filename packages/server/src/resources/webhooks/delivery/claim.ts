import type pg from 'pg'
import { limits } from '../../../core/limits.ts'
import type { EventType } from '../../../schemas/event.ts'

type Queries = Pick<pg.Pool, 'query'>

/** An endpoint as it was when deliveries of it were claimed. */
export type ClaimedEndpoint = {
  owner_id: string
  active: boolean
  url: string
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_until: Date | null
  consecutive_failures: number
}

/** A delivery that this process may now attempt, until its lease ends. */
export type ClaimedDelivery = {
  delivery_id: string
  /** As PostgreSQL writes it: a `Date` would lose the microseconds that equality needs. */
  delivery_created_at: string
  endpoint_id: string
  /** The number of the attempt to make. */
  number: number
  once: boolean
  /** It was asked for by hand: an attempt on top of the schedule. */
  resend: boolean
  /** The number of the attempt in the schedule: without those that were resends. */
  step: number
  /** The fence: a completion with another token than the row's changes nothing. */
  token: string
  event_type: EventType
  /** The text to sign and send; empty when it was erased or is of a profile the endpoint is not bound to. */
  body: string
  /** One object for all of an endpoint in a claim; `null`: it was deleted after the event. */
  endpoint: ClaimedEndpoint | null
}

export type ClaimRequest = {
  endpointId: string
  /** How many deliveries of the endpoint may be claimed. */
  slots: number
  /** How many of it are claimed here already. */
  inFlight: number
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

/** An endpoint with rows in the queue; one that is not open is inactive or deleted. */
export type ReadyEndpoint = { endpoint_id: string; owner_id: string; open: boolean }

/**
 * The endpoints that have something due, and those whose rows nobody will send any more: a skip
 * scan over the queue's index, one look per endpoint however long its backlog (5 ms over 201
 * endpoints and 200,000 rows; webhooks.md §3).
 */
export async function findReadyEndpoints(db: Queries, now: Date): Promise<ReadyEndpoint[]> {
  const { rows } = await db.query<ReadyEndpoint>({
    name: 'webhooks-ready',
    text: readySql,
    values: [now],
  })
  return rows
}

/**
 * The claim's commit is not waited for: when PostgreSQL itself breaks down, the last claims may be
 * forgotten with it, and what they took is claimed and sent again, as after the end of a lease. A
 * completion is durable, and with it every claim before it.
 */
const claimSql = `
with token as materialized (
  select nextval('lease_token_sequence') as value, set_config('synchronous_commit', 'off', true)),
asked as materialized (
  select f.endpoint_id, e.owner_id, e.profile_id, e.active, e.url, e.secret_sealed, e.previous_secret_sealed,
    e.previous_secret_until, e.consecutive_failures,
    failing.failing, failing.failing and e.last_failure_at > $4::timestamptz
      - interval '${limits.webhook.retrySpacingMs} milliseconds' as resting,
    e.active and e.attempt_after > $4 as first_attempts_rest,
    case when failing.failing then least(f.slots, greatest(1 - f.in_flight, 0)) else f.slots end as slots
  from unnest($1::text[], $2::int[], $3::int[]) as f (endpoint_id, slots, in_flight)
  left join webhook_endpoint e on e.id = f.endpoint_id
  cross join lateral (select e.consecutive_failures >= ${limits.webhook.failuresBeforeSpacing} as failing) failing
),
claimed as (
  update delivery_queue q
  set lease_until = now() + interval '${limits.work.leaseSeconds} seconds', lease_token = token.value
  from token where q.delivery_id = any(array(
    select due.delivery_id from asked cross join lateral (
      select 1 as turn, resend.delivery_id from (
        select q.delivery_id from delivery_queue q
        where q.endpoint_id = asked.endpoint_id and asked.resting is not true and q.resends > 0
          and (q.lease_until is null or q.lease_until < now())
        order by q.due_at, q.delivery_id limit asked.slots for update skip locked) resend
      union all
      select 2, retry.delivery_id from (
        select q.delivery_id from delivery_queue q
        where q.endpoint_id = asked.endpoint_id and asked.failing and not asked.resting
          and q.attempt > 1 and not q.once and q.resends = 0 and q.due_at <= $4
          and (q.lease_until is null or q.lease_until < now())
        order by q.due_at, q.delivery_id limit asked.slots for update skip locked) retry
      union all
      select 3, fresh.delivery_id from (
        select q.delivery_id from delivery_queue q
        where q.endpoint_id = asked.endpoint_id and asked.first_attempts_rest is not true
          and q.due_at <= $4 and q.resends = 0
          and (q.lease_until is null or q.lease_until < now())
        order by q.due_at, q.delivery_id limit asked.slots for update skip locked) fresh
      order by turn limit asked.slots) due))
  returning q.delivery_id, q.delivery_created_at, q.endpoint_id, q.event_id, q.event_created_at,
    q.attempt, q.attempt - q.resent as step, q.resends > 0 as resend, q.once, q.lease_token
)
select a.endpoint_id, a.owner_id, a.active, a.url, a.secret_sealed, a.previous_secret_sealed,
  a.previous_secret_until, a.consecutive_failures, lot.deliveries
from asked a join (
  select d.endpoint_id, json_agg(d) as deliveries
  from (
    select c.delivery_id, c.delivery_created_at::text, c.endpoint_id, c.attempt as number, c.once,
      c.resend, c.step, c.lease_token::text as token, event.type as event_type,
      case when asked.profile_id is null or asked.profile_id = event.profile_id
        then convert_from(event.body, 'UTF8') else '' end as body
    from claimed c join event on event.id = c.event_id and event.created_at = c.event_created_at
      join asked on asked.endpoint_id = c.endpoint_id) d
  group by d.endpoint_id) lot on lot.endpoint_id = a.endpoint_id`

/** One row for each endpoint: its url and secrets come once, however many deliveries it has. */
type ClaimRow = {
  endpoint_id: string
  deliveries: Omit<ClaimedDelivery, 'endpoint'>[]
} & (ClaimedEndpoint | { active: null })

/**
 * Claims due deliveries of the endpoints asked for, resends first, then the longest due, never more
 * than each has slots: no endpoint's backlog delays another. A failing endpoint gives one at a time: a
 * resend, else a due retry, both a second after its last failure, else the longest due after its
 * `attempt_after`, so that what was tried keeps its schedule. What is due goes by `now`, leases by the
 * database's clock. Any number of processes may claim at once; no delivery is claimed twice while its
 * lease stands.
 */
export async function claimDeliveries(
  db: Queries,
  asks: readonly ClaimRequest[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimRow>({
    name: 'webhooks-claim',
    text: claimSql,
    values: [
      asks.map((ask) => ask.endpointId),
      asks.map((ask) => ask.slots),
      asks.map((ask) => ask.inFlight),
      now,
    ],
  })
  // Taken out: the driver's queries of a connection keep each other alive, and with them their rows
  // (259 MB for a worker instead of 311).
  return rows.splice(0).flatMap(({ deliveries, ...rest }) => {
    const endpoint = rest.active === null ? null : rest
    return deliveries.map((delivery) => ({ ...delivery, endpoint }))
  })
}

const unclaimSql = `
update delivery_queue q set lease_until = null, lease_token = null
from unnest($1::uuid[], $2::bigint[]) as r (delivery_id, token)
where q.delivery_id = r.delivery_id and q.lease_token = r.token`

/** Ends leases of deliveries that were claimed and then not attempted: others may claim them now. */
export async function releaseDeliveries(
  db: Queries,
  claimed: readonly Pick<ClaimedDelivery, 'delivery_id' | 'token'>[],
): Promise<void> {
  await db.query({
    name: 'webhooks-unclaim',
    text: unclaimSql,
    values: [claimed.map((row) => row.delivery_id), claimed.map((row) => row.token)],
  })
}
