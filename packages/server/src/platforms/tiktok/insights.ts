import { z } from 'zod'
import { platformUrl } from '../call.ts'
import type { InsightsAbility } from '../insights.ts'
import { platformId } from '../json.ts'
import type { PlatformSetup } from '../platform.ts'
import { askTiktok } from './ask.ts'
import { isPostId } from './outcome.ts'

/** Ours → TikTok's (tiktok.md §3, §4). */
const accountNames = {
  followers_count: 'follower_count',
  following_count: 'following_count',
  likes: 'likes_count',
  posts: 'video_count',
} as const
const postNames = {
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
    videos: z
      .array(
        z.object({
          id: platformId,
          view_count: count,
          like_count: count,
          comment_count: count,
          share_count: count,
        }),
      )
      .nullish(),
  }),
})

/**
 * The figures of an account and of its public posts, beyond what the specification asks for. There
 * are totals of now only, so every account metric is a level (tiktok.md §3).
 */
export function tiktokInsights({ app, call }: PlatformSetup): InsightsAbility {
  const headersOf = (access: string) => ({ authorization: `Bearer ${access}` })
  return {
    accountMetrics: Object.keys(accountNames).map((name) => ({ name, kind: 'level' })),
    postMetrics: Object.keys(postNames).map((name) => ({ name, kind: 'sum' })),
    permission: 'user.info.stats',
    postPermission: 'video.list',
    backfillDays: 1,
    daysPerCall: 30,

    readDays: async ({ tokens, today }) => {
      const fields = Object.values(accountNames).join()
      const url = platformUrl(app.bases.api, '/v2/user/info/', { fields })
      const request = { method: 'GET', url, headers: headersOf(tokens.access) } as const
      const { user } = (await askTiktok(call, request, userInfo)).data
      return Object.entries(accountNames).flatMap(([metric, theirs]) => {
        const value = user[theirs]
        return typeof value === 'number' ? [{ day: today, metric, value }] : []
      })
    },

    /** A post that is not public is not in the answer; one without its id yet is not asked for (§4). */
    readPost: async ({ tokens, platformPostId }) => {
      const none = Object.fromEntries(Object.keys(postNames).map((name) => [name, null]))
      if (!isPostId(platformPostId)) return { values: none }
      const fields = ['id', ...Object.values(postNames)].join()
      const url = platformUrl(app.bases.api, '/v2/video/query/', { fields })
      const request = {
        method: 'POST',
        url,
        headers: headersOf(tokens.access),
        json: { filters: { video_ids: [platformPostId] } },
      } as const
      const { data } = await askTiktok(call, request, videos)
      const video = (data.videos ?? []).find(({ id }) => id === platformPostId)
      const found = Object.entries(postNames).map(([name, theirs]) => [
        name,
        video?.[theirs] ?? null,
      ])
      return { values: Object.fromEntries(found) }
    },
  }
}
