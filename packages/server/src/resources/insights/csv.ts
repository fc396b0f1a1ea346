import type { AccountInsights } from '../../schemas/insight.ts'

const lineEnd = '\r\n'
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** A formula start after another separator; German Excel, for example, splits at semicolons. */
const formulaInside = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g

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
  return [header, ...lines].map((cells) => cells.map(csvCell).join(',') + lineEnd).join('')
}

/** The file name, reduced to characters that are valid on every system. */
export function csvFileName(username: string, { platform, from, to }: AccountInsights): string {
  const name = username.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 60)
  return `insights-${platform}-${name}-${from}-${to}.csv`
}

/**
 * Formats a cell by RFC 4180. A text that a spreadsheet would run as a formula is prefixed with an
 * apostrophe (OWASP, "CSV Injection"); numbers stay as they are.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = value.replaceAll(formulaInside, "$1'")
  const text = formulaStart.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
