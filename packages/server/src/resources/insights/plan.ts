import { addDays, utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import { daysFrom } from './range.ts'

/** Days that are still to be read, as ranges with both ends included, the oldest first. */
export type Pending = readonly (readonly [from: string, to: string])[]

const recentDaysMin = 3
const hourMs = 3_600_000

/**
 * The last day whose figures no longer change at `at`. Meta's days end at midnight in Los Angeles,
 * 08:00Z at the latest, and settle within 48 hours (platforms/instagram.md §5.1, threads.md §5.3).
 */
export function settledThrough(at: Date): string {
  return addDays(utcDay(new Date(at.getTime() - 8 * hourMs)), -3)
}

/**
 * Which days a cycle reads: at least the last three, and whatever had not settled when it was read
 * last. What lies further back, after an outage or on the first connection, becomes pending.
 */
export function planDays(
  before: { knownTo: string | null; pending: Pending },
  today: string,
  backfillDays: number,
): { recent: string[]; pending: Pending } {
  const earliest = addDays(today, 1 - backfillDays)
  const wanted = latest(before.knownTo ? addDays(before.knownTo, 1) : earliest, earliest)
  const lastThree = addDays(today, 1 - recentDaysMin)
  const first = latest(wanted, addDays(today, 1 - limits.insights.recentDaysMax))
  const recentFrom = first < lastThree ? first : lastThree
  const gap: Pending = wanted < recentFrom ? [[wanted, addDays(recentFrom, -1)]] : []
  return {
    recent: listDays(recentFrom, today),
    pending: [...withoutForgotten(before.pending, earliest), ...gap],
  }
}

/** The newest `daysMax` pending days, and what is left. */
export function takePiece(pending: Pending, daysMax: number): { days: string[]; rest: Pending } {
  const last = pending.at(-1)
  if (!last) return { days: [], rest: [] }
  const [from, to] = last
  const cut = latest(from, addDays(to, 1 - daysMax))
  const others = pending.slice(0, -1)
  const rest: Pending = cut > from ? [...others, [from, addDays(cut, -1)]] : others
  return { days: listDays(cut, to), rest }
}

/** Pieces of at most `size`, in their order. */
export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, place) => items.slice(place * size, (place + 1) * size))
}

function withoutForgotten(pending: Pending, earliest: string): Pending {
  return pending
    .filter(([, to]) => to >= earliest)
    .map(([from, to]) => [latest(from, earliest), to] as const)
}

function listDays(from: string, to: string): string[] {
  return Array.from({ length: daysFrom(from, to) }, (_, place) => addDays(from, place))
}

function latest(left: string, right: string): string {
  return left > right ? left : right
}
