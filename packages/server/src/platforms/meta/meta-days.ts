import { addDays } from '../../core/day.ts'
import { pacificDay, startOfPacificDay } from '../wire/pacific-day.ts'

/** Meta's days are those of Los Angeles, stored as the UTC day with the same date. */
export function endOfMetaDay(day: string): Date {
  return startOfPacificDay(addDays(day, 1))
}

/** The day that ends at `end`: `end_time` of Facebook and Instagram (facebook.md §5). */
export function metaDayEndingAt(end: Date): string {
  return pacificDay(new Date(end.getTime() - 1_000))
}

/** The day that starts at `start`: `end_time` of Threads, in spite of its name (threads.md §5.2). */
export function metaDayStartingAt(start: Date): string {
  return pacificDay(start)
}

/** The query parameters for these days, from the start of the first to the end of the last. */
export function metaDayRange(days: readonly string[]): Record<string, string> {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return {}
  return { since: unixOf(startOfPacificDay(first)), until: unixOf(endOfMetaDay(last)) }
}

function unixOf(instant: Date): string {
  return `${Math.floor(instant.getTime() / 1_000)}`
}
