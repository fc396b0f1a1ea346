import { limits } from '../../../core/limits.ts'
import { OutboundError } from '../../../outbound/outbound.ts'
import { PlatformError } from '../../../platforms/errors.ts'
import type { postErrorCodes } from '../../../schemas/event.ts'

export type PostErrorCode = (typeof postErrorCodes)[number]

export type Failure = {
  code: PostErrorCode
  source: 'platform' | 'postern'
  message: string
  retryable: boolean
}

/** What follows from an error of a platform while a target is being published. */
export type ErrorOutcome =
  | { next: 'fail'; failure: Failure }
  /** The same attempt goes on later; nothing was published. */
  | { next: 'not_ready'; waitMs: number }
  /** The account rests, and the attempt does not count. */
  | { next: 'pause'; untilMs: number; failure: Failure }
  /** The attempt failed; there may be another. */
  | { next: 'retry'; failure: Failure }
  /** The platform was asked to publish and nobody knows whether it did. */
  | { next: 'unknown'; failure: Failure }

const pauseMs = 15 * 60_000
const notReadyMs = [2_000, 4_000, 6_000, 8_000, 15_000, 30_000]

const reasonCodes: Readonly<Record<string, PostErrorCode>> = {
  content_rejected: 'content_rejected',
  content_invalid: 'content_invalid',
  media_invalid: 'media_invalid',
  media_unreachable: 'media_unreachable',
  duplicate: 'duplicate',
}

/**
 * Pure: an error and where it happened → what follows. `isCommit` is the one call that makes the
 * post public: an answer that never came there is `unknown`, everywhere else a retry.
 */
export function outcomeOf(
  err: unknown,
  at: { isCommit: boolean; commitsNotReady: number },
): ErrorOutcome {
  if (!(err instanceof PlatformError)) {
    const failure = ours('internal', 'Something went wrong on our side.', true)
    return { next: at.isCommit ? 'unknown' : 'retry', failure }
  }
  switch (err.kind) {
    case 'access_ended':
      return fail(err, 'auth_expired', 'The access to the account ended; reconnect it.')
    case 'disconnected':
      return fail(err, 'account_disconnected', 'The account was disconnected on the platform.')
    case 'permission_missing':
      return fail(
        err,
        'permission_missing',
        'The account has not granted the permission to publish.',
      )
    case 'rejected':
      return fail(
        err,
        reasonCodes[err.reason ?? ''] ?? 'content_rejected',
        'The platform refused it.',
      )
    case 'rate_limited':
      return limited(err)
    case 'not_ready':
      return { next: 'not_ready', waitMs: notReadyMs[at.commitsNotReady] ?? notReadyMs.at(-1)! }
    case 'unavailable':
      return unavailable(err, at.isCommit)
  }
}

function fail(err: PlatformError, code: PostErrorCode, words: string): ErrorOutcome {
  return { next: 'fail', failure: theirs(err, code, words, false) }
}

function limited(err: PlatformError): ErrorOutcome {
  if (err.reason === 'daily_quota') {
    const words = "The account's daily number of posts is used up."
    return { next: 'fail', failure: theirs(err, 'daily_quota', words, true) }
  }
  const failure = theirs(err, 'platform_rate_limited', 'The platform asks to wait.', true)
  return { next: 'pause', untilMs: (err.retryAfterSeconds ?? pauseMs / 1_000) * 1_000, failure }
}

function unavailable(err: PlatformError, isCommit: boolean): ErrorOutcome {
  const cause = err.cause instanceof OutboundError ? err.cause : null
  const isLate = cause?.kind === 'timeout'
  const code = isLate ? 'timeout' : 'platform_error'
  const words = isLate ? 'The platform did not answer in time.' : 'The platform had a failure.'
  const failure = theirs(err, code, words, true)
  const neverLeft = cause !== null && !cause.sent
  return { next: isCommit && !neverLeft ? 'unknown' : 'retry', failure }
}

function theirs(
  err: PlatformError,
  code: PostErrorCode,
  words: string,
  retryable: boolean,
): Failure {
  const said = err.platformMessage ? `${words} It says: ${err.platformMessage}` : words
  return { code, source: 'platform', message: said, retryable }
}

export function ours(code: PostErrorCode, message: string, retryable: boolean): Failure {
  return { code, source: 'postern', message, retryable }
}

/** When the next attempt after this many is due, in ms; `null` after the last. */
export function retryDelayMs(attempts: number): number | null {
  return attempts < limits.post.attemptsMax
    ? (limits.post.retryDelaysMs[attempts - 1] ?? null)
    : null
}

const findDelaysMs = [2_000, 5_000, 10_000, 20_000, 30_000, 60_000]

/** How long to wait before looking for the post again, by the time since the commit. */
export function findDelayMs(sinceCommitMs: number): number {
  let sum = 0
  for (const delay of findDelaysMs) {
    sum += delay
    if (sinceCommitMs < sum) return delay
  }
  return findDelaysMs.at(-1)!
}
