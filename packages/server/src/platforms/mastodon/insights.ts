import type { InsightsAbility } from '../contract/insights.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { accountApi } from './api.ts'

const postMetricNames = ['likes', 'replies', 'reposts', 'quotes'] as const

/** Current counters, as far as the account's server knows them (mastodon.md §5). */
export function mastodonInsights(setup: ServerPlatformSetup): InsightsAbility {
  return {
    accountMetrics: [
      { name: 'followers_count', kind: 'level' },
      { name: 'following_count', kind: 'level' },
    ],
    postMetrics: postMetricNames.map((name) => ({ name, kind: 'sum' })),
    permission: 'read:accounts',
    postPermission: 'read:statuses',
    // There is no history: the server has the values of now.
    backfillDays: 0,
    daysPerCall: 1,

    readDays: async ({ tokens, today }) => {
      const person = await accountApi(setup, tokens).readOwnAccount()
      return (['followers_count', 'following_count'] as const).flatMap((metric) => {
        const value = person[metric]
        return typeof value === 'number' ? [{ day: today, metric, value }] : []
      })
    },

    readPost: async ({ tokens, platformPostId }) => {
      const status = await accountApi(setup, tokens).readStatus(platformPostId)
      return {
        values: {
          likes: status.favourites_count ?? null,
          replies: status.replies_count ?? null,
          reposts: status.reblogs_count ?? null,
          quotes: status.quotes_count ?? null,
        },
      }
    },
  }
}
