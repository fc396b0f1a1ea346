import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'

const { days, unansweredMax } = limits.statistics

const change = (period: number) =>
  z
    .int()
    .nullable()
    .meta({
      description: `The change in ${period} days, of the accounts whose followers were known then. \`null\` if there are none.`,
    })

const numbers = {
  from: z.iso.date().meta({
    description: `The first day of the post counts, in UTC: ${days - 1} days before today.`,
  }),
  to: z.iso.date().meta({
    description: `The last day of the post counts, in UTC: ${days - 1} days after today.`,
  }),
  scheduled_posts: z.int().meta({ description: 'Scheduled posts from `from` to `to`.' }),
  published_posts: z.int().meta({
    description: 'Posts published for at least one account since `from`, also outside of Postern.',
  }),
  failed_posts: z
    .int()
    .meta({ description: 'Posts since `from` that failed for at least one account.' }),
  next_post_at: instant.nullable().meta({ description: 'When the next scheduled post is due.' }),
  unanswered_comments: z.int().meta({
    description: `Comments with \`reply_status\` \`unreplied\`, without deleted ones. ${unansweredMax} means ${unansweredMax} or more.`,
  }),
  account_count: z
    .int()
    .meta({ description: 'The number of accounts, without disconnected ones.' }),
  expired_accounts: z.int().meta({ description: 'Accounts that the client must reconnect.' }),
  followers: z.int().nullable().meta({
    description:
      'The last known followers of the accounts added up; one person may follow several. `null` if no platform reported them in the last 28 days.',
  }),
  followers_change_7_days: change(7),
  followers_change_28_days: change(28),
}

const exampleNumbers = {
  from: '2026-11-14',
  to: '2026-11-26',
  scheduled_posts: 6,
  published_posts: 4,
  failed_posts: 1,
  next_post_at: '2026-11-21T08:00:00.000Z',
  unanswered_comments: 3,
  account_count: 3,
  expired_accounts: 1,
  followers: 12_480,
  followers_change_7_days: 96,
  followers_change_28_days: 310,
}

/** The current numbers of everything in scope. */
export const statisticsShape = z
  .object({ object: z.literal('statistics'), ...numbers })
  .meta({ id: 'Statistics', examples: [{ object: 'statistics', ...exampleNumbers }] })
export type Statistics = z.infer<typeof statisticsShape>

export const statisticsSorts = ['name', 'attention'] as const

/** The current numbers of one profile. */
export const profileStatisticsShape = z
  .object({
    object: z.literal('profile_statistics'),
    profile_id: idOf('profile'),
    name: z.string(),
    external_id: z.string().nullable(),
    is_default: z.boolean(),
    ...numbers,
  })
  .meta({
    id: 'ProfileStatistics',
    examples: [
      {
        object: 'profile_statistics',
        profile_id: exampleIds.profile,
        name: 'Café Aurora',
        external_id: 'cafe-aurora',
        is_default: false,
        ...exampleNumbers,
      },
    ],
  })
export type ProfileStatistics = z.infer<typeof profileStatisticsShape>
