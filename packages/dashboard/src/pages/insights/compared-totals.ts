import type { AccountInsightsSummary } from '@postern/sdk'

type Metric = Pick<
  AccountInsightsSummary['metrics'][string],
  'kind' | 'total' | 'previous_total' | 'comparison'
>

/** Two totals of the same days, or of a level at the end of both periods. */
export type Compared = { total: number; before: number }

/** With less than this share of the period's days, a change says little about the period. */
const daysShareMin = 1 / 3

/** The totals to compare; `null` if one is unknown, or if too few days have data in both periods. */
export function comparedTotals(metric: Metric, days: number): Compared | null {
  const { kind, total, previous_total: before, comparison } = metric
  if (kind !== 'sum') return total === null || before === null ? null : { total, before }
  if (!comparison || comparison.days < days * daysShareMin) return null
  return { total: comparison.total, before: comparison.previous_total }
}
