import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { idOf, instant, platformValue } from './fields.ts'

const day = z.iso.date()

export const metricKind = z.enum(['sum', 'level', 'unique']).meta({
  description:
    '`sum`: days add up. `level`: a state, never summed. `unique`: days do not add up, so the total is `null` unless the platform gave one.',
})

/** One metric over a range of UTC days. `null` means that there is no data; it does not mean 0. */
const metricShape = z.object({
  kind: metricKind,
  total: z.int().nullable(),
  previous_total: z.int().nullable().meta({ description: 'Of the period of equal length before.' }),
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
    missing_permission: z.string().nullable(),
    unavailable_metrics: z.array(
      z.object({ metric: z.string(), reason: z.enum(unavailableReasons) }),
    ),
    data_through: day.nullable().meta({ description: 'The last day that no longer changes.' }),
    synced_at: instant.nullable(),
    next_sync_at: instant.nullable(),
  })
  .meta({ id: 'AccountInsights' })
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
        metrics: z.record(z.string(), z.int().nullable()),
        missing_permission: z.string().nullable(),
        synced_at: instant.nullable(),
      }),
    ),
    totals: z.record(z.string(), z.int().nullable()),
  })
  .meta({ id: 'PostInsights' })
export type PostInsights = z.infer<typeof postInsightsShape>

export const insightsSyncCreate = z.strictObject({
  account_ids: z.array(idOf('account')).min(1).max(limits.insights.syncAccountsMax).optional(),
})

export const insightsSyncShape = z
  .object({
    id: idOf('sync'),
    object: z.literal('insights_sync'),
    profile_id: idOf('profile').nullable().meta({ description: '`null` for all profiles.' }),
    status: z.enum(['running', 'completed', 'partially_completed', 'failed']),
    accounts: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
    created_at: instant,
    completed_at: instant.nullable(),
    next_allowed_at: instant,
  })
  .meta({ id: 'InsightsSync' })
export type InsightsSync = z.infer<typeof insightsSyncShape>
