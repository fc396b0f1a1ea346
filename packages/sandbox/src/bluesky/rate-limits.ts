import { DAY_MS, HOUR_MS } from '../core/clock.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { XrpcError } from './errors.ts'
import { settingsOf } from './settings.ts'

/** What a write costs, and how much an account has (bluesky.md §3.7). */
const points = { create: 3, update: 2, delete: 1 } as const
const budgets = [
  { max: 5_000, windowMs: HOUR_MS },
  { max: 35_000, windowMs: DAY_MS },
]

/** Charges an account for a write. Throws XrpcError 429. */
export function chargeWrite(sandbox: Sandbox, did: string, action: keyof typeof points): void {
  if (!settingsOf(sandbox).bluesky_rate_limits) return
  for (const { max, windowMs } of budgets) {
    for (let point = 0; point < points[action]; point += 1) {
      if (sandbox.rates.allow(`bluesky writes ${did} ${windowMs}`, max, windowMs)) continue
      throw rateLimited(sandbox, max, windowMs)
    }
  }
}

/** 429 with the headers that say when to try again. */
export function rateLimited(sandbox: Sandbox, max: number, windowMs: number): XrpcError {
  const seconds = windowMs / 1000
  return new XrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
    'ratelimit-limit': String(max),
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(Math.ceil(sandbox.clock.ms() / 1000) + seconds),
    'ratelimit-policy': `${max};w=${seconds}`,
    'retry-after': String(seconds),
  })
}
