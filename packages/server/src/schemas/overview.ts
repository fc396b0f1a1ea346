import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { accountListItemShape } from './account.ts'
import { commentShape } from './comment.ts'
import { exampleOf } from './examples.ts'
import { mediaShape } from './media.ts'
import { postShape } from './post.ts'
import { profileStatisticsShape, statisticsShape } from './statistics.ts'
import { webhookShape } from './webhook.ts'

const { overview } = limits

const setupExample = { profile: true, brand: true, account: true, post: true, webhook: false }

const setup = z
  .object({
    profile: z.boolean().meta({ description: 'Whether there is a profile for a client.' }),
    brand: z.boolean().meta({ description: 'Whether the hosted page has a brand name.' }),
    account: z.boolean().meta({ description: 'Whether an account was connected.' }),
    post: z.boolean().meta({ description: 'Whether a post was published.' }),
    webhook: z.boolean().meta({ description: 'Whether there is a webhook endpoint.' }),
  })
  .meta({
    id: 'OverviewSetup',
    description:
      'Which of the first steps are done. `null` for callers that are not owners or are limited to a profile or to scopes.',
    examples: [setupExample],
  })

const needs = (permission: string) => `\`null\` without the scope \`${permission}\`.`

/** What happens now and what needs attention, in everything in scope. */
export const overviewShape = z
  .object({
    object: z.literal('overview'),
    statistics: statisticsShape,
    profiles: z.array(profileStatisticsShape).meta({
      description: `The numbers of up to ${overview.profilesMax} profiles, those that need attention first.`,
    }),
    accounts: z
      .array(accountListItemShape)
      .nullable()
      .meta({
        description: `Up to ${overview.accountsMax} accounts of \`profiles\` and of the profiles of \`next_posts\`. ${needs('accounts:read')}`,
      }),
    expired_accounts: z
      .array(accountListItemShape)
      .nullable()
      .meta({
        description: `Up to ${overview.expiredAccountsMax} accounts that the client must reconnect. ${needs('accounts:read')}`,
      }),
    unfinished_posts: z
      .array(postShape)
      .nullable()
      .meta({
        description: `Up to ${overview.unfinishedPostsMax} posts of the last ${overview.unfinishedPostDays} days that failed for at least one account or are still being published. ${needs('posts:read')}`,
      }),
    unapproved_posts: z
      .array(postShape)
      .nullable()
      .meta({
        description: `Up to ${overview.unapprovedPostsMax} posts that a client has not approved, or wants changed. ${needs('posts:read')}`,
      }),
    next_posts: z
      .array(postShape)
      .nullable()
      .meta({
        description: `The next ${overview.nextPostsMax} scheduled posts. ${needs('posts:read')}`,
      }),
    media: z
      .array(mediaShape)
      .nullable()
      .meta({ description: `The first file of each of \`next_posts\`. ${needs('media:read')}` }),
    newest_unanswered_comment: commentShape.nullable().meta({
      description: `The newest comment with \`reply_status\` \`unreplied\`. \`null\` if there is none, or without the scope \`comments:read\`.`,
    }),
    webhooks: z
      .array(webhookShape)
      .nullable()
      .meta({
        description: `The first ${overview.webhooksMax} endpoints. ${needs('webhooks:read')}`,
      }),
    setup: setup.nullable(),
  })
  .meta({
    id: 'Overview',
    examples: [
      {
        object: 'overview',
        statistics: exampleOf(statisticsShape),
        profiles: [exampleOf(profileStatisticsShape)],
        accounts: [exampleOf(accountListItemShape)],
        expired_accounts: [],
        unfinished_posts: [],
        unapproved_posts: [],
        next_posts: [],
        media: [],
        newest_unanswered_comment: exampleOf(commentShape),
        webhooks: [exampleOf(webhookShape)],
        setup: setupExample,
      },
    ],
  })
export type Overview = z.infer<typeof overviewShape>
