import { dateFormat } from '../../parts/dates.ts'

/** UTC days `YYYY-MM-DD`, both inclusive, as in the API. */
export type Range = { from: string; to: string }

export const presets = ['7', '28', '90', '365'] as const
export const daysMax = LIMITS.insights.rangeDaysMax
const dayMs = 86_400_000
const dayShape = /^\d{4}-\d{2}-\d{2}$/

/** The range of the query parameters; the last 28 days if they are missing or invalid. */
export function rangeOf(
  params: { range: string | null; from: string | null; to: string | null },
  today: string,
): Range {
  const { from, to } = params
  if (from && to && dayShape.test(from) && dayShape.test(to)) return { from, to }
  const days = presets.find((each) => each === params.range) ?? '28'
  return { from: addDays(today, 1 - Number(days)), to: today }
}

/** The preceding period of the same length. */
export function periodBefore({ from, to }: Range): Range {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** Formats a UTC day without converting it to the local time zone. */
export function formatDay(day: string, language: string, short = false): string {
  const options: Intl.DateTimeFormatOptions = short
    ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
    : { dateStyle: 'medium', timeZone: 'UTC' }
  return dateFormat(language, options).format(new Date(day))
}
