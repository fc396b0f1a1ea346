import { addDays, nextDay, utcDay } from '../../core/day.ts'
import { instantsOfDay, localTimeOf } from '../../core/time-zones.ts'

export type Month = {
  /** `2026-10`. */
  name: string
  /** The first instant, and the first after it, in the time zone. */
  from: Date
  until: Date
  /** The names of its days, ascending. */
  days: string[]
}

/** A month in a time zone, also one in which the clocks change. */
export function monthIn(timeZone: string, name: string): Month {
  const next = addMonths(name, 1)
  const days = [`${name}-01`]
  while (nextDay(days.at(-1)!) < `${next}-01`) days.push(nextDay(days.at(-1)!))
  return { name, from: startOf(timeZone, name), until: startOf(timeZone, next), days }
}

/** The month that lies `count` months after; negative goes back. */
export function addMonths(name: string, count: number): string {
  const [year, month] = name.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + count)).toISOString().slice(0, 7)
}

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: Date): string {
  return utcDay(new Date(localTimeOf(timeZone, instant.getTime())))
}

/** The last day whose values can be known, of the days up to `today`. */
export function daysUntil(days: readonly string[], today: string): string[] {
  return days.filter((day) => day <= today)
}

/** The days of the month before by position: the n-th day of each is compared. */
export function daysBefore(name: string, count: number): string[] {
  const first = `${addMonths(name, -1)}-01`
  return Array.from({ length: count }, (_, index) => addDays(first, index)).filter(
    (day) => day < `${name}-01`,
  )
}

function startOf(timeZone: string, name: string): Date {
  return new Date(instantsOfDay(timeZone, [Date.parse(`${name}-01T00:00:00Z`)])[0]!)
}
