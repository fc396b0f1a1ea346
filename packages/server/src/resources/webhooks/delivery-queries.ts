import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { timeOfUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import { rowLimit } from '../../database/statements.ts'
import type { DeliveryStatus } from '../../schemas/delivery.ts'
import type { EventType } from '../../schemas/event.ts'

/** Whether the endpoint still accepts the delivery; if not, the dispatchers skip it. */
const isAccepted = sql<boolean>`(webhook_endpoint.active
  and (webhook_endpoint.profile_id is null or webhook_endpoint.profile_id = delivery.profile_id))`

/**
 * A queued delivery is pending, or skipped if its endpoint no longer accepts it. One that is not queued
 * has its stored outcome, or succeeded.
 */
export const deliveryStatus = sql<DeliveryStatus>`case
  when delivery_queue.delivery_id is not null
    then case when ${isAccepted} then 'pending' else 'skipped' end
  else coalesce(delivery.outcome, 'succeeded') end`

/** Applied to both partitioned tables, so that the planner reads only the days in between. */
type TimeRange = { since: Date; until: Date }

/** A delivery with its last attempt. */
export type DeliveryRow = {
  id: string
  created_at: Date
  endpoint_id: string
  event_id: string
  event_created_at: Date
  event_type: EventType
  profile_id: string
  test: boolean
  outcome_at: Date | null
  due_at: Date | null
  endpoint_url: string
  last_number: number | null
  last_started_at: Date | null
  last_duration_ms: number | null
  last_url: string | null
  last_status_code: number | null
  last_error: string | null
  status: DeliveryStatus
}

/** The times of the deliveries' events, which limit the partitions to read; `null` without deliveries. */
export function eventTimes(deliveries: DeliveryRow[]): TimeRange | null {
  return rangeOf(deliveries.map((delivery) => delivery.event_created_at))
}

/** The same for their attempts, which are in the partitions of their deliveries. */
export function attemptTimes(deliveries: DeliveryRow[]): TimeRange | null {
  return rangeOf(deliveries.map((delivery) => delivery.created_at))
}

function rangeOf(times: Date[]): TimeRange | null {
  if (times.length === 0) return null
  const all = times.map((time) => time.getTime())
  return { since: new Date(Math.min(...all)), until: new Date(Math.max(...all)) }
}

/** Joins of the conditions that need the status. */
const statusJoins = sql`
  join webhook_endpoint on webhook_endpoint.id = delivery.endpoint_id
  left join delivery_queue on delivery_queue.delivery_id = delivery.id`

/**
 * The newest deliveries of an endpoint that match all conditions. The page is read first, in the order of
 * the endpoint's index, and then joined: joined first, all of the endpoint's deliveries would be read and
 * sorted. So that PostgreSQL chooses that order, it does not estimate the scope, which `coalesce` hides:
 * owner, profile and endpoint say the same, and their product is one row. A second bound on `created_at`
 * would have that effect, too.
 */
async function selectDeliveries(
  db: Queries,
  scope: Scope,
  endpointId: string,
  page: { conditions: RawBuilder<boolean>[]; hasStatus?: boolean; rows: number },
): Promise<DeliveryRow[]> {
  const conditions = [
    sql<boolean>`coalesce(${inScope(scope, 'delivery')}, false)`,
    sql<boolean>`delivery.endpoint_id = ${endpointId}`,
    ...page.conditions,
  ]
  const { rows } = await sql<DeliveryRow>`select delivery.id, delivery.created_at,
      delivery.endpoint_id, delivery.event_id, delivery.event_created_at, delivery.event_type,
      delivery.profile_id, delivery.test, delivery.outcome_at, delivery_queue.due_at,
      webhook_endpoint.url as endpoint_url, last.number as last_number,
      last.started_at as last_started_at, last.duration_ms as last_duration_ms, last.url as last_url,
      last.status_code as last_status_code, last.error as last_error, ${deliveryStatus} as status
    from (
      select delivery.* from delivery ${page.hasStatus ? statusJoins : sql``}
      where ${sql.join(conditions, sql` and `)}
      order by delivery.created_at desc, delivery.id desc limit ${rowLimit(page.rows)}
    ) delivery ${statusJoins}
    left join lateral (
      select number, started_at, duration_ms, url, status_code, error from attempt
      where attempt.delivery_id = delivery.id and attempt.created_at = delivery.created_at
      order by number desc limit 1
    ) last on true
    where ${inScope(scope, 'webhook_endpoint')}
    order by delivery.created_at desc, delivery.id desc`.execute(db)
  return rows
}

/** Events, and the times at which they and their deliveries were created, as text with microseconds. */
export type FoundEvents = {
  ids: string[]
  times: string[]
  oldest: Date | undefined
  newest: Date | undefined
}

/** More events about one resource than anything but test events can have. */
const foundEventsMax = 10_000

/**
 * The events with this ID or about these resources, the newest first. Reading them first leaves the list of
 * deliveries only the days and the rows of the index to read that it needs.
 */
export async function findEvents(
  db: Queries,
  scope: Scope,
  search: { eventId: string | null; resourceIds: string[] | null },
  { since, until }: TimeRange,
): Promise<FoundEvents> {
  const { eventId, resourceIds } = search
  const rows = await db
    .selectFrom('event')
    .select(['id', 'created_at', sql<string>`created_at::text`.as('time')])
    .where(inScope(scope, 'event'))
    .$if(eventId !== null, (query) => query.where('id', '=', eventId!))
    .$if(resourceIds !== null, (query) =>
      query.where(sql<boolean>`resource_id = any(${resourceIds})`),
    )
    .where(sql<boolean>`created_at >= ${since}`)
    .where(sql<boolean>`created_at <= ${until}`)
    .orderBy('created_at', 'desc')
    .limit(foundEventsMax)
    .execute()
  return {
    ids: rows.map(({ id }) => id),
    times: rows.map(({ time }) => time),
    oldest: rows.at(-1)?.created_at,
    newest: rows[0] && new Date(rows[0].created_at.getTime() + 1),
  }
}

export type DeliveryFilter = {
  statuses: DeliveryStatus[] | null
  eventTypes: EventType[] | null
  /** Deliveries of these events only. */
  events: FoundEvents | null
  until: Date | null
}

/** The start of the history at `now`. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - limits.webhook.historyDays * 86_400_000)
}

/** The largest difference between the clocks of two processes. */
const clockSkewMs = 3_600_000

export function latestCreatedAt(now: Date): Date {
  return new Date(now.getTime() + clockSkewMs)
}

/**
 * Tried first with a filter: a busy endpoint fills a page within a day, and a filter that few deliveries
 * pass reads each of the 31 partitions up to its first match.
 */
const firstSpanMs = 86_400_000
const firstUuid = '00000000-0000-0000-0000-000000000000'

/** One page of an endpoint's deliveries, the newest first. */
export async function listDeliveriesAfter(
  db: Queries,
  scope: Scope,
  endpointId: string,
  range: TimeRange,
  filter: DeliveryFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<DeliveryRow[]> {
  if (filter.events?.ids.length === 0) return []
  const since = filter.events?.oldest ?? range.since
  const before = after ?? (filter.until && [filter.until.toISOString(), firstUuid])
  const [conditions, hasStatus] = [conditionsOf(filter, endpointId), filter.statuses !== null]
  if (before) {
    conditions.push(
      sql<boolean>`(delivery.created_at, delivery.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`,
    )
  }
  const list = (from: Date) =>
    selectDeliveries(db, scope, endpointId, {
      conditions: [...conditions, sql<boolean>`delivery.created_at >= ${from}`],
      hasStatus,
      rows,
    })
  const until = before ? new Date(String(before[0])) : (filter.events?.newest ?? range.until)
  const dayBefore = new Date(until.getTime() - firstSpanMs)
  if ((hasStatus || filter.eventTypes) && dayBefore > since) {
    const page = await list(dayBefore)
    if (page.length === rows) return page
  }
  return await list(since)
}

function conditionsOf(filter: DeliveryFilter, endpointId: string): RawBuilder<boolean>[] {
  const { eventTypes, statuses, events } = filter
  return [
    ...(eventTypes ? [sql<boolean>`delivery.event_type = any(${eventTypes})`] : []),
    ...(statuses ? [isOneOf(statuses, endpointId)] : []),
    ...(events
      ? [
          sql<boolean>`(delivery.created_at = any(${events.times}::timestamptz[])
            and delivery.event_id = any(${events.ids}::uuid[]))`,
        ]
      : []),
  ]
}

/**
 * Uses conditions with statistics where possible: failed and skipped deliveries are in a partial index,
 * pending ones in the queue. (A page of failures among 3,000,000 rows took 800 ms by `status`.)
 */
function isOneOf(statuses: readonly DeliveryStatus[], endpointId: string): RawBuilder<boolean> {
  const marked = statuses.filter((each) => each === 'failed' || each === 'skipped')
  const isQueued = sql<boolean>`(delivery_queue.delivery_id is not null
    and delivery_queue.endpoint_id = ${endpointId} and ${isAccepted})`
  if (statuses.every((each) => each === 'pending')) return isQueued
  if (marked.length === statuses.length) {
    const outcome =
      marked.length === 1
        ? sql`delivery.outcome = ${sql.lit(marked[0]!)}`
        : sql`delivery.outcome = any(${marked})`
    return sql<boolean>`(delivery.outcome is not null and ${outcome}
      and delivery_queue.delivery_id is null)`
  }
  return sql<boolean>`${deliveryStatus} = any(${statuses})`
}

export async function findDelivery(
  db: Queries,
  scope: Scope,
  endpointId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const since = historyStart(now)
  const find = async ({ since, until }: TimeRange) => {
    const conditions = [
      sql<boolean>`delivery.id = ${id}`,
      sql<boolean>`delivery.created_at >= ${since}`,
      sql<boolean>`delivery.created_at <= ${until}`,
    ]
    return (await selectDeliveries(db, scope, endpointId, { conditions, rows: 1 }))[0]
  }
  const span = rangeAround(id)
  if (span && span.since > since) {
    const row = await find(span)
    if (row) return row
  }
  return await find({ since, until: latestCreatedAt(now) })
}

/** A UUIDv7 holds its creation time, so that nearly always one partition is read. */
function rangeAround(id: string): { since: Date; until: Date } | null {
  const createdAt = timeOfUuid(id)
  if (!createdAt) return null
  return {
    since: new Date(createdAt.getTime() - clockSkewMs),
    until: new Date(createdAt.getTime() + clockSkewMs),
  }
}
