import type { Clock } from './clock.ts'

export type Rates = { allow(key: string, max: number, windowMs: number): boolean }

/** Sliding-window rate limits, in memory only. `allow` returns false when the window is full. */
export function createRates(clock: Clock): Rates {
  const calls = new Map<string, number[]>()
  return {
    allow(key, max, windowMs) {
      const now = clock.ms()
      const recent = (calls.get(key) ?? []).filter((at) => at > now - windowMs)
      const allowed = recent.length < max
      if (allowed) recent.push(now)
      calls.set(key, recent)
      return allowed
    },
  }
}
