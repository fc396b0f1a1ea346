import { ServiceError } from '../../core/errors.ts'
import type { Metric, MetricKind } from '../../platforms/insights.ts'

/** Metric → value. What the platform reported no data for has no entry. */
export type Figures = Readonly<Record<string, number>>

/**
 * The metrics asked for, each once and in the order asked, or all that are
 * known. One that is not known is 400 `invalid_metric`.
 */
export function chooseMetrics(
  asked: readonly string[] | undefined,
  known: readonly Metric[],
  platformName: string,
): readonly Metric[] {
  if (asked === undefined) return known
  return [...new Set(asked)].map((name) => {
    const metric = known.find((each) => each.name === name)
    if (metric) return metric
    const names = known.map((each) => each.name)
    const message = `${platformName} has no metric ${JSON.stringify(name)}. It has: ${names.join(', ')}.`
    throw new ServiceError('invalid_metric', {
      details: [{ path: 'metrics', code: 'invalid_metric', message, metrics: names }],
    })
  })
}

/**
 * The total of the values of a period, `null` without any. A level is its last known value; unique
 * counts do not add up, so that only a single day has a total: the one the platform gave.
 */
export function totalOf(kind: MetricKind, values: readonly (number | null)[]): number | null {
  if (kind === 'unique') return values.length === 1 ? (values[0] ?? null) : null
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  return kind === 'level' ? known.at(-1)! : known.reduce((sum, value) => sum + value, 0)
}
