import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { platformValues } from '../../core/networks.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { exampleIds } from '../../schemas/examples.ts'
import { anyOf, idOf, idsOf, lineOfText, listOf, several } from '../../schemas/fields.ts'
import {
  accountInsightsShape,
  insightsSyncCreate,
  insightsSyncShape,
  postInsightsShape,
} from '../../schemas/insight.ts'
import { accountSummaryShape, rankedPostShape } from '../../schemas/insight-list.ts'
import { compareAccounts } from './compare.ts'
import { csvFileName, insightsCsv } from './csv.ts'
import { accountWithSchedule } from './queries.ts'
import { rankPosts } from './rank.ts'
import { readAccountInsights, readInsights } from './read.ts'
import { readPostInsights } from './read-post.ts'
import { readSync, requestSync } from './request.ts'

const tag = 'Insights'
const {
  comparedMetricsMax,
  metricCharsMax,
  metricsMax,
  rangeDaysDefault,
  rangeDaysMax,
  syncKeptDays,
} = limits.insights
const accountParams = z.strictObject({ id: idOf('account') })

const metrics = several(z.string().max(metricCharsMax), metricsMax)
  .optional()
  .meta({
    description:
      'The metrics to return, separated by commas. By default all metrics of the platform.',
    examples: [['views', 'followers_count']],
  })
const rangeQuery = z.strictObject({
  from: z
    .string()
    .optional()
    .meta({
      format: 'date',
      description: `The first day, \`YYYY-MM-DD\` in UTC. The default range is ${rangeDaysDefault} days, the maximum ${rangeDaysMax} days.`,
      examples: ['2026-11-17'],
    }),
  to: z
    .string()
    .optional()
    .meta({
      format: 'date',
      description:
        'The last day, `YYYY-MM-DD` in UTC, included in the range. The default is today.',
      examples: ['2026-11-19'],
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
  'Days are UTC days. Meta counts days in Los Angeles time; each of its days is listed under the same date.'

const csvText = z.string().meta({
  examples: [
    `date,account_id,platform,username,views,followers_count\r\n2026-11-17,${exampleIds.account},instagram,cafe.aurora,1240,2967\r\n2026-11-18,${exampleIds.account},instagram,cafe.aurora,1655,\r\n`,
  ],
})

const reading: Route[] = [
  route({
    method: 'get',
    path: '/v1/accounts/{id}/insights',
    operationId: 'getAccountInsights',
    tag,
    summary: 'Retrieve account insights',
    description: `Returns the metrics of an account for a range of days. The values come from the stored daily history, which is kept forever; the platform is not called. \`null\` means that the platform reported no data, not 0. ${days}`,
    access: 'key',
    permission: 'insights:read',
    params: accountParams,
    query: rangeQuery,
    responses: { 200: { schema: accountInsightsShape, description: 'The insights.' } },
    errors: accountErrors,
    readAhead: ({ id }) => ({ statement: accountWithSchedule, values: { id } }),
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
    summary: 'Export account insights as CSV',
    description:
      'Returns one line per day with the columns `date,account_id,platform,username` and one column per metric. An empty cell means no data.',
    access: 'key',
    permission: 'insights:read',
    params: accountParams,
    query: rangeQuery,
    responses: {
      200: {
        schema: csvText,
        description: 'The file, in UTF-8 with a byte order mark.',
        contentType: 'text/csv',
      },
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
    path: '/v1/insights/accounts',
    operationId: 'compareAccountInsights',
    tag,
    summary: 'Compare accounts',
    description: `Returns the chosen metrics of every account for a range of days, each compared with the range of the same length before it. If you add up the followers of several accounts, people who follow more than one are counted more than once. Platforms count other metrics in different ways, so add them up only within a platform. ${days}`,
    access: 'key',
    permission: 'insights:read',
    query: z.strictObject({
      ...listQuery,
      ...rangeQuery.shape,
      metrics: several(z.string().max(metricCharsMax), comparedMetricsMax)
        .optional()
        .meta({
          description: `Up to ${comparedMetricsMax} metrics, separated by commas. By default \`followers_count,views\`.`,
          examples: [['followers_count', 'views']],
        }),
      platform: anyOf(platformValues, 'accounts on these platforms').optional(),
    }),
    responses: { 200: { schema: listOf(accountSummaryShape), description: 'A page of accounts.' } },
    errors: ['invalid_metric', 'invalid_range', 'range_too_long'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await compareAccounts(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/insights/posts',
    operationId: 'rankPostInsights',
    tag,
    summary: 'Rank posts',
    description:
      'Returns the posts of all accounts that were published in a range of days, highest value of a metric first, as of the last sync. A thread has the sum of its parts. A post on several accounts is listed once for each. Posts whose platform has no value for the metric are not listed. Deleted posts are left out.',
    access: 'key',
    permission: 'insights:read',
    query: z.strictObject({
      ...listQuery,
      from: rangeQuery.shape.from,
      to: rangeQuery.shape.to,
      metric: z
        .string()
        .max(metricCharsMax)
        .optional()
        .meta({ description: 'The metric to sort by.', default: 'views' }),
      platform: anyOf(platformValues, 'posts on these platforms').optional(),
      account_id: idsOf(
        'account',
        limits.page.max,
        'posts of the accounts with these IDs',
      ).optional(),
      tag: lineOfText(limits.post.tagCharsMax)
        .meta({ description: 'Only posts with this tag.' })
        .optional(),
    }),
    responses: { 200: { schema: listOf(rankedPostShape), description: 'A page of posts.' } },
    errors: ['invalid_metric', 'invalid_range', 'range_too_long'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await rankPosts(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/posts/{id}/insights',
    operationId: 'getPostInsights',
    tag,
    summary: 'Retrieve post insights',
    description:
      'Returns the metrics of a post since it was published, for each target, each part of a thread and in total, as of the last sync. Unique counts such as `reach` have no total over several parts or targets.',
    access: 'key',
    permission: 'insights:read',
    params: z.strictObject({ id: idOf('post') }),
    query: z.strictObject({ metrics: metrics.meta({ examples: [['views', 'likes']] }) }),
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
    summary: 'Start an insights sync',
    description:
      'Fetches the latest metrics now, at most once per 5 minutes per profile. Metrics are also refreshed automatically every 6 hours. With an owner key and without the `Service-Profile` header, the sync covers all profiles and counts towards the limit of each.',
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
    summary: 'Retrieve an insights sync',
    description: `Returns the progress of a sync. Syncs are kept for ${syncKeptDays} days. Accounts that failed are retried automatically.`,
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
