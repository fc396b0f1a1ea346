import { limits } from '../../../core/limits.ts'

/**
 * The time of a post's next sync: new posts often, old ones rarely. `null` after 90 days, which ends
 * polling.
 */
export function nextSyncAt(publishedAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime()
  const interval = limits.comment.syncIntervals.find(({ ageMsMax }) => ageMs < ageMsMax)
  return interval ? new Date(now.getTime() + interval.everyMs) : null
}

/** Quadruples the delay with each consecutive failure of a post, from an hour; `null` ends polling. */
export function nextSyncAfterFailure(failures: number, now: Date): Date | null {
  if (failures >= limits.comment.postFailuresMax) return null
  return new Date(now.getTime() + 3_600_000 * 4 ** (failures - 1))
}

/** The delay after consecutive failures of an account's runs: a minute, doubling, up to an hour. */
export function backOffMs(failures: number): number {
  return Math.min(60_000 * 2 ** Math.min(failures - 1, 10), 3_600_000)
}

/** Posts published before this are neither imported nor synced. */
export function syncCutoff(now: Date): Date {
  return new Date(now.getTime() - limits.comment.syncedDays * 86_400_000)
}
