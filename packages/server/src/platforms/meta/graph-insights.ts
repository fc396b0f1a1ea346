import { z } from 'zod'
import { PlatformError } from '../errors.ts'
import type { DayValue } from '../insights.ts'
import { graphDate } from './graph-lists.ts'
import { metaDayEnding } from './meta-days.ts'

/** A number, or parts of one such as paid and organic (facebook-pages.md §5). */
const figure = z.union([
  z.number(),
  z
    .record(z.string(), z.number())
    .transform((parts) => Object.values(parts).reduce((sum, part) => sum + part, 0)),
])

/** Every shape in which a figure comes (threads.md §5, instagram.md §5, facebook-pages.md §5). */
const entry = z.object({
  name: z.string(),
  values: z.array(z.object({ value: figure.nullish(), end_time: graphDate.nullish() })).nullish(),
  total_value: z.object({ value: figure.nullish() }).nullish(),
  link_total_values: z.array(z.object({ value: z.number() })).nullish(),
})
export const graphInsights = z.object({ data: z.array(entry) })
export type GraphFigure = z.infer<typeof entry>

/** The total of a metric; `null` when there is none, which is not 0. */
export function totalFigure({
  total_value,
  values,
  link_total_values,
}: GraphFigure): number | null {
  const total = total_value?.value ?? values?.[0]?.value ?? null
  if (total !== null || !link_total_values?.length) return total
  return link_total_values.reduce((sum, { value }) => sum + value, 0)
}

/** The values of a daily series that lie in `days`; a day that is missing stays missing. */
export function seriesOf(
  { values }: GraphFigure,
  metric: string,
  days: readonly string[],
): DayValue[] {
  return (values ?? []).flatMap(({ value, end_time }) => {
    if (typeof value !== 'number' || !end_time) return []
    const day = metaDayEnding(end_time)
    return days.includes(day) ? [{ day, metric, value }] : []
  })
}

/** Subcodes that are about the object, so that no other metric would fare better (instagram.md §5.2, §7). */
const aboutObject = new Set(['100/33', '100/2108006'])

/**
 * The figures of all metrics in one call. One metric that is not supported fails the whole call:
 * then each is asked for alone, and those that are refused have no data (instagram.md §5.1,
 * facebook-pages.md §8). When all are refused that is thrown.
 */
export async function askMetrics(
  metrics: readonly string[],
  ask: (metrics: readonly string[]) => Promise<GraphFigure[]>,
): Promise<GraphFigure[]> {
  try {
    return await ask(metrics)
  } catch (err) {
    if (!isRefusal(err) || metrics.length === 1) throw err
    const found: GraphFigure[] = []
    let refused = 0
    for (const metric of metrics) {
      try {
        found.push(...(await ask([metric])))
      } catch (single) {
        if (!isRefusal(single)) throw single
        refused++
      }
    }
    if (refused === metrics.length) throw err
    return found
  }
}

function isRefusal(err: unknown): boolean {
  if (!(err instanceof PlatformError) || err.kind !== 'rejected') return false
  return !aboutObject.has(err.platformCode ?? '')
}
