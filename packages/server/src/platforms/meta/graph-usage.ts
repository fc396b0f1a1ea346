import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { parseJson } from '../json.ts'
import type { PlatformAnswer } from '../platform.ts'

/** What Meta says with an answer: how much of its limits is used up, and when it gives some back. */
export type Usage = { percent: number; regainSeconds: number | null }

const shares = z.object({
  call_count: z.number().nullish(),
  total_time: z.number().nullish(),
  total_cputime: z.number().nullish(),
})
const ofBusiness = z.record(
  z.string(),
  z.array(shares.extend({ estimated_time_to_regain_access: z.number().nullish() })),
)

const listeners = new AsyncLocalStorage<(usage: Usage) => void>()

/** Does the work, and hears what the answers to its calls say of Meta's limits. */
export function hearUsage<T>(heard: (usage: Usage) => void, work: () => Promise<T>): Promise<T> {
  return listeners.run(heard, work)
}

/** To whoever hears; costs nothing where nobody does. */
export function tellUsage(answer: PlatformAnswer): void {
  listeners.getStore()?.(graphUsage(answer))
}

/**
 * The fullest of all limits, in percent, and the longest wait, which is in minutes there
 * (instagram.md §7). Of the app as a whole and of the account; Threads names the app's alone
 * (threads.md §7).
 */
export function graphUsage({ headers }: PlatformAnswer): Usage {
  const app = shares.safeParse(read(headers['x-app-usage'])).data
  const business = ofBusiness.safeParse(read(headers['x-business-use-case-usage'])).data
  const entries = Object.values(business ?? {}).flat()
  const percents = [...(app ? [app] : []), ...entries].flatMap((used) => [
    used.call_count ?? 0,
    used.total_time ?? 0,
    used.total_cputime ?? 0,
  ])
  const minutes = entries.map((entry) => entry.estimated_time_to_regain_access ?? 0)
  const longest = Math.max(0, ...minutes)
  return { percent: Math.max(0, ...percents), regainSeconds: longest > 0 ? longest * 60 : null }
}

function read(header: string | string[] | undefined): unknown {
  return parseJson(typeof header === 'string' ? header : '')
}
