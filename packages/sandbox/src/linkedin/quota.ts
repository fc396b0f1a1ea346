import { DAY_MS } from '../core/clock.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { LinkedinError } from './errors.ts'
import { settingsOf } from './settings.ts'

/** Counts a call of the app in its day of UTC. Nothing tells what is left (linkedin.md §8). */
export function countCall(sandbox: Sandbox): void {
  const max = settingsOf(sandbox).linkedin_calls_per_day
  if (max === null) return
  const id = `linkedin_calls:${Math.floor(sandbox.clock.ms() / DAY_MS)}`
  const used = (sandbox.state.networkRecords.get(id)?.value as { used: number } | undefined)?.used
  if ((used ?? 0) >= max) {
    const text =
      'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.'
    throw new LinkedinError(429, 'TOO_MANY_REQUESTS', text, { serviceErrorCode: 101 })
  }
  const value = { used: (used ?? 0) + 1 }
  sandbox.state.networkRecords.put({ id, kind: 'linkedin_calls', value })
}
