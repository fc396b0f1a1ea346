import type { Clock } from './clock.ts'

export type Rates = {
  /** Counts a call in a sliding window; false when the window is full. */
  allow(key: string, max: number, windowMs: number): boolean
  /** Counts a call in a fixed window: the calls so far, and when the window ends (ms since 1970). */
  count(key: string, windowMs: number): { calls: number; endsAt: number }
}

/** Rate limits, in memory only. */
export function createRates(clock: Clock): Rates {
  const calls = new Map<string, number[]>()
  const windows = new Map<string, { calls: number; endsAt: number }>()
  return {
    allow(key, max, windowMs) {
      const now = clock.ms()
      const recent = (calls.get(key) ?? []).filter((at) => at > now - windowMs)
      const allowed = recent.length < max
      if (allowed) recent.push(now)
      calls.set(key, recent)
      return allowed
    },
    count(key, windowMs) {
      const endsAt = (Math.floor(clock.ms() / windowMs) + 1) * windowMs
      const window = windows.get(key)
      const counted = { calls: (window?.endsAt === endsAt ? window.calls : 0) + 1, endsAt }
      windows.set(key, counted)
      return counted
    },
  }
}
