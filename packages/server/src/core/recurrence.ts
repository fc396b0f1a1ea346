import { type Weekday, weekdays } from './slots.ts'
import { instantsOfDay, localTimeOf } from './time-zones.ts'

/** `interval` counts the units: 2 and `week` is every second week. */
export type Recurrence =
  | { every: 'day' | 'month'; interval: number }
  | { every: 'week'; interval: number; weekdays: readonly Weekday[] }

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/**
 * The instants after `from` at which a recurrence occurs, in order and without end, at the local time of
 * `from`. A time that summer time skips occurs at the end of the skipped hour, a repeated one the first
 * time. Weeks begin on Monday; without weekdays the one of `from` counts. A month without the day of `from`
 * counts its last one.
 */
export function* recurrenceInstants(
  rule: Recurrence,
  timeZone: string,
  from: Date,
): Generator<Date, never> {
  const start = localTimeOf(timeZone, from.getTime())
  for (const local of rule.every === 'week' ? weeksOf(rule, start) : unitsOf(rule, start)) {
    if (local <= start) continue
    yield new Date(instantsOfDay(timeZone, [local])[0]!)
  }
  throw new Error('a recurrence ended')
}

/** Local times are in ms, as if they were UTC. */
function* unitsOf(
  { every, interval }: { every: 'day' | 'month'; interval: number },
  start: number,
): Generator<number> {
  for (let count = 1; ; count += 1) {
    yield every === 'day' ? start + count * interval * dayMs : addMonths(start, count * interval)
  }
}

function* weeksOf(
  rule: { interval: number; weekdays: readonly Weekday[] },
  start: number,
): Generator<number> {
  const sinceMonday = (day: number) => (day + 6) % 7
  const startDay = sinceMonday(new Date(start).getUTCDay())
  const days = [...new Set(rule.weekdays)].map((day) => sinceMonday(weekdays.indexOf(day)))
  const inOrder = days.length > 0 ? days.toSorted((left, right) => left - right) : [startDay]
  for (let week = start - startDay * dayMs; ; week += rule.interval * weekMs) {
    for (const day of inOrder) yield week + day * dayMs
  }
}

function addMonths(start: number, count: number): number {
  const date = new Date(start)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}
