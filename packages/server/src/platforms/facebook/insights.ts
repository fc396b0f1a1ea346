import type { InsightsAbility, Metric } from '../insights.ts'
import { type GraphFigure, seriesOf, totalFigure } from '../meta/graph-insights.ts'
import { metaWindow, startOfMetaDay } from '../meta/meta-days.ts'
import type { PlatformSetup } from '../platform.ts'
import { facebookInsightsApi } from './api-insights.ts'

/** Ours → Facebook's, each with a daily series (facebook-pages.md §5). */
const pageNames = {
  views: 'page_media_view',
  reach: 'page_total_media_view_unique',
  total_interactions: 'page_post_engagements',
} as const
const postNames = {
  views: 'post_media_view',
  reach: 'post_total_media_view_unique',
  clicks: 'post_clicks',
} as const

const metric = (name: string): Metric => ({ name, kind: name === 'reach' ? 'unique' : 'sum' })

/**
 * The figures of a page and of its posts, beyond what the specification asks for (facebook-pages.md
 * §5). Days are those of Los Angeles; the likes of a post are all its reactions.
 */
export function facebookInsights(setup: PlatformSetup): InsightsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    facebookInsightsApi(setup, tokens.access)
  return {
    accountMetrics: [
      { name: 'followers_count', kind: 'level' },
      ...Object.keys(pageNames).map(metric),
    ],
    postMetrics: [...Object.keys(postNames), 'likes', 'comments', 'shares'].map(metric),
    permission: 'read_insights',
    // Two years are kept, and a window has 90 days at most.
    backfillDays: 730,
    daysPerCall: 89,

    readDays: async (input) => {
      const api = apiOf(input)
      const page = input.account.platformAccountId
      const days = input.days.filter((day) => startOfMetaDay(day) < setup.now())
      const params = { period: 'day', ...metaWindow(days) }
      const figures =
        days.length > 0 ? await api.readFigures(page, Object.values(pageNames), params) : []
      const values = figures.flatMap((figure) =>
        namesOf(pageNames, figure).flatMap((name) => seriesOf(figure, name, days)),
      )
      const count = await api.countFollowers(page)
      if (count === null) return values
      return [...values, { day: input.today, metric: 'followers_count', value: count }]
    },

    readPost: async (input) => {
      const api = apiOf(input)
      const figures = await api.readFigures(input.platformPostId, Object.values(postNames), {})
      const found = figures.flatMap((figure) =>
        namesOf(postNames, figure).map((name) => [name, totalFigure(figure)] as const),
      )
      const counts = await api.readCounts(input.platformPostId)
      const none = { views: null, reach: null, clicks: null }
      return { values: { ...none, ...Object.fromEntries(found), ...counts } }
    },
  }
}

function namesOf(names: Readonly<Record<string, string>>, figure: GraphFigure): string[] {
  return Object.keys(names).filter((name) => names[name] === figure.name)
}
