import { addDays } from '../../core/day.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { reportUsage } from '../contract/usage.ts'
import { pacificDay, startOfPacificDay } from '../wire/pacific-day.ts'

export type Quota = 'units' | 'uploads'

/** Units of a call by its method; reports and the bytes of an upload cost none (youtube.md §3). */
export const unitsOf = { read: 1, write: 50 } as const

/**
 * Counts a call in the quota of the project's day before it is made. Throws `rate_limited`, without a
 * call, once the quota is used up. What is used is reported, so that reading pauses before publishing
 * has to.
 */
export async function spendQuota(
  { app, quota, now }: Pick<PlatformSetup, 'app' | 'quota' | 'now'>,
  name: Quota,
  cost: number,
): Promise<void> {
  const max = app.quotas?.[name]
  if (max === undefined) return
  const day = pacificDay(now())
  const used = await quota.spend({ name, day, cost, max })
  if (used === null) throw quotaError(now(), { platformCode: `${name}_per_day` })
  if (name === 'units') {
    const regainSeconds = secondsUntilRenewal(now())
    reportUsage(() => ({ percent: (100 * used) / max, regainSeconds }))
  }
}

/** The daily quota of the Google project is used up: the account waits until it is renewed. */
export function quotaError(now: Date, detail: { platformCode: string | null }): PlatformError {
  const retryAfterSeconds = secondsUntilRenewal(now)
  const until = new Date(now.getTime() + retryAfterSeconds * 1_000).toISOString()
  return new PlatformError('rate_limited', {
    ...detail,
    platformMessage: `The daily quota of the Google project is used up. It is renewed at ${until.slice(0, 16)}Z.`,
    retryAfterSeconds,
  })
}

/** The day ends at midnight in Los Angeles. */
function secondsUntilRenewal(now: Date): number {
  const end = startOfPacificDay(addDays(pacificDay(now), 1))
  return Math.ceil((end.getTime() - now.getTime()) / 1_000)
}
