import { dateFormat } from '../parts/dates.ts'

/** The last months, `2026-10`, this one first. */
export function monthsUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - index))
    return first.toISOString().slice(0, 7)
  })
}

/** `2026-10` as `October 2026`. */
export function monthName(month: string, language: string): string {
  const format = dateFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
