import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { type Route, route } from '../../http/route.ts'
import { idOf, several } from '../../schemas/fields.ts'
import {
  accountInsightsShape,
  insightsSyncCreate,
  insightsSyncShape,
  postInsightsShape,
} from '../../schemas/insight.ts'
import { csvFileName, insightsCsv } from './csv.ts'
import { readAccountInsights, readInsights } from './read.ts'
import { readPostInsights } from './read-post.ts'
import { readSync, requestSync } from './request.ts'

const tag = 'Insights'
const { metricCharsMax, metricsMax, rangeDaysDefault, rangeDaysMax, syncKeptDays } = limits.insights
const accountParams = z.strictObject({ id: idOf('account') })

const metrics = several(z.string().max(metricCharsMax), metricsMax)
  .optional()
  .meta({
    description:
      'The metrics that are wanted, separated by commas; all of the platform by default.',
    examples: [['views', 'followers_count']],
  })
const rangeQuery = z.strictObject({
  from: z
    .string()
    .optional()
    .meta({
      format: 'date',
      description: `First UTC day, \`YYYY-MM-DD\`, inclusive. By default the range has ${rangeDaysDefault} days; it may have ${rangeDaysMax}.`,
      examples: ['2026-10-01'],
    }),
  to: z
    .string()
    .optional()
    .meta({
      format: 'date',
      description: 'Last UTC day, `YYYY-MM-DD`, inclusive; today by default.',
      examples: ['2026-10-30'],
    }),
  metrics,
})

const accountErrors = [
  'account_not_found',
  'insights_not_supported',
  'invalid_metric',
  'invalid_range',
  'range_too_long',
] as const

const days =
  'Days are UTC days. Meta counts its days from midnight to midnight in Los Angeles; such a value stands under the day on which it began there.'

const reading: Route[] = [
  route({
    method: 'get',
    path: '/v1/accounts/{id}/insights',
    operationId: 'getAccountInsights',
    tag,
    summary: 'Read the metrics of an account over a range of days',
    description: `Answered from our own daily history, which is kept for ever; the platform is not asked. \`null\` means that the platform reported no data; it does not mean 0. ${days}`,
    access: 'key',
    permission: 'insights:read',
    params: accountParams,
    query: rangeQuery,
    responses: { 200: { schema: accountInsightsShape, description: 'The insights.' } },
    errors: accountErrors,
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await readAccountInsights(ctx, scope, params.id, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/accounts/{id}/insights.csv',
    operationId: 'exportAccountInsights',
    tag,
    summary: 'Export the metrics of an account over a range of days as CSV',
    description:
      'One line per day, one column per metric, after `date,account_id,platform,username`. An empty cell is a day without data.',
    access: 'key',
    permission: 'insights:read',
    params: accountParams,
    query: rangeQuery,
    responses: {
      200: { schema: z.string(), description: 'The file, in UTF-8.', contentType: 'text/csv' },
    },
    errors: accountErrors,
    run: async (ctx, scope, { params, query }) => {
      const { username, insights } = await readInsights(ctx, scope, params.id, query)
      return {
        status: 200,
        body: insightsCsv(username, insights),
        headers: {
          'content-disposition': `attachment; filename="${csvFileName(username, insights)}"`,
        },
      }
    },
  }),
  route({
    method: 'get',
    path: '/v1/posts/{id}/insights',
    operationId: 'getPostInsights',
    tag,
    summary: 'Read the metrics of a post, per target and in total',
    description:
      'The figures since publication, as they were read last. Unique counts such as `reach` have no total over several targets.',
    access: 'key',
    permission: 'insights:read',
    params: z.strictObject({ id: idOf('post') }),
    query: z.strictObject({ metrics }),
    responses: { 200: { schema: postInsightsShape, description: 'The insights.' } },
    errors: ['post_not_found', 'insights_not_supported', 'invalid_metric'],
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await readPostInsights(ctx, scope, params.id, query.metrics),
    }),
  }),
]

const syncing: Route[] = [
  route({
    method: 'post',
    path: '/v1/insights/sync',
    operationId: 'syncInsights',
    atomic: true,
    tag,
    summary: 'Fetch the latest figures now',
    description:
      'Figures are refreshed every 6 hours by themselves. Once per 5 minutes per profile; a call of an owner key without the Service-Profile header is for all profiles and counts for every one of them.',
    access: 'key',
    permission: 'insights:write',
    body: insightsSyncCreate,
    bodyOptional: true,
    responses: { 202: { schema: insightsSyncShape, description: 'The sync, with its progress.' } },
    errors: [
      'profile_required',
      'account_not_found',
      'account_not_connected',
      'insights_not_supported',
      'sync_too_soon',
    ],
    run: async (ctx, scope, { body }) => ({
      status: 202,
      body: await requestSync(ctx, scope, body),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/insights/syncs/{id}',
    operationId: 'getInsightsSync',
    tag,
    summary: 'Read how far a sync is',
    description: `Kept for ${syncKeptDays} days. An account that failed is tried again by itself.`,
    access: 'key',
    permission: 'insights:read',
    params: z.strictObject({ id: idOf('sync') }),
    responses: { 200: { schema: insightsSyncShape, description: 'The sync.' } },
    errors: ['insights_sync_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await readSync(ctx, scope, params.id),
    }),
  }),
]

export const insightRoutes: readonly Route[] = [...reading, ...syncing]
