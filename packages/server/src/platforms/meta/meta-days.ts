import { addDays } from '../../core/day.ts'

/**
 * Meta's days start at midnight in Los Angeles, 07:00Z or 08:00Z (threads.md §5.2, instagram.md §5.1).
 * They are stored as the UTC day with the same date.
 */
const zone = 'America/Los_Angeles'
const hourMs = 3_600_000

const dateInLosAngeles = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

export function startOfMetaDay(day: string): Date {
  const inSummerTime = new Date(Date.parse(`${day}T00:00:00Z`) + 7 * hourMs)
  return dateInLosAngeles.format(inSummerTime) === day
    ? inSummerTime
    : new Date(inSummerTime.getTime() + hourMs)
}

export function endOfMetaDay(day: string): Date {
  return startOfMetaDay(addDays(day, 1))
}

/** The day that ends at `end`: `end_time` of Facebook and Instagram (facebook.md §5). */
export function metaDayEndingAt(end: Date): string {
  return dateInLosAngeles.format(new Date(end.getTime() - 1_000))
}

/** The day that starts at `start`: `end_time` of Threads, in spite of its name (threads.md §5.2). */
export function metaDayStartingAt(start: Date): string {
  return dateInLosAngeles.format(start)
}

/** The query parameters for these days, from the start of the first to the end of the last. */
export function metaDayRange(days: readonly string[]): Record<string, string> {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return {}
  return { since: unixOf(startOfMetaDay(first)), until: unixOf(endOfMetaDay(last)) }
}

function unixOf(instant: Date): string {
  return `${Math.floor(instant.getTime() / 1_000)}`
}
