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
  // Headers beyond the limit: no answer that could be read.
  too_large: 'connection',
}

/**
 * What an attempt came to: `null` when it was delivered (any 2xx), else why not. A redirect is not
 * followed and counts as failure. Source: interface.md "Delivery and retry".
 */
export function errorOf(
  result: { statusCode: number } | { failure: OutboundFailure },
): DeliveryError | null {
  if ('failure' in result) return failures[result.failure]
  if (result.statusCode >= 200 && result.statusCode < 300) return null
  return result.statusCode >= 300 && result.statusCode < 400 ? 'redirect' : 'http_status'
}

/**
 * When the next attempt of the schedule is due after a failed one: the contract's delay, and up to
 * 10 % (at most 60 s) later, so that what failed together does not return together. `null` when it
 * was the last of the schedule, or one that is not part of it (`once`). `number` is that in the schedule,
 * `random` is from 0 up to 1.
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
