import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant, platformValue } from './fields.ts'

const day = z.iso.date()

export const metricKind = z.enum(['sum', 'level', 'unique']).meta({
  description:
    '`sum`: the days add up to the total. `level`: a state, such as a number of followers, which is never added up. `unique`: people who are counted once, so days do not add up and the total is `null` unless the platform reports one.',
})

/** The totals of one metric. `null` means no data, not 0. */
export const metricTotals = {
  kind: metricKind,
  total: z.int().nullable(),
  previous_total: z.int().nullable().meta({
    description:
      'The total of the previous period, which has as many days and ends the day before `from`. For the kind `sum`, the two periods can have data on different numbers of days, so compute a change from `comparison`.',
  }),
  comparison: z
    .object({
      days: z.int().meta({ description: 'How many days are compared.' }),
      total: z.int(),
      previous_total: z.int(),
    })
    .nullable()
    .meta({
      description:
        'For the kind `sum`: both totals over the days that can be compared. The n-th days of the two periods are compared if both have data and the value is final. `null` if there is no such day, and for other kinds.',
    }),
}

/** One metric over a range of UTC days. */
const metricShape = z.object({
  ...metricTotals,
  series: z.array(z.object({ date: day, value: z.int().nullable() })),
})

const unavailableReasons = ['no_data', 'missing_permission', 'not_synced'] as const

export const accountInsightsShape = z
  .object({
    object: z.literal('account_insights'),
    account_id: idOf('account'),
    platform: platformValue,
    from: day,
    to: day,
    metrics: z.record(z.string(), metricShape),
    missing_permission: z.string().nullable().meta({
      description: 'The permission that the account must grant to make all metrics available.',
    }),
    unavailable_metrics: z.array(
      z.object({ metric: z.string(), reason: z.enum(unavailableReasons) }),
    ),
    data_through: day.nullable().meta({ description: 'The last day whose values are final.' }),
    synced_at: instant.nullable(),
    next_sync_at: instant.nullable(),
  })
  .meta({
    id: 'AccountInsights',
    examples: [
      {
        object: 'account_insights',
        account_id: exampleIds.account,
        platform: 'instagram',
        from: '2026-11-17',
        to: '2026-11-19',
        metrics: {
          views: {
            kind: 'sum',
            total: 4_312,
            previous_total: 3_870,
            comparison: { days: 2, total: 2_895, previous_total: 2_610 },
            series: [
              { date: '2026-11-17', value: 1_240 },
              { date: '2026-11-18', value: 1_655 },
              { date: '2026-11-19', value: 1_417 },
            ],
          },
          followers_count: {
            kind: 'level',
            total: 2_981,
            previous_total: 2_954,
            comparison: null,
            series: [
              { date: '2026-11-17', value: 2_967 },
              { date: '2026-11-18', value: null },
              { date: '2026-11-19', value: 2_981 },
            ],
          },
        },
        missing_permission: null,
        unavailable_metrics: [],
        data_through: '2026-11-18',
        synced_at: '2026-11-20T06:00:00.000Z',
        next_sync_at: '2026-11-20T12:00:00.000Z',
      },
    ],
  })
export type AccountInsights = z.infer<typeof accountInsightsShape>

export const postInsightsShape = z
  .object({
    object: z.literal('post_insights'),
    post_id: idOf('post'),
    targets: z.array(
      z.object({
        target_id: idOf('target'),
        account_id: idOf('account'),
        platform: platformValue,
        metrics: z.record(z.string(), z.int().nullable()).meta({
          description:
            'The metrics of all public parts together. A unique count of a thread, such as `reach`, is `null`: people who saw several parts would be counted several times.',
        }),
        parts: z
          .array(
            z.object({
              number: z.int(),
              metrics: z.record(z.string(), z.int().nullable()),
              synced_at: instant.nullable(),
            }),
          )
          .meta({
            description:
              'The metrics of each public part, in order. A post that is no thread has one part.',
          }),
        missing_permission: z.string().nullable(),
        synced_at: instant.nullable(),
      }),
    ),
    totals: z.record(z.string(), z.int().nullable()),
  })
  .meta({
    id: 'PostInsights',
    examples: [
      {
        object: 'post_insights',
        post_id: exampleIds.post,
        targets: [
          {
            target_id: exampleIds.target,
            account_id: exampleIds.account,
            platform: 'instagram',
            metrics: { views: 1_204, likes: 143 },
            parts: [
              {
                number: 1,
                metrics: { views: 1_204, likes: 143 },
                synced_at: '2026-11-20T12:00:00.000Z',
              },
            ],
            missing_permission: null,
            synced_at: '2026-11-20T12:00:00.000Z',
          },
        ],
        totals: { views: 1_204, likes: 143 },
      },
    ],
  })
export type PostInsights = z.infer<typeof postInsightsShape>

export const insightsSyncCreate = z
  .strictObject({
    account_ids: z
      .array(idOf('account'))
      .min(1)
      .max(limits.insights.syncAccountsMax)
      .optional()
      .meta({ description: 'Syncs these accounts only. By default all accounts are synced.' }),
  })
  .meta({ examples: [{ account_ids: [exampleIds.account] }] })

export const insightsSyncShape = z
  .object({
    id: idOf('sync'),
    object: z.literal('insights_sync'),
    profile_id: idOf('profile').nullable().meta({ description: '`null` means all profiles.' }),
    status: z.enum(['running', 'completed', 'partially_completed', 'failed']),
    accounts: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
    created_at: instant,
    completed_at: instant.nullable(),
    next_allowed_at: instant.meta({ description: 'When the next sync can be started.' }),
  })
  .meta({
    id: 'InsightsSync',
    examples: [
      {
        id: exampleIds.sync,
        object: 'insights_sync',
        profile_id: exampleIds.profile,
        status: 'running',
        accounts: { total: 3, done: 1, failed: 0 },
        created_at: '2026-11-20T12:00:00.000Z',
        completed_at: null,
        next_allowed_at: '2026-11-20T12:05:00.000Z',
      },
    ],
  })
export type InsightsSync = z.infer<typeof insightsSyncShape>
