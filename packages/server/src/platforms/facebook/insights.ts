import type { InsightsAbility, Metric } from '../contract/insights.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { dailyValues, totalsByName } from '../meta/graph-insights.ts'
import { metaDayRange } from '../meta/meta-days.ts'
import { startOfPacificDay } from '../wire/pacific-day.ts'
import { facebookInsightsApi } from './api-insights.ts'

/** Our metric name → Facebook's; all have a daily series (facebook.md §5). */
const pageMetricNames = {
  followers_count: 'page_follows',
  views: 'page_media_view',
  reach: 'page_total_media_view_unique',
  total_interactions: 'page_post_engagements',
} as const
const postMetricNames = {
  views: 'post_media_view',
  reach: 'post_total_media_view_unique',
  clicks: 'post_clicks',
} as const

const kinds: Readonly<Record<string, Metric['kind']>> = {
  followers_count: 'level',
  reach: 'unique',
}
const describeMetric = (name: string): Metric => ({ name, kind: kinds[name] ?? 'sum' })

/**
 * Metrics of pages and their posts (facebook.md §5). Days are those of Los Angeles; a post's
 * `likes` are all its reactions.
 */
export function facebookInsights(setup: PlatformSetup): InsightsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    facebookInsightsApi(setup, tokens.access)
  return {
    accountMetrics: Object.keys(pageMetricNames).map(describeMetric),
    postMetrics: [...Object.keys(postMetricNames), 'likes', 'comments', 'shares'].map(
      describeMetric,
    ),
    permission: 'read_insights',
    // Facebook keeps two years and allows a range of at most 90 days.
    backfillDays: 730,
    daysPerCall: 89,

    readDays: async (input) => {
      const api = apiOf(input)
      const page = input.account.platformAccountId
      const days = input.days.filter((day) => startOfPacificDay(day) < setup.now())
      const params = { period: 'day', ...metaDayRange(days) }
      const metrics =
        days.length > 0 ? await api.readMetrics(page, Object.values(pageMetricNames), params) : []
      const values = Object.entries(pageMetricNames).flatMap(([own, theirs]) =>
        metrics
          .filter(({ name }) => name === theirs)
          .flatMap((metric) => dailyValues(metric, own, days)),
      )
      // Pages with fewer than 100 likes have no history, but this count.
      const count = await api.countFollowers(page)
      if (count === null) return values
      return [...values, { day: input.today, metric: 'followers_count', value: count }]
    },

    readPost: async (input) => {
      const api = apiOf(input)
      const metrics = await api.readMetrics(
        input.platformPostId,
        Object.values(postMetricNames),
        {},
      )
      const totals = totalsByName(Object.entries(postMetricNames), metrics)
      return { values: { ...totals, ...(await api.readCounts(input.platformPostId)) } }
    },
  }
}
