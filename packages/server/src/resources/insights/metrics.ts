import { ServiceError } from '../../core/errors.ts'
import type { Metric, MetricKind } from '../../platforms/contract/insights.ts'

/** Metric name → value. A metric without data has no entry. */
export type MetricValues = Readonly<Record<string, number>>

/** The requested metrics in order, without duplicates; all by default. 400 `invalid_metric`. */
export function selectMetrics(
  requested: readonly string[] | undefined,
  available: readonly Metric[],
  platformName: string,
): readonly Metric[] {
  if (requested === undefined) return available
  return [...new Set(requested)].map((name) => {
    const metric = available.find((candidate) => candidate.name === name)
    if (metric) return metric
    const names = available.map((candidate) => candidate.name)
    const message = `${platformName} has no metric ${JSON.stringify(name)}. It has: ${names.join(', ')}.`
    throw new ServiceError('invalid_metric', {
      details: [{ path: 'metrics', code: 'invalid_metric', message, metrics: names }],
    })
  })
}

/**
 * The total of the values of a period; `null` without data. The total of a level is its last value.
 * Unique counts cannot be added up: only a single value has a total.
 */
export function totalOf(kind: MetricKind, values: readonly (number | null)[]): number | null {
  if (kind === 'unique') return values.length === 1 ? (values[0] ?? null) : null
  const numbers = values.filter((value) => value !== null)
  if (numbers.length === 0) return null
  return kind === 'level' ? numbers.at(-1)! : numbers.reduce((sum, value) => sum + value, 0)
}

/** The metrics of a post from those of its parts; a metric that cannot be added up is left out. */
export function sumOfParts(
  parts: readonly MetricValues[],
  metrics: readonly Metric[],
): MetricValues {
  if (parts.length === 1) return parts[0]!
  const totals = metrics.map(({ name, kind }) => {
    const values = parts.map((values) => values[name] ?? null)
    return [name, totalOf(kind, values)] as const
  })
  return Object.fromEntries(totals.filter((entry): entry is [string, number] => entry[1] !== null))
}

/**
 * Both totals over the positions that have a value in both periods; `null` if there is none. Plain
 * totals would compare periods with data on different numbers of days.
 */
export function compareDays(
  values: readonly (number | null)[],
  previous: readonly (number | null)[],
): { days: number; total: number; previous_total: number } | null {
  const compared = { days: 0, total: 0, previous_total: 0 }
  for (const [index, value] of values.entries()) {
    const before = previous[index] ?? null
    if (value === null || before === null) continue
    compared.days += 1
    compared.total += value
    compared.previous_total += before
  }
  return compared.days > 0 ? compared : null
}
