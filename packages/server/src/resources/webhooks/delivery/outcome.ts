import { limits } from '../../../core/limits.ts'
import type { OutboundFailure } from '../../../outbound/outbound.ts'
import type { DeliveryError } from '../../../schemas/delivery.ts'

const { attemptsMax, retryDelaysMs, jitterShare, jitterMsMax } = limits.webhook

const failures: Record<OutboundFailure, DeliveryError> = {
  timeout: 'timeout',
  dns: 'dns',
  connection: 'connection',
  tls: 'tls',
  blocked_address: 'blocked_address',
  // Headers beyond the limit: the response could not be read.
  too_large: 'connection',
}

/**
 * The error of an attempt, or `null` when it was delivered (any 2xx). A redirect is not followed and
 * counts as a failure. Source: contract.md §9.
 */
export function errorOf(
  result: { statusCode: number } | { failure: OutboundFailure },
): DeliveryError | null {
  if ('failure' in result) return failures[result.failure]
  if (result.statusCode >= 200 && result.statusCode < 300) return null
  return result.statusCode >= 300 && result.statusCode < 400 ? 'redirect' : 'http_status'
}

/**
 * When the next scheduled attempt is due: the contract's delay plus up to 10 % (at most 60 s), so that
 * deliveries that failed together are not retried together, and not before the receiver wants one.
 * `null` after the last scheduled attempt and for one outside the schedule (`once`). `number` counts
 * scheduled attempts; `random` is in [0, 1).
 */
export function nextAttemptAt(
  failed: { number: number; once: boolean; completedAt: Date; waitMs?: number },
  random: number,
): Date | null {
  if (failed.once || failed.number >= attemptsMax) return null
  const delayMs = retryDelaysMs[failed.number - 1]!
  const jitterMs = Math.floor(Math.min(delayMs * jitterShare, jitterMsMax) * random)
  const waitMs = Math.min(failed.waitMs ?? 0, Math.max(...retryDelaysMs))
  return new Date(failed.completedAt.getTime() + Math.max(delayMs, waitMs) + jitterMs)
}

/** How long a receiver asks to wait: `Retry-After` of 429 and 503, in seconds or as a date (RFC 9110). */
export function waitMsOf(response: {
  statusCode: number | null
  responseHeaders: Readonly<Record<string, string>> | null
  completedAt: Date
}): number {
  const { statusCode, responseHeaders, completedAt } = response
  const header = responseHeaders?.['retry-after']?.trim()
  if (!header || (statusCode !== 429 && statusCode !== 503)) return 0
  const waitMs = /^\d+$/.test(header)
    ? Number(header) * 1_000
    : Date.parse(header) - completedAt.getTime()
  return waitMs > 0 ? waitMs : 0
}
