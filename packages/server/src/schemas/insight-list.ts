import { z } from 'zod'
import { exampleIds } from './examples.ts'
import { idOf, instant, platformValue } from './fields.ts'
import { metricTotals } from './insight.ts'

const day = z.iso.date()

/** One account in the comparison of all accounts. */
export const accountSummaryShape = z
  .object({
    object: z.literal('account_insights_summary'),
    account_id: idOf('account'),
    profile_id: idOf('profile'),
    platform: platformValue,
    username: z.string(),
    from: day,
    to: day,
    metrics: z
      .record(
        z.string(),
        z.object({
          ...metricTotals,
          values: z.array(z.int().nullable()),
        }),
      )
      .meta({
        description:
          'The requested metrics that the platform has. `values` has one value per day from `from` to `to`; `null` means no data.',
      }),
    missing_permission: z.string().nullable(),
    data_through: day.nullable().meta({ description: 'The last day whose values are final.' }),
    synced_at: instant.nullable(),
    next_sync_at: instant.nullable(),
  })
  .meta({
    id: 'AccountInsightsSummary',
    examples: [
      {
        object: 'account_insights_summary',
        account_id: exampleIds.account,
        profile_id: exampleIds.profile,
        platform: 'instagram',
        username: 'cafe.aurora',
        from: '2026-11-17',
        to: '2026-11-19',
        metrics: {
          followers_count: {
            kind: 'level',
            total: 2_981,
            previous_total: 2_954,
            comparison: null,
            values: [2_967, null, 2_981],
          },
          views: {
            kind: 'sum',
            total: 4_312,
            previous_total: 3_870,
            comparison: { days: 2, total: 2_895, previous_total: 2_610 },
            values: [1_240, 1_655, 1_417],
          },
        },
        missing_permission: null,
        data_through: '2026-11-18',
        synced_at: '2026-11-20T06:00:00.000Z',
        next_sync_at: '2026-11-20T12:00:00.000Z',
      },
    ],
  })
export type AccountSummary = z.infer<typeof accountSummaryShape>

/** A published post on one account, in the ranking by a metric. */
export const rankedPostShape = z
  .object({
    object: z.literal('ranked_post'),
    post_id: idOf('post'),
    target_id: idOf('target'),
    account_id: idOf('account'),
    profile_id: idOf('profile'),
    platform: platformValue,
    text: z.string(),
    media_id: idOf('media').nullable().meta({ description: 'The first file of the post.' }),
    permalink: z.string().nullable(),
    published_at: instant.nullable(),
    value: z.int().meta({
      description: 'The metric by which the posts are sorted. A thread has the sum of its parts.',
    }),
    metrics: z.record(z.string(), z.int()),
    synced_at: instant.nullable(),
  })
  .meta({
    id: 'RankedPost',
    examples: [
      {
        object: 'ranked_post',
        post_id: exampleIds.post,
        target_id: exampleIds.target,
        account_id: exampleIds.account,
        profile_id: exampleIds.profile,
        platform: 'instagram',
        text: 'Fresh rolls from 7 o’clock.',
        media_id: exampleIds.media,
        permalink: 'https://www.instagram.com/p/DRa1b2c3d4e/',
        published_at: '2026-11-18T07:00:00.000Z',
        value: 1_204,
        metrics: { views: 1_204, likes: 143, comments: 12 },
        synced_at: '2026-11-20T12:00:00.000Z',
      },
    ],
  })
export type RankedPost = z.infer<typeof rankedPostShape>
