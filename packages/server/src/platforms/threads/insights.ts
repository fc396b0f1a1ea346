import { platformUrl } from '../call.ts'
import type { DayValue, InsightsAbility, Metric } from '../insights.ts'
import { callGraph } from '../meta/graph.ts'
import {
  dailyValues,
  fetchMetrics,
  type GraphMetric,
  graphInsights,
  metricTotal,
} from '../meta/graph-insights.ts'
import { metaDayRange, startOfMetaDay } from '../meta/meta-days.ts'
import type { PlatformSetup } from '../platform.ts'

/** These have no daily series, so each day is asked for (threads.md §5.2, §5.3). */
const dailyTotals = ['likes', 'replies', 'reposts', 'quotes', 'clicks'] as const
const postNames = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const
const sum = (name: string): Metric => ({ name, kind: 'sum' })

/** The first day there is, in Los Angeles: earlier windows are refused (threads.md §5.2). */
const firstDay = '2024-04-13'

/** The figures of an account and of its threads (threads.md §5). Days are those of Los Angeles. */
export function threadsInsights(setup: PlatformSetup): InsightsAbility {
  const { app, call, now } = setup
  const ask = async (
    access: string,
    path: string,
    params: Record<string, string>,
  ): Promise<GraphMetric[]> => {
    const url = platformUrl(app.bases.api, `/v1.0${path}`, params)
    const headers = { authorization: `Bearer ${access}` }
    return (await callGraph(call, { method: 'GET', url, headers }, graphInsights)).data
  }
  const askAccount = (
    access: string,
    metrics: readonly string[],
    window: Record<string, string>,
  ): Promise<GraphMetric[]> =>
    fetchMetrics(metrics, (some) =>
      ask(access, '/me/threads_insights', { metric: some.join(), ...window }),
    )
  return {
    accountMetrics: [
      { name: 'followers_count', kind: 'level' },
      ...['views', ...dailyTotals].map(sum),
    ],
    postMetrics: postNames.map(sum),
    permission: 'threads_manage_insights',
    // As far as ranges are shown; each day is one call.
    backfillDays: 365,
    daysPerCall: 7,

    readDays: async ({ tokens, days, today }) => {
      const there = days.filter((day) => day >= firstDay && startOfMetaDay(day) < now())
      const values: DayValue[] = []
      const metrics = there.length > 0 ? ['views', 'followers_count'] : ['followers_count']
      for (const figure of await askAccount(tokens.access, metrics, metaDayRange(there))) {
        if (figure.name === 'views') values.push(...dailyValues(figure, 'views', there))
        else values.push(...dayValues(today, 'followers_count', figure))
      }
      for (const day of there) {
        const figures = await askAccount(tokens.access, dailyTotals, metaDayRange([day]))
        values.push(...figures.flatMap((figure) => dayValues(day, figure.name, figure)))
      }
      return values
    },

    /** A repost has none (§5.1). */
    readPost: async ({ tokens, platformPostId }) => {
      const figures = await fetchMetrics(postNames, (some) =>
        ask(tokens.access, `/${platformPostId}/insights`, { metric: some.join() }),
      )
      const found = new Map(figures.map((figure) => [figure.name, metricTotal(figure)]))
      return {
        values: Object.fromEntries(postNames.map((name) => [name, found.get(name) ?? null])),
      }
    },
  }
}

function dayValues(day: string, metric: string, figure: GraphMetric): DayValue[] {
  const value = metricTotal(figure)
  return value === null ? [] : [{ day, metric, value }]
}
