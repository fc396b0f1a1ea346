import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import type {
  DeliveryCounts,
  DeliveryStatistics,
  StatisticsInterval,
} from '../../schemas/delivery-statistics.ts'
import type { EventType } from '../../schemas/event.ts'
import { deliveryStatus, historyStart } from './delivery-queries.ts'
import { findEndpoint } from './queries.ts'

const hourMs = 3_600_000
const bucketMs = { hour: hourMs, day: 24 * hourMs } as const
const defaultRangeMs = 24 * hourMs
/** Above this range, buckets are days by default. */
const hourlyRangeMsMax = 7 * 24 * hourMs

type StatisticsInput = {
  since?: string | undefined
  until?: string | undefined
  interval?: StatisticsInterval | undefined
  event_type?: EventType[] | undefined
}

type Filter = { since: Date; until: Date; interval: StatisticsInterval; types: EventType[] | null }

/**
 * Counts the deliveries of an endpoint by the hour or day in which they were created, with the success
 * rate and latency of their attempts, from the stored attempts: about two seconds for a million of them. 400
 * when the range is older than the history.
 */
export async function readStatistics(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  input: StatisticsInput,
): Promise<DeliveryStatistics> {
  const filter = parseFilter(input, ctx.clock.now())
  if (!(await findEndpoint(ctx.db.query, scope, endpointId))) {
    throw new ServiceError('webhook_not_found')
  }
  const rows = await countDeliveries(ctx.db.query, scope, endpointId, filter)
  const countsByStart = new Map(rows.map((row) => [row.start?.getTime() ?? null, showCounts(row)]))
  const { since, until, interval } = filter
  return {
    object: 'webhook_statistics',
    webhook_id: endpointId,
    since: since.toISOString(),
    until: until.toISOString(),
    interval,
    total: countsByStart.get(null) ?? noCounts,
    buckets: bucketStarts(filter).map((start) => ({
      start: new Date(start).toISOString(),
      ...(countsByStart.get(start) ?? noCounts),
    })),
  }
}

function parseFilter(input: StatisticsInput, now: Date): Filter {
  const until = input.until ? new Date(input.until) : now
  const since = new Date(input.since ?? until.getTime() - defaultRangeMs)
  if (since >= until) throw invalidField('until', 'It must be after since.', 'range_reversed')
  if (since < historyStart(now)) {
    throw invalidField(
      'since',
      `It must be within the last ${limits.webhook.historyDays} days. Older deliveries are not kept.`,
      'too_long_ago',
    )
  }
  const isShort = until.getTime() - since.getTime() <= hourlyRangeMsMax
  const interval = input.interval ?? (isShort ? 'hour' : 'day')
  return { since, until: until < now ? until : now, interval, types: input.event_type ?? null }
}

type CountsRow = {
  /** `null` in the row of the whole range. */
  start: Date | null
  deliveries: number
  succeeded: number
  failed: number
  skipped: number
  pending: number
  attempts: number
  failed_attempts: number
  latencies: [p50: number, p95: number] | null
}

/** One row for each bucket with deliveries, and one for the range. */
async function countDeliveries(
  db: Queries,
  scope: Scope,
  endpointId: string,
  { since, until, interval, types }: Filter,
): Promise<CountsRow[]> {
  const { rows } = await sql<CountsRow>`
    with tried as (
      select date_trunc(${interval}, delivery.created_at, 'UTC') as start,
        -- Every delivery once: attempts are numbered from 1.
        case when coalesce(attempt.number, 1) = 1 then ${deliveryStatus} end as status,
        attempt.number, attempt.error, attempt.duration_ms
      from delivery
      join webhook_endpoint on webhook_endpoint.id = delivery.endpoint_id
      left join delivery_queue on delivery_queue.delivery_id = delivery.id
      left join attempt on attempt.delivery_id = delivery.id
        and attempt.created_at = delivery.created_at
        and attempt.created_at >= ${since} and attempt.created_at < ${until}
      where ${inScope(scope, 'delivery')} and delivery.endpoint_id = ${endpointId}
        and delivery.created_at >= ${since} and delivery.created_at < ${until} and not delivery.test
        and (${types}::text[] is null or delivery.event_type = any(${types}))
    )
    select start, count(status)::int as deliveries,
      (count(*) filter (where status = 'succeeded'))::int as succeeded,
      (count(*) filter (where status = 'failed'))::int as failed,
      (count(*) filter (where status = 'skipped'))::int as skipped,
      (count(*) filter (where status = 'pending'))::int as pending,
      count(number)::int as attempts, count(error)::int as failed_attempts,
      percentile_disc(array[0.5, 0.95]) within group (order by duration_ms) as latencies
    from tried group by grouping sets ((start), ())`.execute(db)
  return rows
}

const noCounts: DeliveryCounts = {
  deliveries: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  pending: 0,
  attempts: 0,
  failed_attempts: 0,
  success_rate: null,
  latency_ms: null,
}

function showCounts({ start: _, latencies, ...counts }: CountsRow): DeliveryCounts {
  const { attempts, failed_attempts: failures } = counts
  if (attempts === 0 || !latencies) return { ...counts, success_rate: null, latency_ms: null }
  const [p50, p95] = latencies
  return {
    ...counts,
    success_rate: Math.round(((attempts - failures) / attempts) * 10_000) / 10_000,
    latency_ms: { p50, p95 },
  }
}

/** The start of every bucket that overlaps the range, in milliseconds. */
function bucketStarts({ since, until, interval }: Filter): number[] {
  const stepMs = bucketMs[interval]
  const first = Math.floor(since.getTime() / stepMs) * stepMs
  const count = Math.ceil((until.getTime() - first) / stepMs)
  return Array.from({ length: count }, (_, index) => first + index * stepMs)
}
