import { DAY_MS, HOUR_MS } from '../core/clock.ts'

/** Meta's days end at midnight in Los Angeles: 07:00Z in summer, 08:00Z in winter (threads.md §5.2). */
const ZONE = 'America/Los_Angeles'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' })

/** The Los Angeles day of an instant, as YYYY-MM-DD. */
export function dayOf(ms: number): string {
  return dayFormat.format(ms)
}

/** The end of a Los Angeles day, in milliseconds since 1970. */
export function endOfDay(day: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  const guess = Date.parse(`${next}T00:00:00Z`)
  // Midnight in Los Angeles is 07:00 UTC in summer and 08:00 UTC in winter.
  const summer = guess + 7 * HOUR_MS
  return dayOf(summer) === next ? summer : guess + 8 * HOUR_MS
}

/** The start of a Los Angeles day, in milliseconds since 1970. */
export function startOfDay(day: string): number {
  return endOfDay(new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10))
}

/** The days of which a part is in the range, oldest first. */
export function daysTouching(sinceMs: number, untilMs: number): string[] {
  return daysEnding(sinceMs, untilMs + DAY_MS + HOUR_MS).filter((day) => startOfDay(day) < untilMs)
}

/** The days that end after `since` and not after `until`, oldest first. */
export function daysEnding(sinceMs: number, untilMs: number): string[] {
  const days: string[] = []
  for (let at = sinceMs - DAY_MS; at <= untilMs + DAY_MS; at += DAY_MS) {
    const day = dayOf(at)
    const end = endOfDay(day)
    if (end > sinceMs && end <= untilMs && days.at(-1) !== day) days.push(day)
  }
  return days
}
