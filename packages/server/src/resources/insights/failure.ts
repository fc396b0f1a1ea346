import { PlatformError } from '../../platforms/errors.ts'

/** What follows when a platform did not give the figures. */
export type Failed =
  | { next: 'retry'; waitMs: number }
  /** The whole account rests. */
  | { next: 'pause'; waitMs: number }
  /** Nothing helps until the owner grants it; the next cycle looks again. */
  | { next: 'permission' }
  /** To be confirmed by a second call before it counts. */
  | { next: 'access'; waitMs: number }

/** After so many refusals in a row the days are given up. */
const refusalsMax = 3
const retryDelaysMs = [1, 5, 15, 60, 180].map((minutes) => minutes * 60_000)
const pauseMs = 15 * 60_000
const waitMsMax = 6 * 3_600_000

/** Pure: an error and how many came before it in a row → what follows. */
export function afterFailure(err: unknown, failures: number): Failed {
  const waitMs = retryDelaysMs[failures] ?? waitMsMax
  if (!(err instanceof PlatformError)) return { next: 'retry', waitMs }
  switch (err.kind) {
    case 'permission_missing':
      return { next: 'permission' }
    case 'rate_limited': {
      const doubled = Math.min(pauseMs * 2 ** Math.min(failures, 10), waitMsMax)
      const told = err.retryAfterSeconds
      return { next: 'pause', waitMs: told === null ? doubled : told * 1_000 }
    }
    case 'access_expired':
    case 'disconnected':
      return { next: 'access', waitMs }
    case 'rejected':
    case 'not_ready':
    case 'unavailable':
      return { next: 'retry', waitMs }
  }
}

/** Whether days that the platform refuses are left alone, so that they hold up nothing else. */
export function isRefusedForGood(err: unknown, failures: number): boolean {
  return err instanceof PlatformError && err.kind === 'rejected' && failures >= refusalsMax - 1
}
