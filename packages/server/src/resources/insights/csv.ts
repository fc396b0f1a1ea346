import { csvTable } from '../../core/csv.ts'
import type { AccountInsights } from '../../schemas/insight.ts'

/**
 * One line per day and one column per metric; an empty cell means no data. A range has at most 365
 * days.
 */
export function insightsCsv(username: string, insights: AccountInsights): string {
  const names = Object.keys(insights.metrics)
  const columns = names.map((name) => insights.metrics[name]!.series)
  const days = (columns[0] ?? []).map(({ date }) => date)
  const lines = days.map((date, index) => [
    date,
    insights.account_id,
    insights.platform,
    username,
    ...columns.map((series) => series[index]!.value),
  ])
  const header = ['date', 'account_id', 'platform', 'username', ...names]
  return csvTable([header, ...lines])
}

/** The file name, reduced to characters that are valid on every system. */
export function csvFileName(username: string, { platform, from, to }: AccountInsights): string {
  const name = username.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 60)
  return `insights-${platform}-${name}-${from}-${to}.csv`
}
