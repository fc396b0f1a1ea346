import { addDays, utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import { countDays } from './range.ts'

/** Days that are still to be read, as inclusive ranges, oldest first. */
export type Pending = readonly (readonly [from: string, to: string])[]

const recentDaysMin = 3
const hourMs = 3_600_000

/**
 * The last day whose metrics are final at `now`. Meta's days end at midnight in Los Angeles,
 * 08:00Z at the latest, and settle within 48 hours (instagram.md §5.1, threads.md §5.3).
 */
export function settledThrough(now: Date): string {
  return addDays(utcDay(new Date(now.getTime() - 8 * hourMs)), -3)
}

/**
 * Plans the days a cycle reads: at least the last three, and all days that had not settled when
 * they were read. Older gaps, after an outage or the first connection, become pending.
 */
export function planDays(
  previous: { knownTo: string | null; pending: Pending },
  today: string,
  backfillDays: number,
): { recent: string[]; pending: Pending } {
  const earliest = addDays(today, 1 - backfillDays)
  const firstMissing = latest(previous.knownTo ? addDays(previous.knownTo, 1) : earliest, earliest)
  const lastThree = addDays(today, 1 - recentDaysMin)
  const first = latest(firstMissing, addDays(today, 1 - limits.insights.recentDaysMax))
  const recentFrom = first < lastThree ? first : lastThree
  const gap: Pending = firstMissing < recentFrom ? [[firstMissing, addDays(recentFrom, -1)]] : []
  return {
    recent: listDays(recentFrom, today),
    pending: [...withoutExpired(previous.pending, earliest), ...gap],
  }
}

/** Splits off the newest pending days, at most `daysMax` of one range. */
export function takeNewest(pending: Pending, daysMax: number): { days: string[]; rest: Pending } {
  const last = pending.at(-1)
  if (!last) return { days: [], rest: [] }
  const [from, to] = last
  const start = latest(from, addDays(to, 1 - daysMax))
  const others = pending.slice(0, -1)
  const rest: Pending = start > from ? [...others, [from, addDays(start, -1)]] : others
  return { days: listDays(start, to), rest }
}

/** Splits `items` into chunks of at most `size`. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

function withoutExpired(pending: Pending, earliest: string): Pending {
  return pending
    .filter(([, to]) => to >= earliest)
    .map(([from, to]) => [latest(from, earliest), to] as const)
}

function listDays(from: string, to: string): string[] {
  return Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index))
}

function latest(left: string, right: string): string {
  return left > right ? left : right
}
