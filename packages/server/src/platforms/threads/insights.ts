import type { DayValue, InsightsAbility, Metric } from '../contract/insights.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import {
  dailyValues,
  fetchMetrics,
  type GraphMetric,
  readInsights,
  totalOnDay,
  totalsByName,
} from '../meta/graph-insights.ts'
import { metaDayRange, metaDayStartingAt } from '../meta/meta-days.ts'
import { startOfPacificDay } from '../wire/pacific-day.ts'
import { threadsHost } from './api.ts'

/** Metrics without a daily series: one call per day (threads.md §5.2, §5.3). */
const dailyTotals = ['likes', 'replies', 'reposts', 'quotes', 'clicks'] as const
const postMetricNames = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const
const sum = (name: string): Metric => ({ name, kind: 'sum' })

/** The first available day, in Los Angeles; earlier ranges are refused (threads.md §5.2). */
const firstDay = '2024-04-13'

/** Metrics of accounts and their posts (threads.md §5). Days are those of Los Angeles. */
export function threadsInsights(setup: PlatformSetup): InsightsAbility {
  const graphOf = (access: string) => graphClient(setup, threadsHost, access)
  const fetchAccountMetrics = (
    access: string,
    names: readonly string[],
    dayRange: Record<string, string>,
  ): Promise<GraphMetric[]> =>
    fetchMetrics(names, (batch) => {
      const params = { metric: batch.join(), ...dayRange }
      return readInsights(graphOf(access), '/me/threads_insights', params)
    })
  return {
    accountMetrics: [
      { name: 'followers_count', kind: 'level' },
      ...['views', ...dailyTotals].map(sum),
    ],
    postMetrics: postMetricNames.map(sum),
    permission: 'threads_manage_insights',
    // The longest range that our API returns; each day is one call.
    backfillDays: 365,
    daysPerCall: 7,

    readDays: async ({ tokens, days, today }) => {
      const availableDays = days.filter(
        (day) => day >= firstDay && startOfPacificDay(day) < setup.now(),
      )
      const values: DayValue[] = []
      const names = availableDays.length > 0 ? ['views', 'followers_count'] : ['followers_count']
      for (const metric of await fetchAccountMetrics(
        tokens.access,
        names,
        metaDayRange(availableDays),
      )) {
        if (metric.name === 'views')
          values.push(...dailyValues(metric, 'views', availableDays, metaDayStartingAt))
        else values.push(...totalOnDay(today, 'followers_count', metric))
      }
      for (const day of availableDays) {
        const metrics = await fetchAccountMetrics(tokens.access, dailyTotals, metaDayRange([day]))
        values.push(...metrics.flatMap((metric) => totalOnDay(day, metric.name, metric)))
      }
      return values
    },

    /** Reposts have no metrics (threads.md §5.1). */
    readPost: async ({ tokens, platformPostId }) => {
      const graph = graphOf(tokens.access)
      const metrics = await fetchMetrics(postMetricNames, (batch) =>
        readInsights(graph, `/${platformPostId}/insights`, { metric: batch.join() }),
      )
      const names = postMetricNames.map((name) => [name, name] as const)
      return { values: totalsByName(names, metrics) }
    },
  }
}
