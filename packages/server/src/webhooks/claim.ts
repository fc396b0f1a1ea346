import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { EventType } from '../resources/event.ts'

type Queries = Pick<pg.Pool, 'query'>

/** A delivery that this process may now attempt, until its lease ends. */
export type ClaimedDelivery = {
  delivery_id: string
  delivery_created_at: Date
  endpoint_id: string
  /** The number of the attempt to make. */
  number: number
  once: boolean
  /** The fence: a completion with another token than the row's changes nothing. */
  token: string
  event_type: EventType
  /** The bytes to sign and send; empty when the profile was erased. */
  body: Buffer
} & (
  | {
      active: boolean
      url: string
      secret_sealed: Buffer
      previous_secret_sealed: Buffer | null
      previous_secret_until: Date | null
      consecutive_failures: number
    }
  /** The endpoint was deleted after the event. */
  | { active: null; url: null }
)

/** How many deliveries of an endpoint may be claimed, and how many it has in flight here. */
export type Ask = { endpointId: string; slots: number; inFlight: number }

const readyEndpointsMax = 5_000

const readySql = `
with recursive e as (
  (select endpoint_id from delivery_queue order by endpoint_id limit 1)
  union all
  select (select q.endpoint_id from delivery_queue q where q.endpoint_id > e.endpoint_id
    order by q.endpoint_id limit 1)
  from e where e.endpoint_id is not null)
select e.endpoint_id, w.active is true as open
from e left join webhook_endpoint w on w.id = e.endpoint_id
where e.endpoint_id is not null and (w.active is not true or exists
  (select 1 from delivery_queue q where q.endpoint_id = e.endpoint_id and q.due_at <= $1))
limit ${readyEndpointsMax}`

/** An endpoint with rows in the queue; one that is not open is inactive or deleted. */
export type ReadyEndpoint = { endpoint_id: string; open: boolean }

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

const claimSql = `
with token as materialized (select nextval('lease_token_sequence') as value),
asked as (
  select f.endpoint_id,
    case when e.consecutive_failures >= ${limits.webhook.failuresBeforeSpacing}
      then least(f.slots, greatest(1 - f.in_flight, 0)) else f.slots end as slots
  from unnest($1::text[], $2::int[], $3::int[]) as f (endpoint_id, slots, in_flight)
  left join webhook_endpoint e on e.id = f.endpoint_id
  where e.attempt_after is null or e.attempt_after <= $4 or not e.active
),
chosen as (
  select due.delivery_id from asked cross join lateral (
    select q.delivery_id from delivery_queue q
    where q.endpoint_id = asked.endpoint_id and q.due_at <= $4
      and (q.lease_until is null or q.lease_until < now())
    order by q.due_at, q.delivery_id limit asked.slots for update skip locked) due
),
claimed as (
  update delivery_queue q
  set lease_until = now() + interval '${limits.webhook.leaseSeconds} seconds', lease_token = token.value,
    lease_holder = $5
  from chosen, token where q.delivery_id = chosen.delivery_id
  returning q.delivery_id, q.delivery_created_at, q.endpoint_id, q.event_id, q.event_created_at,
    q.attempt, q.once, q.lease_token
)
select c.delivery_id, c.delivery_created_at, c.endpoint_id, c.attempt as number, c.once,
  c.lease_token as token, event.type as event_type, event.body,
  e.active, e.url, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until,
  e.consecutive_failures
from claimed c
join event on event.id = c.event_id and event.created_at = c.event_created_at
left join webhook_endpoint e on e.id = c.endpoint_id`

/**
 * Claims due deliveries of the endpoints asked for, the longest due first, never more than each has
 * slots: one dead endpoint's backlog hides nobody. A failing endpoint gives one at a time, not
 * before its `attempt_after`. What is due goes by `now`, leases by the database's clock. Any number
 * of processes may claim at once; no delivery is claimed twice while its lease stands.
 */
export async function claimDeliveries(
  db: Queries,
  asks: readonly Ask[],
  now: Date,
  holder: number | null = null,
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimedDelivery>({
    name: 'webhooks-claim',
    text: claimSql,
    values: [
      asks.map((ask) => ask.endpointId),
      asks.map((ask) => ask.slots),
      asks.map((ask) => ask.inFlight),
      now,
      holder,
    ],
  })
  return rows
}

const unclaimSql = `
update delivery_queue q set lease_until = null, lease_token = null, lease_holder = null
from unnest($1::uuid[], $2::bigint[]) as r (delivery_id, token)
where q.delivery_id = r.delivery_id and q.lease_token = r.token`

/** Ends leases of deliveries that were claimed and then not attempted: others may claim them now. */
export async function unclaim(
  db: Queries,
  claimed: readonly Pick<ClaimedDelivery, 'delivery_id' | 'token'>[],
): Promise<void> {
  await db.query({
    name: 'webhooks-unclaim',
    text: unclaimSql,
    values: [claimed.map((row) => row.delivery_id), claimed.map((row) => row.token)],
  })
}
