import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { CursorValue } from '../base/cursor.ts'
import { isUuid } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { isUsual } from '../database/kept.ts'
import {
  AtLook,
  endAt,
  endIn,
  type Look,
  lookAtRows,
  lookBy,
  rowsIn,
  versionOf,
  versionsOf,
} from '../database/mark.ts'
import {
  aheadOf,
  type DeliveryFilter,
  deliveriesWithin,
  firstLookMs,
  historyStart,
  joinedDeliveries,
  type Span,
  spanOf,
} from './delivery-queries.ts'
import { lookAtEndpoint } from './queries.ts'

/**
 * A delivery is what its row and its endpoint are, and what belongs to it: its place in the queue, its
 * attempts, and the profile before whose end the body of its event is erased.
 */
const version = versionOf('delivery', 'webhook_endpoint')
/** It is in the history for so long. */
const history = sql`interval '${sql.lit(limits.webhook.historyDays)} days'`

type Column = 'delivery.id' | 'delivery.created_at' | 'delivery.profile_id'

/** `of` says how a column of these deliveries is compared; the days outside the span are not opened. */
function partsOf(span: Span, of: (column: Column) => RawBuilder<unknown>) {
  return [
    versionsOf(
      'queued',
      sql`delivery_queue as queued where queued.delivery_id ${of('delivery.id')}
        order by queued.delivery_id`,
    ),
    versionsOf(
      'profile',
      sql`profile where profile.id ${of('delivery.profile_id')} order by profile.id`,
    ),
    versionsOf(
      'attempt',
      sql`attempt where attempt.delivery_id ${of('delivery.id')}
        and attempt.created_at >= ${span.since} and attempt.created_at <= ${span.until}
        and attempt.created_at ${of('delivery.created_at')}
        order by attempt.delivery_id, attempt.number`,
    ),
  ]
}

const isOfOne = (column: Column) => sql`= ${sql.ref(column)}`

const isOfPage = (column: Column) => {
  if (column === 'delivery.id') return sql`= any(array(select made.delivery_id from made))`
  if (column === 'delivery.profile_id') return sql`= any(array(select made.profile_id from made))`
  return sql`between (select min(made.created_at) from made)
    and (select max(made.created_at) from made)`
}

/** A look at what such a page is made of, and at its endpoint: without it there is no page. */
export function lookAtDeliveriesAfter(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  filter: DeliveryFilter & { since: Date | null },
  after: CursorValue[] | null,
  rows: number,
): Look {
  const db = ctx.db.read
  const now = () => ctx.clock.now()
  const start = () => new Date(Math.max(historyStart(now()).getTime(), Number(filter.since ?? 0)))
  const end = () => (after ? new Date(String(after[0])) : (filter.until ?? aheadOf(now())))
  const dayBefore = () => new Date(Math.max(end().getTime() - firstLookMs, start().getTime()))
  const { statuses, eventTypes, until } = filter
  const hasOnePlan = isUsual(rows) && !statuses && !eventTypes && !until && !filter.since
  const lookSince = (since: () => Date) => {
    const span = { since: new AtLook(since), until: new AtLook(end) }
    const query = deliveriesWithin(db, scope, endpointId, span, filter, after, rows)
      .$if(statuses !== null, (given) =>
        given.leftJoin('delivery_queue', 'delivery_queue.delivery_id', 'delivery.id'),
      )
      .select(['delivery.id as delivery_id', 'delivery.created_at', 'delivery.profile_id'])
      .select(sql<string>`delivery.id::text`.as('id'))
      .select(version.as('version'))
    const parts = partsOf(span, isOfPage)
    return lookAtRows(db, query, hasOnePlan, { parts, end: sql`min(made.created_at) + ${history}` })
  }
  const lookAtDay = lookSince(dayBefore)
  const lookAtAll = lookSince(start)
  const endpointLook = lookAtEndpoint(ctx, scope, endpointId)
  const look: Look = async () => {
    const [endpoint, page] = await Promise.all([endpointLook(), lookAtDay()])
    if (endpoint === null) return null
    return `${endpoint} ${rowsIn(page) === rows ? page : await lookAtAll()}`
  }
  look.lasts = endIn
  return look
}

/** A look at what a delivery is made of, as long as the history reaches back to it. */
export function lookAtDelivery(ctx: Context, scope: Scope, endpointId: string, id: string): Look {
  if (!isUuid(id)) return async () => null
  const start = () => historyStart(ctx.clock.now())
  const lookWithin = (span: Span) => {
    const all = sql.join([version, ...partsOf(span, isOfOne)], sql` || ' ' || `)
    const end = endAt(sql`delivery.created_at + ${history}`)
    const mark = joinedDeliveries(ctx.db.read, scope, endpointId, span)
      .select(sql<string>`${all} || ${end}`.as('version'))
      .where('delivery.id', '=', id)
    return lookBy(ctx.db.read, sql`select (${mark}) as mark`, true)
  }
  const span = spanOf(id)
  const lookNear = span && lookWithin(span)
  const until = new AtLook(() => aheadOf(ctx.clock.now()))
  const lookAnywhere = lookWithin({ since: new AtLook(start), until })
  const look: Look = async () => {
    const mark = lookNear && span.since > start() ? await lookNear() : null
    return mark ?? (await lookAnywhere())
  }
  look.lasts = endIn
  return look
}
