import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { timeOfUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Reader } from '../../database/open.ts'
import { rowLimit } from '../../database/statements.ts'
import type { DeliveryStatus } from '../../schemas/delivery.ts'
import type { EventType } from '../../schemas/event.ts'

/** Whether the endpoint still takes the delivery; if not, the dispatchers take it out of the queue. */
const isWanted = sql<boolean>`(webhook_endpoint.active
  and (webhook_endpoint.profile_id is null or webhook_endpoint.profile_id = delivery.profile_id))`

/**
 * In the queue: pending, or skipped if the endpoint is inactive or bound to another profile by now.
 * Marked: that. Neither: the queue let it go because it was delivered.
 */
const status = sql<DeliveryStatus>`case
  when delivery_queue.delivery_id is not null
    then case when ${isWanted} then 'pending' else 'skipped' end
  else coalesce(delivery.outcome, 'succeeded') end`

/** Between two times, said of both tables: the planner leaves out the days before and after them. */
type Span = { since: Date; until: Date }

function joinedDeliveries(db: Reader, scope: Scope, endpointId: string, { since, until }: Span) {
  return db
    .selectFrom('delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'delivery.endpoint_id')
    .where(inScope(scope, 'delivery'))
    .where(inScope(scope, 'webhook_endpoint'))
    .where('delivery.endpoint_id', '=', endpointId)
    .where(sql<boolean>`delivery.created_at >= ${since}`)
    .where(sql<boolean>`delivery.created_at <= ${until}`)
}

function withLastAttempt(query: ReturnType<typeof joinedDeliveries>, { since, until }: Span) {
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
    .select(status.as('status'))
}

export type DeliveryRow = Awaited<
  ReturnType<ReturnType<typeof withLastAttempt>['executeTakeFirstOrThrow']>
>

export type DeliveryFilter = {
  statuses: DeliveryStatus[] | null
  eventTypes: EventType[] | null
  until: Date | null
}

/** The beginning of the history at `now`. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - limits.webhook.historyDays * 86_400_000)
}

/** How far a clock may be from the one that made a delivery. */
const spareMs = 3_600_000

function aheadOf(now: Date): Date {
  return new Date(now.getTime() + spareMs)
}

/** A busy endpoint fills a page within a day; its history has 31 partitions to plan and to open. */
const firstLookMs = 86_400_000

/** One page of an endpoint's deliveries since then, the newest first. */
export async function listDeliveriesAfter(
  db: Reader,
  scope: Scope,
  endpointId: string,
  since: Date,
  filter: DeliveryFilter,
  after: CursorValue[] | null,
  rows: number,
  now: Date,
): Promise<DeliveryRow[]> {
  const until = after ? new Date(String(after[0])) : (filter.until ?? aheadOf(now))
  const list = async (from: Date) => {
    const span = { since: from, until }
    const query = deliveriesWithin(db, scope, endpointId, span, filter, after, rows)
    return await withLastAttempt(query, span).execute()
  }
  const dayBefore = new Date(until.getTime() - firstLookMs)
  if (dayBefore > since) {
    const page = await list(dayBefore)
    if (page.length === rows) return page
  }
  return await list(since)
}

function deliveriesWithin(
  db: Reader,
  scope: Scope,
  endpointId: string,
  span: Span,
  filter: DeliveryFilter,
  after: CursorValue[] | null,
  rows: number,
) {
  let query = joinedDeliveries(db, scope, endpointId, span)
  if (filter.until) query = query.where('delivery.created_at', '<', filter.until)
  if (filter.eventTypes) {
    query = query.where(sql<boolean>`delivery.event_type = any(${filter.eventTypes})`)
  }
  if (filter.statuses) query = query.where(isOneOf(filter.statuses, endpointId))
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
 * The statuses in words that the planner can count: what failed or was skipped is in the partial
 * index, what is pending in the queue. (By `status` itself a page of failures among 3,000,000 took
 * 800 ms.)
 */
function isOneOf(statuses: readonly DeliveryStatus[], endpointId: string): RawBuilder<boolean> {
  const marked = statuses.filter((each) => each === 'failed' || each === 'skipped')
  const isQueued = sql<boolean>`(delivery_queue.delivery_id is not null
    and delivery_queue.endpoint_id = ${endpointId} and ${isWanted})`
  if (statuses.every((each) => each === 'pending')) return isQueued
  if (marked.length === statuses.length) {
    return sql<boolean>`(delivery.outcome is not null and delivery.outcome = any(${marked})
      and delivery_queue.delivery_id is null)`
  }
  return sql<boolean>`${status} = any(${statuses})`
}

export async function findDelivery(
  db: Reader,
  scope: Scope,
  endpointId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const since = historyStart(now)
  const find = async (span: Span) => {
    const query = joinedDeliveries(db, scope, endpointId, span).where('delivery.id', '=', id)
    return await withLastAttempt(query, span).executeTakeFirst()
  }
  const span = spanAround(id)
  if (span && span.since > since) {
    const row = await find(span)
    if (row) return row
  }
  return await find({ since, until: aheadOf(now) })
}

/** The id says when it was made, by the clock of a process: nearly always that of its day. */
function spanAround(id: string): { since: Date; until: Date } | null {
  const madeAt = timeOfUuid(id)
  if (!madeAt) return null
  return {
    since: new Date(madeAt.getTime() - spareMs),
    until: new Date(madeAt.getTime() + spareMs),
  }
}
