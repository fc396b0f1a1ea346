import { PosternConnectionError, PosternError } from './errors.ts'
import type { OperationId } from './operation.ts'

const firstDelayMs = 500
const delayMsMax = 8_000
const retryAfterSecondsMax = 60
const openStatuses = [500, 502, 503, 504]

/** What a platform shows to others and cannot be told to do once: never sent twice by itself. */
const sentOnce: readonly OperationId[] = ['replyToComment']

/** How long to wait before the same request is tried again, or `null` when it must not be. */
export function retryDelayMs(
  error: unknown,
  request: { id: OperationId; method: string },
  triesBefore: number,
  random: () => number = Math.random,
): number | null {
  if (!wasRefused(error) && !(isOpen(error) && mayRepeat(request))) return null
  const backoffMs = Math.min(firstDelayMs * 2 ** triesBefore, delayMsMax)
  const jitteredMs = backoffMs * (0.5 + random() / 2)
  const askedSeconds = error instanceof PosternError ? error.retryAfterSeconds : null
  if (askedSeconds === null) return jitteredMs
  // A longer wait is the caller's to decide.
  if (askedSeconds > retryAfterSecondsMax) return null
  return askedSeconds * 1_000 + jitteredMs * 0.5
}

/** The service said no before it did anything, and that it will not say so for ever. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof PosternError)) return false
  if (error.status === 408 || error.status === 429) return true
  return error.code === 'idempotency_in_progress'
}

/** Nobody knows whether it was done. */
function isOpen(error: unknown): boolean {
  if (error instanceof PosternConnectionError) return true
  if (!(error instanceof PosternError) || !openStatuses.includes(error.status)) return false
  return error.retryable || error.code === 'unexpected_answer'
}

function mayRepeat({ id, method }: { id: OperationId; method: string }): boolean {
  if (sentOnce.includes(id)) return false
  return method === 'GET' || method === 'DELETE' || method === 'POST'
}

/** Waits, or throws the reason of the caller's signal as soon as it is aborted. */
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
