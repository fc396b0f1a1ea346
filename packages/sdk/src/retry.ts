import { PosternConnectionError, PosternError } from './errors.ts'
import type { OperationId } from './operation.ts'

const firstDelayMs = 500
const delayMsMax = 8_000
const retryAfterSecondsMax = 60
const retryableStatuses = [500, 502, 503, 504]

/** Operations that are never retried automatically, because a platform could publish twice. */
const neverRetried: readonly OperationId[] = ['replyToComment']

/** The delay before the next retry, or `null` if the request must not be retried. */
export function retryDelayMs(
  error: unknown,
  request: { id: OperationId; method: string },
  retriesBefore: number,
  random: () => number = Math.random,
): number | null {
  if (!wasRejected(error) && !(isOutcomeUnknown(error) && isRepeatable(request))) return null
  const backoffMs = Math.min(firstDelayMs * 2 ** retriesBefore, delayMsMax)
  const jitteredMs = backoffMs * (0.5 + random() / 2)
  const requestedSeconds = error instanceof PosternError ? error.retryAfterSeconds : null
  if (requestedSeconds === null) return jitteredMs
  // The caller decides about longer waits.
  if (requestedSeconds > retryAfterSecondsMax) return null
  return requestedSeconds * 1_000 + jitteredMs * 0.5
}

/** Whether the server rejected the request temporarily, before it did anything. */
function wasRejected(error: unknown): boolean {
  if (!(error instanceof PosternError)) return false
  if (error.status === 408 || error.status === 429) return true
  return error.code === 'idempotency_in_progress'
}

/** Whether the request may or may not have been processed. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof PosternConnectionError) return true
  if (!(error instanceof PosternError) || !retryableStatuses.includes(error.status)) return false
  return error.retryable || error.code === 'unexpected_answer'
}

function isRepeatable({ id, method }: { id: OperationId; method: string }): boolean {
  if (neverRetried.includes(id)) return false
  return method === 'GET' || method === 'DELETE' || method === 'POST'
}

/** Waits, or throws the signal's reason when it is aborted. */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
