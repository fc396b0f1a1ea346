import { limits } from '../../core/limits.ts'

/**
 * When the comments of a post are read next: young posts often, old ones seldom, after 90 days
 * never by themselves. `null` ends the watching.
 */
export function nextSyncAt(publishedAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime()
  const reading = limits.comment.readings.find(({ ageMsMax }) => ageMs < ageMsMax)
  return reading ? new Date(now.getTime() + reading.everyMs) : null
}

/** After this many failures in a row a post alone is read more and more seldom, then never. */
export function nextSyncAfterFailure(failures: number, now: Date): Date | null {
  if (failures >= limits.comment.postFailuresMax) return null
  return new Date(now.getTime() + 3_600_000 * 4 ** (failures - 1))
}

/** How long a run waits after failures of the platform: a minute, doubling, up to an hour. */
export function backOffMs(failures: number): number {
  return Math.min(60_000 * 2 ** Math.min(failures - 1, 10), 3_600_000)
}

/** Posts older than this are neither imported nor read. */
export function syncCutoff(now: Date): Date {
  return new Date(now.getTime() - limits.comment.watchedDays * 86_400_000)
}
