import { AsyncLocalStorage } from 'node:async_hooks'

/** How much of a rate limit is used, in percent, and the seconds until calls are allowed again. */
export type Usage = { percent: number; regainSeconds: number | null }

const listeners = new AsyncLocalStorage<(usage: Usage) => void>()

/** Runs `work` and calls `onUsage` with the usage that each response reports. */
export function withUsageListener<T>(
  onUsage: (usage: Usage) => void,
  work: () => Promise<T>,
): Promise<T> {
  return listeners.run(onUsage, work)
}

/** Passes the usage in a response to the current listener; reads nothing without one. */
export function reportUsage(read: () => Usage | null): void {
  const listener = listeners.getStore()
  const usage = listener && read()
  if (usage) listener(usage)
}

/** The usage by headers with the number of calls allowed and left; `null` if they do not say. */
export function usageOfCalls(
  allowed: unknown,
  left: unknown,
  regainSeconds: number | null,
): Usage | null {
  const [max, rest] = [countIn(allowed), countIn(left)]
  if (!max || rest === null) return null
  return { percent: Math.max(0, 100 * (1 - rest / max)), regainSeconds }
}

function countIn(header: unknown): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
}
