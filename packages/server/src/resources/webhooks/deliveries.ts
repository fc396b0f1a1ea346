import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { isUuid } from '../../core/ids.ts'
import type { Reader } from '../../database/open.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { Delivery, DeliveryStatus } from '../../schemas/delivery.ts'
import type { EventType } from '../../schemas/event.ts'
import { findEventBody, listAttempts, listAttemptsByDelivery, listEventBodies } from './attempts.ts'
import {
  type DeliveryRow,
  findDelivery,
  findEvents,
  historyStart,
  latestCreatedAt,
  listDeliveriesAfter,
} from './delivery-queries.ts'
import { findEndpoint } from './queries.ts'
import { showDelivery } from './show.ts'

type DeliveryListInput = PageInput & {
  status?: DeliveryStatus[] | undefined
  event_type?: EventType[] | undefined
  event_id?: string | undefined
  resource_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** The deliveries of an endpoint in the last 30 days, the newest first. */
export async function listDeliveries(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  input: DeliveryListInput,
) {
  const { filter, search, binding } = parseInput(scope, endpointId, input)
  const now = ctx.clock.now()
  const start = historyStart(now)
  const since = filter.since && filter.since > start ? filter.since : start
  const span = { since, until: filter.until ?? latestCreatedAt(now) }
  const events = search && (await findEvents(ctx.db.read, scope, search, span))
  const { data: rows, ...rest } = await readPage(input, binding, {
    length: 2,
    valuesOf: (row: DeliveryRow) => [row.created_at.toISOString(), row.id],
    show: (row) => row,
    fetch: async (after, rows) =>
      await listDeliveriesAfter(
        ctx.db.read,
        scope,
        endpointId,
        span,
        { ...filter, events },
        after,
        rows,
      ),
  })
  // A listed delivery proves that its endpoint is in scope.
  if (rows.length === 0 && !(await findEndpoint(ctx.db.read, scope, endpointId))) {
    throw new ServiceError('webhook_not_found')
  }
  return { ...rest, data: await showAll(ctx.db.read, rows) }
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
  const { event_id: eventId = null, resource_id: resourceId = null } = input
  const search = eventId || resourceId ? { eventId, resourceId } : null
  const { ownerId, profile } = scope
  const binding = ['deliveries', ownerId, profile?.id ?? null, endpointId, filter, search]
  return { filter, search, binding }
}

/** One delivery with its attempts and request. */
export async function getDelivery(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  id: string,
): Promise<Delivery> {
  const row = await requireDelivery(ctx.db.read, scope, endpointId, id, ctx.clock.now())
  return await showWithAttempts(ctx.db.read, row)
}

/** 404 `webhook_not_found` or `delivery_not_found` outside the scope. */
export async function requireDelivery(
  db: Reader,
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

export async function showWithAttempts(db: Reader, row: DeliveryRow): Promise<Delivery> {
  const queries = [() => listAttempts(db, row), () => findEventBody(db, row)] as const
  // A transaction has one connection, which runs one query at a time.
  const [attempts, body] = db.isTransaction
    ? [await queries[0](), await queries[1]()]
    : await Promise.all([queries[0](), queries[1]()])
  return showDelivery(row, attempts, body)
}

async function showAll(db: Reader, rows: DeliveryRow[]): Promise<Delivery[]> {
  const [attempts, bodies] = await Promise.all([
    listAttemptsByDelivery(db, rows),
    listEventBodies(db, rows),
  ])
  return rows.map((row) =>
    showDelivery(row, attempts.get(row.id) ?? [], bodies.get(row.event_id) ?? null),
  )
}
