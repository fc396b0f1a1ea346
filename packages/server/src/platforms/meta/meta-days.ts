import { addDays } from '../../core/day.ts'

/**
 * Meta's days begin and end at midnight in Los Angeles, 07:00Z or 08:00Z (threads.md §5.2,
 * instagram.md §5.1). Such a day is kept as the UTC day of the same date.
 */
const zone = 'America/Los_Angeles'
const hourMs = 3_600_000

const dateThere = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The instant at which Meta's day begins. */
export function startOfMetaDay(day: string): Date {
  const summer = new Date(Date.parse(`${day}T00:00:00Z`) + 7 * hourMs)
  return dateThere.format(summer) === day ? summer : new Date(summer.getTime() + hourMs)
}

export function endOfMetaDay(day: string): Date {
  return startOfMetaDay(addDays(day, 1))
}

/** The day that ends at `end_time`, as the documents advise (threads.md §5.2, from memory). */
export function metaDayEnding(end: Date): string {
  return dateThere.format(new Date(end.getTime() - 1_000))
}

/** The query for these days, from the beginning of the first to the end of the last. */
export function metaWindow(days: readonly string[]): Record<string, string> {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return {}
  return { since: unixOf(startOfMetaDay(first)), until: unixOf(endOfMetaDay(last)) }
}

function unixOf(instant: Date): string {
  return `${Math.floor(instant.getTime() / 1_000)}`
}
