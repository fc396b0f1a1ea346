import { z } from 'zod'
import type { PlatformResponse } from '../contract/platform.ts'
import type { Usage } from '../contract/usage.ts'
import { listOf, parseJson } from '../wire/json.ts'

const usageCounts = z.object({
  call_count: z.number().nullish(),
  total_time: z.number().nullish(),
  total_cputime: z.number().nullish(),
})
const businessUsage = z.record(
  z.string(),
  listOf(usageCounts.extend({ estimated_time_to_regain_access: z.number().nullish() })),
)

/**
 * The highest usage of all limits in percent, and the longest wait, which the header has in minutes
 * (instagram.md §7). Covers the app and the account; Threads reports only the app's (threads.md §7).
 */
export function graphUsage({ headers }: PlatformResponse): Usage {
  const app = usageCounts.safeParse(parseHeader(headers['x-app-usage'])).data
  const business = businessUsage.safeParse(parseHeader(headers['x-business-use-case-usage'])).data
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

function parseHeader(header: string | string[] | undefined): unknown {
  return parseJson(typeof header === 'string' ? header : '')
}
