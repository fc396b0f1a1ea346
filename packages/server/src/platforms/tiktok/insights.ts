import { z } from 'zod'
import type { InsightsAbility } from '../contract/insights.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId } from '../wire/json.ts'
import { callTiktok } from './call.ts'
import { isPostId } from './outcome.ts'

/** Our metric name → TikTok's (tiktok.md §3, §4). */
const accountMetricNames = {
  followers_count: 'follower_count',
  following_count: 'following_count',
  likes: 'likes_count',
  posts: 'video_count',
} as const
const postMetricNames = {
  views: 'view_count',
  likes: 'like_count',
  comments: 'comment_count',
  shares: 'share_count',
} as const

const count = z.int().nonnegative().nullish()
const userInfo = z.object({
  data: z.object({
    user: z.object({
      follower_count: count,
      following_count: count,
      likes_count: count,
      video_count: count,
    }),
  }),
})
const videos = z.object({
  data: z.object({
    videos: listOf(
      z.object({
        id: platformId,
        view_count: count,
        like_count: count,
        comment_count: count,
        share_count: count,
      }),
    ).nullish(),
  }),
})

/**
 * Metrics of accounts and their public posts. TikTok has only current totals, so every account metric
 * is a level (tiktok.md §3).
 */
export function tiktokInsights({ app, call }: PlatformSetup): InsightsAbility {
  const headersOf = (access: string) => ({ authorization: `Bearer ${access}` })
  return {
    accountMetrics: Object.keys(accountMetricNames).map((name) => ({ name, kind: 'level' })),
    postMetrics: Object.keys(postMetricNames).map((name) => ({ name, kind: 'sum' })),
    permission: 'user.info.stats',
    postPermission: 'video.list',
    backfillDays: 1,
    daysPerCall: 30,

    readDays: async ({ tokens, today }) => {
      const fields = Object.values(accountMetricNames).join()
      const url = platformUrl(app.bases.api, '/v2/user/info/', { fields })
      const request = { method: 'GET', url, headers: headersOf(tokens.access) } as const
      const { user } = (await callTiktok(call, request, userInfo)).data
      return Object.entries(accountMetricNames).flatMap(([metric, platformName]) => {
        const value = user[platformName]
        return typeof value === 'number' ? [{ day: today, metric, value }] : []
      })
    },

    /**
     * The response contains only public posts (tiktok.md §4). Posts without a final id are not
     * requested.
     */
    readPost: async ({ tokens, platformPostId }) => {
      const noData = Object.fromEntries(Object.keys(postMetricNames).map((name) => [name, null]))
      if (!isPostId(platformPostId)) return { values: noData }
      const fields = ['id', ...Object.values(postMetricNames)].join()
      const url = platformUrl(app.bases.api, '/v2/video/query/', { fields })
      const request = {
        method: 'POST',
        url,
        headers: headersOf(tokens.access),
        json: { filters: { video_ids: [platformPostId] } },
      } as const
      const { data } = await callTiktok(call, request, videos)
      const video = (data.videos ?? []).find(({ id }) => id === platformPostId)
      const values = Object.entries(postMetricNames).map(([name, platformName]) => [
        name,
        video?.[platformName] ?? null,
      ])
      return { values: Object.fromEntries(values) }
    },
  }
}
