import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import {
  deliveryIncludes,
  deliveryListItemShape,
  deliveryShape,
  deliveryStatuses,
} from '../../schemas/delivery.ts'
import { deliveryStatisticsShape, statisticsIntervals } from '../../schemas/delivery-statistics.ts'
import { eventTypes } from '../../schemas/event.ts'
import { exampleIds, exampleOf, exampleUuids } from '../../schemas/examples.ts'
import { anyOf, givenInstant, idOf, lineOfText, listOf } from '../../schemas/fields.ts'
import { recoveryShape, webhookRecover, webhookTest } from '../../schemas/webhook.ts'
import { getDelivery, listDeliveries } from './deliveries.ts'
import { recoverWebhook } from './recover.ts'
import { resendDelivery } from './resend.ts'
import { readStatistics } from './statistics.ts'
import { testWebhook } from './test-event.ts'

const tag = 'Webhooks'
const params = z.strictObject({ id: idOf('webhook') })
const deliveryParams = z.strictObject({
  id: idOf('webhook'),
  deliveryId: z.string().meta({ examples: [exampleUuids.delivery] }),
})
const read = { tag, access: 'key', permission: 'webhooks:read' } as const
const write = { tag, access: 'key', permission: 'webhooks:write' } as const

const resourceId = z
  .string()
  .min(1)
  .max(100)
  .meta({
    description:
      'Deliveries of events about this resource: the ID of the comment of `comment.created`, of the post of `post.*`, of the account of `account.*`, of the profile of `profile.deleted`, of the endpoint of a test event.',
    examples: [exampleIds.post],
  })

const { request, ...example } = exampleOf(deliveryShape)
const testExample = {
  ...example,
  subject: { type: 'webhook_endpoint', id: exampleIds.webhook, text: null },
  max_attempts: 1,
  test: true,
  request: request && { ...request, body: request.body?.replace('"data":', '"test":true,"data":') },
}

/** Deliveries of an endpoint: test, history, statistics, sending again. */
export const deliveryRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends `webhook.test`, or a sample of another event type, immediately and returns the finished delivery. Works even if the endpoint is inactive or does not receive this type. A failed test is not retried and does not count as a failure. A sample has `test: true` and the IDs of the examples in this reference.',
    params,
    body: webhookTest,
    bodyOptional: true,
    responses: {
      200: {
        schema: deliveryShape,
        description: 'The finished delivery.',
        example: testExample,
      },
    },
    errors: ['webhook_not_found'],
    run: async (ctx, scope, { params, body, recordAudit }) => ({
      status: 200,
      body: await testWebhook(ctx, scope, params.id, body.type, recordAudit),
    }),
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks/{id}/recover',
    operationId: 'recoverWebhook',
    atomic: true,
    summary: 'Recover or replay deliveries',
    description:
      'Sends deliveries again, with one attempt each: all that failed or were skipped since a time, those in a time range, filtered by event type and status, or those with the IDs that you send. A time range is sent in the background, page by page, so that new events do not wait for all of it. An endpoint that is bound to a profile receives only the deliveries of that profile.',
    params,
    body: webhookRecover,
    responses: { 202: { schema: recoveryShape, description: 'The recovery has started.' } },
    errors: [
      'webhook_not_found',
      'delivery_not_found',
      'webhook_inactive',
      'profile_conflict',
      'limit_reached',
    ],
    run: async (ctx, scope, { params, body }) => ({
      status: 202,
      body: await recoverWebhook(ctx, scope, params.id, body),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/webhooks/{id}/statistics',
    operationId: 'getWebhookStatistics',
    summary: 'Retrieve statistics of an endpoint',
    description:
      'Returns the success rate and latency of an endpoint over time, by the hour or day in which deliveries were created. Test events are not counted.',
    params,
    query: z.strictObject({
      since: givenInstant.optional().meta({
        description: 'The start of the range, within the last 30 days. Default: 24 hours ago.',
      }),
      until: givenInstant.optional().meta({ description: 'The end of the range. Default: now.' }),
      interval: z.enum(statisticsIntervals).optional().meta({
        description: 'Default: `hour` for ranges of up to 7 days, `day` for longer ones.',
      }),
      event_type: anyOf(eventTypes, 'deliveries of these event types').optional(),
    }),
    responses: { 200: { schema: deliveryStatisticsShape, description: 'The statistics.' } },
    errors: ['webhook_not_found'],
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await readStatistics(ctx, scope, params.id, query),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description:
      'Returns the deliveries of the last 30 days with their status and attempts, newest first. Without `include`, they have no `request`, and their attempts no `response_headers` and `response_body`.',
    params,
    query: z.strictObject({
      ...listQuery,
      status: anyOf(deliveryStatuses, 'deliveries with these statuses').optional(),
      event_type: anyOf(eventTypes, 'deliveries of these event types').optional(),
      event_id: z.uuid().optional().meta({ description: 'Deliveries of this event.' }),
      resource_id: resourceId.optional(),
      search: lineOfText(limits.search.charsMax)
        .optional()
        .meta({
          description:
            'Deliveries that a person looks for: with this delivery, event or resource ID, about a post or comment that contains all these words, or about an account with this name. The newest 200 posts, comments and accounts of each are searched for.',
          examples: ['winter menu'],
        }),
      since: givenInstant
        .optional()
        .meta({ description: 'Deliveries created at this time or later.' }),
      until: givenInstant.optional().meta({ description: 'Deliveries created before this time.' }),
      include: z
        .enum(deliveryIncludes)
        .optional()
        .meta({
          description: `\`bodies\` adds the \`request\` of each delivery and the headers and body of each response, which only the retrieval of one delivery has otherwise. A page then has at most ${limits.webhook.deliveriesWithBodiesMax} deliveries.`,
        }),
    }),
    responses: {
      200: { schema: listOf(deliveryListItemShape), description: 'A page of deliveries.' },
    },
    errors: ['webhook_not_found', 'search_timeout'],
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await listDeliveries(ctx, scope, params.id, query),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}',
    operationId: 'getWebhookDelivery',
    summary: 'Retrieve a delivery',
    description: 'Returns the delivery with its request and the response to each attempt.',
    params: deliveryParams,
    responses: { 200: { schema: deliveryShape, description: 'The delivery.' } },
    errors: ['webhook_not_found', 'delivery_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getDelivery(ctx, scope, params.id, params.deliveryId),
    }),
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/resend',
    operationId: 'resendWebhookDelivery',
    atomic: true,
    summary: 'Resend a delivery',
    description:
      'Makes one more attempt with the same delivery ID and event ID, the current URL and the current secret. Scheduled attempts keep their times and stop when the delivery succeeds. Returns `profile_conflict` if the endpoint is bound to a profile other than that of the delivery.',
    params: deliveryParams,
    responses: { 202: { schema: deliveryShape, description: 'The delivery, pending again.' } },
    errors: [
      'webhook_not_found',
      'delivery_not_found',
      'webhook_inactive',
      'profile_conflict',
      'limit_reached',
    ],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 202,
      body: await resendDelivery(ctx, scope, params.id, params.deliveryId, recordAudit),
    }),
  }),
]
