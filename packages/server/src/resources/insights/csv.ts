import type { AccountInsights } from '../../schemas/insight.ts'

const lineEnd = '\r\n'
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** Where it would start for a program that parts cells by something else, as Excel does in German. */
const formulaInside = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g

/**
 * One line per day and one column per metric; an empty cell is a day without data. At most 365
 * lines, as a range has no more days.
 */
export function insightsCsv(username: string, insights: AccountInsights): string {
  const names = Object.keys(insights.metrics)
  const columns = names.map((name) => insights.metrics[name]!.series)
  const days = (columns[0] ?? []).map(({ date }) => date)
  const lines = days.map((date, place) => [
    date,
    insights.account_id,
    insights.platform,
    username,
    ...columns.map((series) => series[place]!.value),
  ])
  const head = ['date', 'account_id', 'platform', 'username', ...names]
  return [head, ...lines].map((cells) => cells.map(csvCell).join(',') + lineEnd).join('')
}

/** A name for the file, of letters that every system takes. */
export function csvFileName(username: string, { platform, from, to }: AccountInsights): string {
  const name = username.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 60)
  return `insights-${platform}-${name}-${from}-${to}.csv`
}

/**
 * A cell as RFC 4180 writes it. A text that a spreadsheet would run as a formula gets an apostrophe
 * in front (OWASP, "CSV Injection"); a number is a number.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = value.replaceAll(formulaInside, "$1'")
  const text = formulaStart.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
