import { z } from 'zod'
import type { InsightsAbility, Metric } from '../contract/insights.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { blueskyApi } from './api.ts'
import { posts } from './api-comments.ts'
import type { DpopCall } from './dpop.ts'
import { postCollection } from './record.ts'
import { recordUri } from './records.ts'

const profile = z.object({
  followersCount: z.number().nullish(),
  followsCount: z.number().nullish(),
  postsCount: z.number().nullish(),
})

const sum = (name: string): Metric => ({ name, kind: 'sum' })
const level = (name: string): Metric => ({ name, kind: 'level' })

/** Counts of now: the network has no history and reports no views (bluesky.md §5). */
export function blueskyInsights(setup: ServerPlatformSetup & { send: DpopCall }): InsightsAbility {
  return {
    accountMetrics: ['followers_count', 'following_count', 'posts'].map(level),
    postMetrics: ['likes', 'replies', 'reposts', 'quotes', 'saves'].map(sum),
    permission: 'rpc:app.bsky.feed.getPosts',
    backfillDays: 0,
    daysPerCall: 1,

    readDays: async ({ tokens, account, today }) => {
      const actor = account.platformAccountId
      const api = blueskyApi(setup, tokens)
      const counts = await api.query('app.bsky.actor.getProfile', { actor }, profile)
      const values = {
        followers_count: counts.followersCount,
        following_count: counts.followsCount,
        posts: counts.postsCount,
      }
      return Object.entries(values).flatMap(([metric, value]) =>
        typeof value === 'number' ? [{ day: today, metric, value }] : [],
      )
    },

    /** A deleted post is missing from the list. */
    readPost: async ({ tokens, account, platformPostId: rkey }) => {
      const repo = account.platformAccountId
      const uris = [recordUri({ repo, collection: postCollection, rkey })]
      const api = blueskyApi(setup, tokens)
      const [post] = (await api.query('app.bsky.feed.getPosts', { uris }, posts)).posts
      return {
        values: {
          likes: post?.likeCount ?? null,
          replies: post?.replyCount ?? null,
          reposts: post?.repostCount ?? null,
          quotes: post?.quoteCount ?? null,
          saves: post?.bookmarkCount ?? null,
        },
      }
    },
  }
}
