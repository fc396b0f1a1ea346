import { PlatformError } from '../../platforms/contract/errors.ts'

/** What follows when reading metrics failed. */
export type FailureOutcome =
  | { next: 'retry'; waitMs: number }
  /** The whole account is paused. */
  | { next: 'pause'; waitMs: number }
  /** The owner must grant the permission; the next cycle checks again. */
  | { next: 'permission' }
  /** The account has expired or was disconnected; reconnecting it makes it due. */
  | { next: 'access' }

/** After this many consecutive rejections the days are skipped. */
const rejectionsMax = 3
const retryDelaysMs = [1, 5, 15, 60, 180].map((minutes) => minutes * 60_000)
const pauseMs = 15 * 60_000
const waitMsMax = 6 * 3_600_000

/** Pure: maps an error and the number of consecutive failures before it to what follows. */
export function afterFailure(err: unknown, failures: number): FailureOutcome {
  const waitMs = retryDelaysMs[failures] ?? waitMsMax
  if (!(err instanceof PlatformError)) return { next: 'retry', waitMs }
  switch (err.kind) {
    case 'permission_missing':
      return { next: 'permission' }
    case 'rate_limited': {
      const doubled = Math.min(pauseMs * 2 ** Math.min(failures, 10), waitMsMax)
      const retryAfterSeconds = err.retryAfterSeconds
      return {
        next: 'pause',
        waitMs: retryAfterSeconds === null ? doubled : retryAfterSeconds * 1_000,
      }
    }
    case 'access_expired':
    case 'disconnected':
      return { next: 'access' }
    case 'access_busy':
    case 'access_unclear':
    case 'rejected':
    case 'not_ready':
    case 'unavailable':
      return { next: 'retry', waitMs }
  }
}

/** Whether to skip rejected days, so that they do not block everything else. */
export function isRejectedForGood(err: unknown, failures: number): boolean {
  return err instanceof PlatformError && err.kind === 'rejected' && failures >= rejectionsMax - 1
}
