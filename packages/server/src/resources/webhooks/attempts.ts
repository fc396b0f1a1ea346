import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../database/open.ts'
import type { AttemptTable } from '../../database/tables.ts'
import { attemptTimes, type DeliveryRow, eventTimes } from './delivery-queries.ts'

/** An attempt as it is shown, in a list without its response. */
export type AttemptRow = Pick<Selectable<AttemptTable>, (typeof attemptColumns)[number]> &
  Partial<Pick<Selectable<AttemptTable>, (typeof responseColumns)[number]>>

const attemptColumns = [
  'number',
  'started_at',
  'duration_ms',
  'url',
  'status_code',
  'error',
  'signature',
  'error_code',
] as const
const responseColumns = ['response', 'response_headers'] as const

/** The attempts of a page of deliveries by delivery id. */
export async function listAttemptsByDelivery(
  db: Queries,
  deliveries: DeliveryRow[],
  { hasBodies }: { hasBodies: boolean },
): Promise<Map<string, AttemptRow[]>> {
  const span = attemptTimes(deliveries)
  if (!span) return new Map()
  const ids = deliveries.map(({ id }) => id)
  const rows = await db
    .selectFrom('attempt')
    .select(['delivery_id', ...attemptColumns])
    .$if(hasBodies, (query) => query.select(responseColumns))
    .where('delivery_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('created_at', '>=', span.since)
    .where('created_at', '<=', span.until)
    .orderBy('number')
    .execute()
  return Map.groupBy(rows, (row) => row.delivery_id)
}

/** The event's bytes, or `null` when they were erased with the profile. */
export async function findEventBody(
  db: Queries,
  delivery: Pick<DeliveryRow, 'event_id' | 'event_created_at'>,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('event')
    .select('body')
    .where('id', '=', delivery.event_id)
    .where('created_at', '=', delivery.event_created_at)
    .executeTakeFirst()
  return row && row.body.length > 0 ? row.body : null
}

/** The events' bytes for a page of deliveries by event id; erased ones are missing. */
export async function listEventBodies(
  db: Queries,
  deliveries: DeliveryRow[],
): Promise<Map<string, Buffer>> {
  const span = eventTimes(deliveries)
  if (!span) return new Map()
  const ids = [...new Set(deliveries.map((delivery) => delivery.event_id))]
  const rows = await db
    .selectFrom('event')
    .select(['id', 'body'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('created_at', '>=', span.since)
    .where('created_at', '<=', span.until)
    .execute()
  return new Map(rows.filter(({ body }) => body.length > 0).map(({ id, body }) => [id, body]))
}
