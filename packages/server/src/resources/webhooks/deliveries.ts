import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { isUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import { type Page, type PageInput, readPage } from '../../http/list.ts'
import { inSearchTurn } from '../../http/turns.ts'
import type {
  Delivery,
  DeliveryListItem,
  DeliveryStatus,
  deliveryIncludes,
} from '../../schemas/delivery.ts'
import type { EventType } from '../../schemas/event.ts'
import { listAttemptsByDelivery, listEventBodies } from './attempts.ts'
import {
  type DeliveryRow,
  findDelivery,
  findEvents,
  historyStart,
  latestCreatedAt,
  listDeliveriesAfter,
} from './delivery-queries.ts'
import { findResources } from './find-resources.ts'
import { findEndpoint } from './queries.ts'
import { showDelivery, showListedDelivery } from './show.ts'
import { listSubjects } from './subjects.ts'

type DeliveryListInput = PageInput & {
  status?: DeliveryStatus[] | undefined
  event_type?: EventType[] | undefined
  event_id?: string | undefined
  resource_id?: string | undefined
  search?: string | undefined
  since?: string | undefined
  until?: string | undefined
  include?: (typeof deliveryIncludes)[number] | undefined
}

/**
 * The deliveries of an endpoint in the last 30 days, the newest first; without requests and responses,
 * unless they are asked for.
 */
export async function listDeliveries(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  input: DeliveryListInput,
): Promise<Page<DeliveryListItem>> {
  const { filter, isSearch, binding } = parseInput(scope, endpointId, input)
  const now = ctx.clock.now()
  const start = historyStart(now)
  const since = filter.since && filter.since > start ? filter.since : start
  const span = { since, until: filter.until ?? latestCreatedAt(now) }
  const events =
    isSearch &&
    (await findEvents(ctx.db.query, scope, await parseSearch(ctx, scope, endpointId, input), span))
  const isWithBodies = input.include === 'bodies'
  const limit = Math.min(
    input.limit ?? limits.page.default,
    isWithBodies ? limits.webhook.deliveriesWithBodiesMax : limits.page.max,
  )
  const { data: rows, ...rest } = await readPage({ ...input, limit }, binding, {
    length: 2,
    valuesOf: (row: DeliveryRow) => [row.created_at.toISOString(), row.id],
    show: (row) => row,
    fetch: async (after, rows) =>
      await listDeliveriesAfter(
        ctx.db.query,
        scope,
        endpointId,
        span,
        { ...filter, events: events || null },
        after,
        rows,
      ),
  })
  // A listed delivery proves that its endpoint is in scope.
  if (rows.length === 0 && !(await findEndpoint(ctx.db.query, scope, endpointId))) {
    throw new ServiceError('webhook_not_found')
  }
  const show = isWithBodies ? showWithBodies : showWithoutBodies
  return { ...rest, data: await show(ctx.db.query, scope, rows) }
}

function parseInput(scope: Scope, endpointId: string, input: DeliveryListInput) {
  if (input.since && input.until && new Date(input.since) >= new Date(input.until)) {
    throw invalidField('until', 'It must be after since.', 'range_reversed')
  }
  const filter = {
    statuses: input.status ?? null,
    eventTypes: input.event_type ?? null,
    since: input.since ? new Date(input.since) : null,
    until: input.until ? new Date(input.until) : null,
  }
  const search = [input.event_id ?? null, input.resource_id ?? null, input.search ?? null]
  const { ownerId, profile } = scope
  const binding = ['deliveries', ownerId, profile?.id ?? null, endpointId, filter, ...search]
  return { filter, isSearch: search.some((each) => each !== null), binding }
}

/** The events that `event_id`, `resource_id` and `search` select together. */
async function parseSearch(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  { event_id, resource_id, search }: DeliveryListInput,
): Promise<{ eventId: string | null; resourceIds: string[] | null }> {
  const eventId = event_id ?? null
  const resourceIds = resource_id === undefined ? null : [resource_id]
  if (search === undefined) return { eventId, resourceIds }
  return await inSearchTurn(ctx, scope.actor.id, async () => {
    if (isUuid(search)) {
      const delivery = await findDelivery(ctx.db.query, scope, endpointId, search, ctx.clock.now())
      const found = delivery?.event_id ?? search
      return eventId && eventId !== found
        ? { eventId, resourceIds: [] }
        : { eventId: found, resourceIds }
    }
    const found = await findResources(ctx.db, scope, search)
    const isAsked = (id: string) => !resourceIds || resourceIds.includes(id)
    return { eventId, resourceIds: found.filter(isAsked) }
  })
}

/** One delivery with its attempts and request. */
export async function getDelivery(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  id: string,
): Promise<Delivery> {
  const row = await requireDelivery(ctx.db.query, scope, endpointId, id, ctx.clock.now())
  return await showWithAttempts(ctx.db.query, scope, row)
}

/** 404 `webhook_not_found` or `delivery_not_found` outside the scope. */
export async function requireDelivery(
  db: Queries,
  scope: Scope,
  endpointId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow> {
  const row = isUuid(id) ? await findDelivery(db, scope, endpointId, id, now) : undefined
  if (row) return row
  const endpoint = await findEndpoint(db, scope, endpointId)
  throw new ServiceError(endpoint ? 'delivery_not_found' : 'webhook_not_found')
}

export async function showWithAttempts(
  db: Queries,
  scope: Scope,
  row: DeliveryRow,
): Promise<Delivery> {
  const [delivery] = await showWithBodies(db, scope, [row])
  return delivery!
}

// A transaction has one connection, which runs one query at a time.
async function showWithBodies(db: Queries, scope: Scope, rows: DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await listAttemptsByDelivery(db, rows, { hasBodies: true })
  const subjects = await listSubjects(db, scope, rows)
  const bodies = await listEventBodies(db, rows)
  return rows.map((row) =>
    showDelivery(row, {
      attempts: attempts.get(row.id) ?? [],
      subject: subjects.get(row.event_id) ?? null,
      body: bodies.get(row.event_id) ?? null,
    }),
  )
}

async function showWithoutBodies(
  db: Queries,
  scope: Scope,
  rows: DeliveryRow[],
): Promise<DeliveryListItem[]> {
  const attempts = await listAttemptsByDelivery(db, rows, { hasBodies: false })
  const subjects = await listSubjects(db, scope, rows)
  return rows.map((row) =>
    showListedDelivery(row, {
      attempts: attempts.get(row.id) ?? [],
      subject: subjects.get(row.event_id) ?? null,
    }),
  )
}
