import { PlatformError } from '../contract/errors.ts'
import type { DayValue, InsightsAbility, Metric } from '../contract/insights.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { isPermitted } from '../meta/graph.ts'
import {
  dailyValues,
  fetchMetrics,
  type GraphMetric,
  totalOnDay,
  totalsByName,
} from '../meta/graph-insights.ts'
import { endOfMetaDay } from '../meta/meta-days.ts'
import { startOfPacificDay } from '../wire/pacific-day.ts'
import { instagramInsightsApi } from './api-insights.ts'

/** Metrics without a daily series: one call per day (instagram.md §5.1). */
const dailyTotals = [
  'views',
  'accounts_engaged',
  'total_interactions',
  'likes',
  'comments',
  'saves',
  'shares',
] as const
/** Our metric name → Instagram's for posts (instagram.md §5.2). */
const postMetricNames = {
  views: 'views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  saves: 'saved',
  shares: 'shares',
  total_interactions: 'total_interactions',
} as const
const uniqueMetrics = new Set(['reach', 'accounts_engaged'])
const describeMetric = (name: string): Metric => ({
  name,
  kind: uniqueMetrics.has(name) ? 'unique' : 'sum',
})

/** How long Instagram keeps account metrics (instagram.md §5.1). */
const retentionDays = 90
const dayMs = 86_400_000

/** Metrics of accounts and their media (instagram.md §5). Days are those of Los Angeles. */
export function instagramInsights(setup: PlatformSetup): InsightsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    instagramInsightsApi(setup, tokens.access)
  const isAvailable = (day: string): boolean => {
    const now = setup.now()
    const availableSince = new Date(now.getTime() - retentionDays * dayMs)
    return startOfPacificDay(day) < now && endOfMetaDay(day) > availableSince
  }
  return {
    accountMetrics: [
      { name: 'followers_count', kind: 'level' },
      ...['views', 'reach', ...dailyTotals.slice(1)].map(describeMetric),
    ],
    postMetrics: Object.keys(postMetricNames).map(describeMetric),
    permission: 'instagram_business_manage_insights',
    backfillDays: retentionDays,
    // Instagram allows a range of 30 days, but each day is one call.
    daysPerCall: 7,

    readDays: async (input) => {
      const api = apiOf(input)
      const days = input.days.filter(isAvailable)
      const values: DayValue[] = []
      for (const day of days) {
        const metrics = await api.readAccountMetrics(dailyTotals, 'total_value', [day])
        values.push(...metrics.flatMap((metric) => totalOnDay(day, metric.name, metric)))
      }
      if (days.length > 0) {
        const reach = await readReach(api, days, values.length > 0)
        values.push(...reach.flatMap((metric) => dailyValues(metric, 'reach', days)))
      }
      const count = await api.countFollowers()
      if (count !== null) values.push({ day: input.today, metric: 'followers_count', value: count })
      return values
    },

    readPost: async (input) => {
      const metrics = await readPostMetrics(apiOf(input), input.platformPostId)
      return { values: totalsByName(Object.entries(postMetricNames), metrics) }
    },
  }
}

type Api = ReturnType<typeof instagramInsightsApi>

/** The only daily series. If it is refused, the other metrics are still returned. */
async function readReach(
  api: Api,
  days: readonly string[],
  hasOthers: boolean,
): Promise<GraphMetric[]> {
  try {
    return await api.readAccountMetrics(['reach'], 'time_series', days)
  } catch (err) {
    if (hasOthers && err instanceof PlatformError && err.kind === 'rejected') return []
    throw err
  }
}

/**
 * Metrics of one media. Media older than the professional account have none. Stories with fewer
 * than five viewers have none either, which Instagram reports as a missing permission
 * (instagram.md §5.2).
 */
async function readPostMetrics(api: Api, media: string): Promise<GraphMetric[]> {
  try {
    return await fetchMetrics(Object.values(postMetricNames), (batch) =>
      fetchPostMetrics(api, media, batch),
    )
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (err.platformCode === '100/2108006') return []
    const readsAccount = () => api.readAccountMetrics(['reach'], 'total_value', [])
    if (err.kind === 'permission_missing' && (await isPermitted(readsAccount))) return []
    throw err
  }
}

/** `views` may need a `metric_type`, which other metrics refuse (instagram.md §5.2). */
async function fetchPostMetrics(
  api: Api,
  media: string,
  metrics: readonly string[],
): Promise<GraphMetric[]> {
  const params = { metric: metrics.join() }
  try {
    return await api.readMediaMetrics(media, params)
  } catch (err) {
    const isRefused = err instanceof PlatformError && err.platformCode === '100'
    if (!isRefused || params.metric !== 'views') throw err
    return await api.readMediaMetrics(media, { ...params, metric_type: 'total_value' })
  }
}
