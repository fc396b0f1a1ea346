import type { DayValue, InsightsAbility, Metric } from '../contract/insights.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph } from '../meta/graph.ts'
import {
  dailyValues,
  fetchMetrics,
  type GraphMetric,
  graphInsights,
  metricTotal,
} from '../meta/graph-insights.ts'
import { metaDayRange, metaDayStartingAt, startOfMetaDay } from '../meta/meta-days.ts'
import { platformUrl } from '../wire/call.ts'

/** Metrics without a daily series: one call per day (threads.md §5.2, §5.3). */
const dailyTotals = ['likes', 'replies', 'reposts', 'quotes', 'clicks'] as const
const postMetricNames = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const
const sum = (name: string): Metric => ({ name, kind: 'sum' })

/** The first available day, in Los Angeles; earlier ranges are refused (threads.md §5.2). */
const firstDay = '2024-04-13'

/** Metrics of accounts and their posts (threads.md §5). Days are those of Los Angeles. */
export function threadsInsights(setup: PlatformSetup): InsightsAbility {
  const { app, call, now } = setup
  const fetchInsights = async (
    access: string,
    path: string,
    params: Record<string, string>,
  ): Promise<GraphMetric[]> => {
    const url = platformUrl(app.bases.api, `/v1.0${path}`, params)
    const headers = { authorization: `Bearer ${access}` }
    return (await callGraph(call, { method: 'GET', url, headers }, graphInsights)).data
  }
  const fetchAccountMetrics = (
    access: string,
    names: readonly string[],
    dayRange: Record<string, string>,
  ): Promise<GraphMetric[]> =>
    fetchMetrics(names, (batch) =>
      fetchInsights(access, '/me/threads_insights', { metric: batch.join(), ...dayRange }),
    )
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
      const availableDays = days.filter((day) => day >= firstDay && startOfMetaDay(day) < now())
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

    /** Reposts have no metrics (§5.1). */
    readPost: async ({ tokens, platformPostId }) => {
      const metrics = await fetchMetrics(postMetricNames, (batch) =>
        fetchInsights(tokens.access, `/${platformPostId}/insights`, { metric: batch.join() }),
      )
      const totals = new Map(metrics.map((metric) => [metric.name, metricTotal(metric)]))
      return {
        values: Object.fromEntries(postMetricNames.map((name) => [name, totals.get(name) ?? null])),
      }
    },
  }
}

function totalOnDay(day: string, name: string, metric: GraphMetric): DayValue[] {
  const value = metricTotal(metric)
  return value === null ? [] : [{ day, metric: name, value }]
}
