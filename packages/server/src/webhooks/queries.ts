import { type RawBuilder, sql } from 'kysely'
import { rowFinder } from '../access/rows.ts'
import { inScope, type Scope } from '../access/scope.ts'
import type { CursorValue } from '../base/cursor.ts'
import { timeOfUuid } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import { readByOnePlan, readKept } from '../database/kept.ts'
import type { Reader, Tx } from '../database/open.ts'
import type { DeliveryStatus } from '../resources/delivery.ts'
import type { EventType } from '../resources/event.ts'

const endpointColumns = [
  'webhook_endpoint.id',
  'webhook_endpoint.owner_id',
  'webhook_endpoint.profile_id',
  'webhook_endpoint.url',
  'webhook_endpoint.events',
  'webhook_endpoint.description',
  'webhook_endpoint.active',
  'webhook_endpoint.inactive_reason',
  'webhook_endpoint.consecutive_failures',
  'webhook_endpoint.last_success_at',
  'webhook_endpoint.last_failure_at',
  'webhook_endpoint.created_at',
  'webhook_endpoint.updated_at',
] as const

function selectEndpoints(db: Reader, visible: RawBuilder<boolean>) {
  return db.selectFrom('webhook_endpoint').select(endpointColumns).where(visible)
}

export type EndpointRow = Awaited<
  ReturnType<ReturnType<typeof selectEndpoints>['executeTakeFirstOrThrow']>
>

/** One page of the endpoints in scope, the oldest first. */
export async function listEndpointsAfter(
  db: Reader,
  scope: Scope,
  after: CursorValue[] | null,
  rows: number,
): Promise<EndpointRow[]> {
  let query = selectEndpoints(db, inScope(scope, 'webhook_endpoint'))
  if (after) query = query.where('webhook_endpoint.id', '>', String(after[0]))
  return await readKept(db, query.orderBy('webhook_endpoint.id').limit(rows))
}

/** The endpoint in scope, or nothing. */
export const findEndpoint = rowFinder('webhook_endpoint', (db, visible) =>
  readByOnePlan(db, selectEndpoints(db, visible)),
)

/** The endpoint in scope, locked until the transaction ends. */
export async function lockEndpoint(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<EndpointRow | undefined> {
  return await selectEndpoints(tx, inScope(scope, 'webhook_endpoint'))
    .where('webhook_endpoint.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findSealedSecrets(db: Reader, scope: Scope, id: string) {
  return await db
    .selectFrom('webhook_endpoint')
    .select(['secret_sealed', 'previous_secret_sealed', 'previous_secret_until'])
    .where(inScope(scope, 'webhook_endpoint'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * In the queue: pending, or of an inactive endpoint and still to be taken out, which is skipped.
 * Marked: that. Neither: the queue let it go because it was delivered.
 */
const status = sql<DeliveryStatus>`case
  when delivery_queue.delivery_id is not null
    then case when webhook_endpoint.active then 'pending' else 'skipped' end
  else coalesce(delivery.outcome, 'succeeded') end`

/** Between two times, said of both tables: the planner leaves out the days before and after them. */
type Span = { since: Date; until: Date }

function selectDeliveries(db: Reader, scope: Scope, endpointId: string, { since, until }: Span) {
  return db
    .selectFrom('delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'delivery.endpoint_id')
    .leftJoin('delivery_queue', 'delivery_queue.delivery_id', 'delivery.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('attempt')
          .select(['number', 'started_at', 'duration_ms', 'url', 'status_code', 'error'])
          .whereRef('attempt.delivery_id', '=', 'delivery.id')
          .whereRef('attempt.created_at', '=', 'delivery.created_at')
          .where('attempt.created_at', '>=', since)
          .where('attempt.created_at', '<=', until)
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
    .where(inScope(scope, 'delivery'))
    .where(inScope(scope, 'webhook_endpoint'))
    .where('delivery.endpoint_id', '=', endpointId)
    .where('delivery.created_at', '>=', since)
    .where('delivery.created_at', '<=', until)
}

export type DeliveryRow = Awaited<
  ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>
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
  const list = (from: Date) =>
    listWithin(db, scope, endpointId, { since: from, until }, filter, after, rows)
  const dayBefore = new Date(until.getTime() - firstLookMs)
  if (dayBefore > since) {
    const page = await list(dayBefore)
    if (page.length === rows) return page
  }
  return await list(since)
}

async function listWithin(
  db: Reader,
  scope: Scope,
  endpointId: string,
  span: Span,
  filter: DeliveryFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<DeliveryRow[]> {
  let query = selectDeliveries(db, scope, endpointId, span)
  if (filter.until) query = query.where('delivery.created_at', '<', filter.until)
  if (filter.eventTypes) query = query.where('delivery.event_type', 'in', filter.eventTypes)
  if (filter.statuses) query = query.where(isOneOf(filter.statuses, endpointId))
  if (after) {
    query = query.where(
      sql<boolean>`(delivery.created_at, delivery.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  return await query
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id', 'desc')
    .limit(rows)
    .execute()
}

/**
 * The statuses in words that the planner can count: what failed or was skipped is in the partial
 * index, what is pending in the queue. (By `status` itself a page of failures among 3,000,000 took
 * 800 ms.)
 */
function isOneOf(statuses: readonly DeliveryStatus[], endpointId: string): RawBuilder<boolean> {
  const marked = statuses.filter((each) => each === 'failed' || each === 'skipped')
  const isQueued = sql<boolean>`(delivery_queue.delivery_id is not null
    and delivery_queue.endpoint_id = ${endpointId} and webhook_endpoint.active)`
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
    const query = selectDeliveries(db, scope, endpointId, span).where('delivery.id', '=', id)
    return (await readByOnePlan(db, query))[0]
  }
  // The id says when it was made, by the clock of a process: nearly always that of its day.
  const madeAt = timeOfUuid(id)
  if (madeAt && madeAt.getTime() - spareMs > since.getTime()) {
    const row = await find({
      since: new Date(madeAt.getTime() - spareMs),
      until: new Date(madeAt.getTime() + spareMs),
    })
    if (row) return row
  }
  return await find({ since, until: aheadOf(now) })
}
