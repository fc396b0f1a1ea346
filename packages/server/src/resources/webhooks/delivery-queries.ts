import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { timeOfUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Reader } from '../../database/open.ts'
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

function selectDeliveries(
  db: Reader,
  scope: Scope,
  endpointId: string,
  { since, until }: TimeRange,
) {
  return db
    .selectFrom('delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'delivery.endpoint_id')
    .where(inScope(scope, 'delivery'))
    .where(inScope(scope, 'webhook_endpoint'))
    .where('delivery.endpoint_id', '=', endpointId)
    .where(sql<boolean>`delivery.created_at >= ${since}`)
    .where(sql<boolean>`delivery.created_at <= ${until}`)
}

function withLastAttempt(query: ReturnType<typeof selectDeliveries>, { since, until }: TimeRange) {
  return query
    .leftJoin('delivery_queue', 'delivery_queue.delivery_id', 'delivery.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('attempt')
          .select(['number', 'started_at', 'duration_ms', 'url', 'status_code', 'error'])
          .whereRef('attempt.delivery_id', '=', 'delivery.id')
          .whereRef('attempt.created_at', '=', 'delivery.created_at')
          .where(sql<boolean>`attempt.created_at >= ${since}`)
          .where(sql<boolean>`attempt.created_at <= ${until}`)
          .orderBy('number', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'delivery.id',
      'delivery.created_at',
      'delivery.endpoint_id',
      'delivery.event_id',
      'delivery.event_created_at',
      'delivery.event_type',
      'delivery.profile_id',
      'delivery.test',
      'delivery.outcome_at',
      'delivery_queue.due_at',
      'webhook_endpoint.url as endpoint_url',
      'last.number as last_number',
      'last.started_at as last_started_at',
      'last.duration_ms as last_duration_ms',
      'last.url as last_url',
      'last.status_code as last_status_code',
      'last.error as last_error',
    ])
    .select(deliveryStatus.as('status'))
}

export type DeliveryRow = Awaited<
  ReturnType<ReturnType<typeof withLastAttempt>['executeTakeFirstOrThrow']>
>

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
  db: Reader,
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

/** Tried first: a busy endpoint fills a page within a day, and all of its history is 31 partitions. */
const firstPageSpanMs = 86_400_000

/** One page of an endpoint's deliveries, the newest first. */
export async function listDeliveriesAfter(
  db: Reader,
  scope: Scope,
  endpointId: string,
  range: TimeRange,
  filter: DeliveryFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<DeliveryRow[]> {
  if (filter.events?.ids.length === 0) return []
  const since = filter.events?.oldest ?? range.since
  const until = after ? new Date(String(after[0])) : (filter.events?.newest ?? range.until)
  const list = async (from: Date) => {
    const span = { since: from, until }
    const query = filteredDeliveries(db, scope, endpointId, span, filter, after, rows)
    return await withLastAttempt(query, span).execute()
  }
  const dayBefore = new Date(until.getTime() - firstPageSpanMs)
  if (dayBefore > since) {
    const page = await list(dayBefore)
    if (page.length === rows) return page
  }
  return await list(since)
}

function filteredDeliveries(
  db: Reader,
  scope: Scope,
  endpointId: string,
  span: TimeRange,
  filter: DeliveryFilter,
  after: CursorValue[] | null,
  rows: number,
) {
  let query = selectDeliveries(db, scope, endpointId, span)
  if (filter.until) query = query.where('delivery.created_at', '<', filter.until)
  if (filter.eventTypes) {
    query = query.where(sql<boolean>`delivery.event_type = any(${filter.eventTypes})`)
  }
  if (filter.statuses) query = query.where(isOneOf(filter.statuses, endpointId))
  if (filter.events) {
    const { ids, times } = filter.events
    query = query.where(
      sql<boolean>`(delivery.created_at = any(${times}::timestamptz[])
        and delivery.event_id = any(${ids}::uuid[]))`,
    )
  }
  if (after) {
    query = query.where(
      sql<boolean>`(delivery.created_at, delivery.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  return query
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id', 'desc')
    .limit(rowLimit(rows))
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
    return sql<boolean>`(delivery.outcome is not null and delivery.outcome = any(${marked})
      and delivery_queue.delivery_id is null)`
  }
  return sql<boolean>`${deliveryStatus} = any(${statuses})`
}

export async function findDelivery(
  db: Reader,
  scope: Scope,
  endpointId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const since = historyStart(now)
  const find = async (span: TimeRange) => {
    const query = selectDeliveries(db, scope, endpointId, span).where('delivery.id', '=', id)
    return await withLastAttempt(query, span).executeTakeFirst()
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
