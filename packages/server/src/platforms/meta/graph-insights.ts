import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { DayValue } from '../contract/insights.ts'
import { listOf } from '../wire/json.ts'
import type { GraphClient, GraphForm } from './graph-client.ts'
import { graphDate } from './graph-lists.ts'
import { metaDayEndingAt } from './meta-days.ts'

/** A number, or an object of parts such as paid and organic (facebook.md §5). */
const metricValue = z.union([
  z.number(),
  z
    .record(z.string(), z.number())
    .transform((parts) => Object.values(parts).reduce((sum, part) => sum + part, 0)),
])

/** All documented shapes of a metric (threads.md §5, instagram.md §5, facebook.md §5). */
const metricEntry = z.object({
  name: z.string(),
  values: listOf(
    z.object({ value: metricValue.nullish(), end_time: graphDate.nullish() }),
  ).nullish(),
  total_value: z.object({ value: metricValue.nullish() }).nullish(),
  link_total_values: listOf(z.object({ value: z.number() })).nullish(),
})
export const graphInsights = z.object({ data: listOf(metricEntry) })
export type GraphMetric = z.infer<typeof metricEntry>

export async function readInsights(
  graph: GraphClient,
  path: string,
  params: GraphForm,
): Promise<GraphMetric[]> {
  return (await graph.read(path, params, graphInsights)).data
}

/** The total of a metric; `null` means no data, not 0. */
export function metricTotal({
  total_value,
  values,
  link_total_values,
}: GraphMetric): number | null {
  const total = total_value?.value ?? values?.[0]?.value ?? null
  if (total !== null || !link_total_values?.length) return total
  return link_total_values.reduce((sum, { value }) => sum + value, 0)
}

/** The totals by our names, each with the platform's; `null` means no data. */
export function totalsByName(
  names: readonly (readonly [own: string, theirs: string])[],
  metrics: readonly GraphMetric[],
): Record<string, number | null> {
  const totals = new Map(metrics.map((metric) => [metric.name, metricTotal(metric)]))
  return Object.fromEntries(names.map(([own, theirs]) => [own, totals.get(theirs) ?? null]))
}

/** The total of a metric as the value of a day; nothing without data. */
export function totalOnDay(day: string, name: string, metric: GraphMetric): DayValue[] {
  const value = metricTotal(metric)
  return value === null ? [] : [{ day, metric: name, value }]
}

/** The values of a daily series that are in `days`. Days without data are omitted. */
export function dailyValues(
  { values }: GraphMetric,
  metric: string,
  days: readonly string[],
  dayOf: (endTime: Date) => string = metaDayEndingAt,
): DayValue[] {
  return (values ?? []).flatMap(({ value, end_time }) => {
    if (typeof value !== 'number' || !end_time) return []
    const day = dayOf(end_time)
    return days.includes(day) ? [{ day, metric, value }] : []
  })
}

/** Errors about the object, not one metric: other metrics would fail too (instagram.md §5.2, §7). */
const objectErrorCodes = new Set(['100/33', '100/2108006'])

/**
 * Fetches all metrics in one call. An unsupported metric fails the whole call (instagram.md §5.1,
 * facebook.md §5); each metric is then fetched alone and refused ones are omitted. Throws if
 * all are refused.
 */
export async function fetchMetrics(
  metrics: readonly string[],
  fetchBatch: (metrics: readonly string[]) => Promise<GraphMetric[]>,
): Promise<GraphMetric[]> {
  try {
    return await fetchBatch(metrics)
  } catch (err) {
    if (!isMetricRefused(err) || metrics.length === 1) throw err
    const results: GraphMetric[] = []
    let refused = 0
    for (const metric of metrics) {
      try {
        results.push(...(await fetchBatch([metric])))
      } catch (single) {
        if (!isMetricRefused(single)) throw single
        refused++
      }
    }
    if (refused === metrics.length) throw err
    return results
  }
}

function isMetricRefused(err: unknown): boolean {
  if (!(err instanceof PlatformError) || err.kind !== 'rejected') return false
  return !objectErrorCodes.has(err.platformCode ?? '')
}
