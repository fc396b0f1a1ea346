import { PlatformError } from '../errors.ts'
import type { DayValue, InsightsAbility, Metric } from '../insights.ts'
import { isPermitted } from '../meta/graph.ts'
import { askMetrics, type GraphFigure, seriesOf, totalFigure } from '../meta/graph-insights.ts'
import { endOfMetaDay, startOfMetaDay } from '../meta/meta-days.ts'
import type { PlatformSetup } from '../platform.ts'
import { instagramInsightsApi } from './api-insights.ts'

/** Metrics without a daily series: each day is asked for (instagram.md §5.1). */
const dailyTotals = [
  'views',
  'accounts_engaged',
  'total_interactions',
  'likes',
  'comments',
  'saves',
  'shares',
] as const
/** Ours → Instagram's: of a post `saves` is called `saved` (instagram.md §5.2). */
const postNames = {
  views: 'views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  saves: 'saved',
  shares: 'shares',
  total_interactions: 'total_interactions',
} as const
const unique = new Set(['reach', 'accounts_engaged'])
const metric = (name: string): Metric => ({ name, kind: unique.has(name) ? 'unique' : 'sum' })

/** Figures of an account are kept this long (instagram.md §5.1). */
const keptDays = 90
const dayMs = 86_400_000

/** The figures of an account and of its media (instagram.md §5). Days are those of Los Angeles. */
export function instagramInsights(setup: PlatformSetup): InsightsAbility {
  const api = instagramInsightsApi(setup)
  const isKept = (day: string): boolean => {
    const now = setup.now()
    const keptSince = new Date(now.getTime() - keptDays * dayMs)
    return startOfMetaDay(day) < now && endOfMetaDay(day) > keptSince
  }
  return {
    accountMetrics: [
      { name: 'followers_count', kind: 'level' },
      ...['views', 'reach', ...dailyTotals.slice(1)].map(metric),
    ],
    postMetrics: Object.keys(postNames).map(metric),
    permission: 'instagram_business_manage_insights',
    backfillDays: keptDays,
    // A window may have 30 days; each day is one call.
    daysPerCall: 7,

    readDays: async ({ tokens, days, today }) => {
      const { access } = tokens
      const kept = days.filter(isKept)
      const values: DayValue[] = []
      for (const day of kept) {
        const figures = await api.accountFigures(access, dailyTotals, 'total_value', [day])
        for (const figure of figures) {
          const value = totalFigure(figure)
          if (value !== null) values.push({ day, metric: figure.name, value })
        }
      }
      if (kept.length > 0) {
        const reach = await reachOf(api, access, kept, values.length > 0)
        values.push(...reach.flatMap((figure) => seriesOf(figure, 'reach', kept)))
      }
      const count = await api.countFollowers(access)
      if (count !== null) values.push({ day: today, metric: 'followers_count', value: count })
      return values
    },

    readPost: async ({ tokens, platformPostId }) => {
      const figures = await mediaFigures(api, tokens.access, platformPostId)
      const found = new Map(figures.map((figure) => [figure.name, totalFigure(figure)]))
      const values = Object.entries(postNames).map(([name, theirs]) => [
        name,
        found.get(theirs) ?? null,
      ])
      return { values: Object.fromEntries(values) }
    },
  }
}

type Api = ReturnType<typeof instagramInsightsApi>

/** The one daily series. Refused alone, it does not take the figures of the other metrics with it. */
async function reachOf(
  api: Api,
  access: string,
  days: readonly string[],
  hasOthers: boolean,
): Promise<GraphFigure[]> {
  try {
    return await api.accountFigures(access, ['reach'], 'time_series', days)
  } catch (err) {
    if (hasOthers && err instanceof PlatformError && err.kind === 'rejected') return []
    throw err
  }
}

/**
 * The figures of one media. Media older than the professional account have none, nor has a story
 * that fewer than five people saw, which is told with the code of a missing permission (§5.2).
 */
async function mediaFigures(api: Api, access: string, media: string): Promise<GraphFigure[]> {
  try {
    return await askMetrics(Object.values(postNames), (some) => askMedia(api, access, media, some))
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (err.platformCode === '100/2108006') return []
    const readsAccount = () => api.accountFigures(access, ['reach'], 'total_value', [])
    if (err.kind === 'permission_missing' && (await isPermitted(readsAccount))) return []
    throw err
  }
}

/** `views` may need a `metric_type`, which others refuse (§8). */
async function askMedia(
  api: Api,
  access: string,
  media: string,
  metrics: readonly string[],
): Promise<GraphFigure[]> {
  const params = { metric: metrics.join() }
  try {
    return await api.mediaFigures(access, media, params)
  } catch (err) {
    const isRefused = err instanceof PlatformError && err.platformCode === '100'
    if (!isRefused || params.metric !== 'views') throw err
    return await api.mediaFigures(access, media, { ...params, metric_type: 'total_value' })
  }
}
