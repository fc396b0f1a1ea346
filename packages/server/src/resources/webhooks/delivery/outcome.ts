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
 * counts as a failure. Source: interface.md "Delivery and retry".
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
 * deliveries that failed together are not retried together. `null` after the last scheduled attempt and
 * for one outside the schedule (`once`). `number` counts scheduled attempts; `random` is in [0, 1).
 */
export function nextAttemptAt(
  failed: { number: number; once: boolean; completedAt: Date },
  random: number,
): Date | null {
  if (failed.once || failed.number >= attemptsMax) return null
  const delayMs = retryDelaysMs[failed.number - 1]!
  const jitterMs = Math.floor(Math.min(delayMs * jitterShare, jitterMsMax) * random)
  return new Date(failed.completedAt.getTime() + delayMs + jitterMs)
}
