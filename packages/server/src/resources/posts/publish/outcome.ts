import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { OutboundError } from '../../../outbound/outbound.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { PostErrorCode } from '../../../schemas/event.ts'
import { StorageUnavailable } from '../../../storage/file-store.ts'

export type Failure = {
  code: PostErrorCode
  source: 'platform' | 'postern'
  message: string
  retryable: boolean
}

/** What to do after an error while publishing a target. */
export type ErrorOutcome =
  | { next: 'fail'; failure: Failure }
  /** Nothing was published; the same attempt continues later. */
  | { next: 'not_ready'; waitMs: number }
  /** The tokens are being refreshed, or the media storage is away; the same attempt continues soon. */
  | { next: 'wait'; waitMs: number; failure: Failure }
  /** Publishing to the account is paused; the attempt does not count. */
  | { next: 'pause'; waitMs: number; failure: Failure }
  /** The attempt failed; another follows unless it was the last. */
  | { next: 'retry'; failure: Failure }
  /** The commit was sent without a clear response; the post may exist. */
  | { next: 'unknown'; failure: Failure }

const pauseMs = 15 * 60_000
const busyMs = 3_000
const storageAwayMs = 30_000
const notReadyDelaysMs = [2_000, 4_000, 6_000, 8_000, 15_000, 30_000]

const requestInvalid =
  'The platform rejected how this service sends the post, not the post itself. Report it to the operator of the service.'

const reasonCodes: Readonly<Record<string, PostErrorCode>> = {
  content_rejected: 'content_rejected',
  content_invalid: 'content_invalid',
  media_invalid: 'media_invalid',
  media_unreachable: 'media_unreachable',
  duplicate: 'duplicate',
}

/**
 * Decides what to do after an error. A call without a response is retried, except the commit: it may
 * have made the post public, so the target becomes `unknown`.
 */
export function outcomeOf(
  err: unknown,
  step: { isCommit: boolean; commitsNotReady: number; writes?: 'post' | 'comment' },
): ErrorOutcome {
  const { writes = 'post' } = step
  if (err instanceof ServiceError && err.code === 'media_invalid') {
    return { next: 'fail', failure: serverFailure('media_invalid', err.message, false) }
  }
  // A file is read before the call that sends it, so that call was not made.
  if (err instanceof StorageUnavailable) {
    return { next: 'wait', waitMs: storageAwayMs, failure: storageAway }
  }
  if (!(err instanceof PlatformError)) {
    const failure = serverFailure('internal', 'Something went wrong on our side.', true)
    return { next: step.isCommit ? 'unknown' : 'retry', failure }
  }
  switch (err.kind) {
    case 'access_expired':
      return fail(err, 'auth_expired', 'Access to the account has expired. Reconnect the account.')
    case 'disconnected':
      return fail(
        err,
        'account_disconnected',
        'The account was disconnected on the platform. Reconnect it.',
      )
    case 'access_busy':
      return { next: 'wait', waitMs: busyMs, failure: accessRefused(err) }
    case 'access_unclear':
      return { next: 'retry', failure: accessRefused(err) }
    case 'permission_missing':
      return fail(
        err,
        'permission_missing',
        writes === 'post'
          ? 'The account lacks the permission to publish. Reconnect it and allow publishing.'
          : 'The account lacks the permission to comment. Reconnect it and allow comments.',
      )
    case 'rejected':
      if (err.reason === 'request_invalid') return fail(err, 'internal', requestInvalid)
      return fail(
        err,
        reasonCodes[err.reason ?? ''] ?? 'content_rejected',
        `The platform rejected the ${writes}.`,
      )
    case 'rate_limited':
      return rateLimited(err)
    case 'not_ready':
      return {
        next: 'not_ready',
        waitMs: notReadyDelaysMs[step.commitsNotReady] ?? notReadyDelaysMs.at(-1)!,
      }
    case 'unavailable':
      return unavailable(err, step.isCommit)
  }
}

function fail(err: PlatformError, code: PostErrorCode, message: string): ErrorOutcome {
  return { next: 'fail', failure: platformFailure(err, code, message, false) }
}

function accessRefused(err: PlatformError): Failure {
  const message = 'The platform refused the access, but it may still be valid.'
  return platformFailure(err, 'platform_error', message, true)
}

function rateLimited(err: PlatformError): ErrorOutcome {
  if (err.reason === 'daily_quota') {
    const message = 'The account has reached the daily post limit of the platform.'
    return { next: 'fail', failure: platformFailure(err, 'daily_quota', message, true) }
  }
  const failure = platformFailure(
    err,
    'platform_rate_limited',
    'The platform is rate limiting the account.',
    true,
  )
  return { next: 'pause', waitMs: (err.retryAfterSeconds ?? pauseMs / 1_000) * 1_000, failure }
}

function unavailable(err: PlatformError, isCommit: boolean): ErrorOutcome {
  const cause = err.cause instanceof OutboundError ? err.cause : null
  const isTimeout = cause?.kind === 'timeout'
  const isFileMissing = err.reason === 'media_unreachable'
  const code = isFileMissing ? 'media_unreachable' : isTimeout ? 'timeout' : 'platform_error'
  const message = isFileMissing
    ? 'The platform could not fetch a media file.'
    : isTimeout
      ? 'The platform did not respond in time.'
      : 'The platform failed or could not be reached.'
  const failure = platformFailure(err, code, message, true)
  const wasNeverSent = cause !== null && !cause.sent
  return { next: isCommit && !wasNeverSent ? 'unknown' : 'retry', failure }
}

function platformFailure(
  err: PlatformError,
  code: PostErrorCode,
  ownMessage: string,
  retryable: boolean,
): Failure {
  const { platformMessage } = err
  const message = platformMessage
    ? `${ownMessage} Message from the platform: ${platformMessage}`
    : ownMessage
  return { code, source: 'platform', message, retryable }
}

export function serverFailure(code: PostErrorCode, message: string, retryable: boolean): Failure {
  return { code, source: 'postern', message, retryable }
}

const storageAway = serverFailure('internal', 'The media storage did not respond in time.', true)

/** The delay in ms before the next attempt, or `null` if none is left. */
export function retryDelayMs(attempts: number): number | null {
  return attempts < limits.post.attemptsMax
    ? (limits.post.retryDelaysMs[attempts - 1] ?? null)
    : null
}

const searchDelaysMs = [2_000, 5_000, 10_000, 20_000, 30_000, 60_000]

/** The delay in ms before searching again for a post; it grows with the time since its commit. */
export function searchDelayMs(sinceCommitMs: number): number {
  let sum = 0
  for (const delay of searchDelaysMs) {
    sum += delay
    if (sinceCommitMs < sum) return delay
  }
  return searchDelaysMs.at(-1)!
}
