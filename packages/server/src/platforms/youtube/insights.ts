import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { DayValue, InsightsAbility, Metric } from '../contract/insights.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { listOf } from '../wire/json.ts'
import { readChannel } from './channel.ts'
import { type YoutubeClient, youtubeClient } from './client.ts'
import { manageScope, reportScope } from './permissions.ts'
import { readVideo } from './videos.ts'

/** Our metric name → that of Analytics (youtube.md §6.2, §10). */
const dailyNames = {
  views: 'views',
  engaged_views: 'engagedViews',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  watch_minutes: 'estimatedMinutesWatched',
  followers_gained: 'subscribersGained',
  followers_lost: 'subscribersLost',
  saves: 'videosAddedToPlaylists',
} as const
const levels = ['followers_count', 'posts'] as const
const postMetricNames = ['views', 'likes', 'comments'] as const
const sum = (name: string): Metric => ({ name, kind: 'sum' })

/** Columns are found by their names; without data `rows` is absent (youtube.md §6.2). */
const report = z.object({
  columnHeaders: listOf(z.object({ name: z.string() })),
  rows: listOf(listOf(z.union([z.string(), z.number(), z.null()]))).nullish(),
})

/**
 * Daily metrics of a channel, by days of Los Angeles, and the current counts of its videos. The last
 * days have no values yet.
 */
export function youtubeInsights(setup: PlatformSetup): InsightsAbility {
  return {
    accountMetrics: [
      ...levels.map((name): Metric => ({ name, kind: 'level' })),
      ...Object.keys(dailyNames).map(sum),
    ],
    postMetrics: postMetricNames.map(sum),
    permission: reportScope,
    postPermission: manageScope,
    backfillDays: 365,
    daysPerCall: 180,

    readDays: async ({ tokens, account, days, today }) => {
      const client = youtubeClient(setup, tokens.access)
      const values = await readReport(client, account.platformAccountId, days)
      const { statistics } = await readChannel(client, 'statistics')
      const isHidden = statistics?.hiddenSubscriberCount === true
      const counts = [
        ['followers_count', isHidden ? null : statistics?.subscriberCount],
        ['posts', statistics?.videoCount],
      ] as const
      const current = counts.flatMap(([metric, value]): DayValue[] =>
        typeof value === 'number' ? [{ day: today, metric, value }] : [],
      )
      return [...values, ...current]
    },

    /** A count that is missing is hidden or switched off (youtube.md §6.1). */
    readPost: async ({ tokens, platformPostId }) => {
      const client = youtubeClient(setup, tokens.access)
      const video = await readVideo(client, platformPostId, 'statistics')
      if (!video) throw new PlatformError('rejected', { platformCode: 'videoNotFound' })
      const { viewCount, likeCount, commentCount } = video.statistics ?? {}
      const values = { views: viewCount, likes: likeCount, comments: commentCount }
      return {
        values: Object.fromEntries(postMetricNames.map((name) => [name, values[name] ?? null])),
      }
    },
  }
}

/** A day without a row before the last row has no activity; a day after it has no data yet. */
async function readReport(
  client: YoutubeClient,
  channelId: string,
  days: readonly string[],
): Promise<DayValue[]> {
  const [startDate, endDate] = [days[0], days.at(-1)]
  if (!startDate || !endDate) return []
  const params = {
    ids: `channel==${channelId}`,
    startDate,
    endDate,
    metrics: Object.values(dailyNames).join(),
    dimensions: 'day',
    sort: 'day',
  }
  const { columnHeaders, rows } = await client.report(params, report)
  const columnOf = (name: string) => columnHeaders.findIndex((header) => header.name === name)
  const dayColumn = columnOf('day')
  const rowOf = new Map((rows ?? []).map((row) => [String(row[dayColumn]), row]))
  const last = [...rowOf.keys()].sort().at(-1)
  if (last === undefined) return []
  return days
    .filter((day) => day <= last)
    .flatMap((day) =>
      Object.entries(dailyNames).flatMap(([metric, name]): DayValue[] => {
        const row = rowOf.get(day)
        const value = row ? row[columnOf(name)] : 0
        return typeof value === 'number' ? [{ day, metric, value }] : []
      }),
    )
}
