import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route, type ShownOnce } from '../../http/route.ts'
import { deliveryShape, deliveryStatuses } from '../../schemas/delivery.ts'
import { eventTypes } from '../../schemas/event.ts'
import { exampleUuids } from '../../schemas/examples.ts'
import { anyOf, givenInstant, idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedWebhookShape,
  recoveryShape,
  webhookCreate,
  webhookRecover,
  webhookRotate,
  webhookShape,
  webhookTest,
  webhookUpdate,
  webhookWithSecretShape,
} from '../../schemas/webhook.ts'
import { getDelivery, listDeliveries } from './deliveries.ts'
import { recoverWebhook } from './delivery/recover.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './endpoints.ts'
import { resendDelivery } from './resend.ts'
import { rotateSecret } from './rotate.ts'
import { testWebhook } from './test-event.ts'

const tag = 'Webhooks'
const params = z.strictObject({ id: idOf('webhook') })
const deliveryParams = z.strictObject({
  id: idOf('webhook'),
  deliveryId: z.string().meta({ examples: [exampleUuids.delivery] }),
})
const read = { tag, access: 'key', permission: 'webhooks:read' } as const
const write = { tag, access: 'key', permission: 'webhooks:write' } as const

const shownOnce: ShownOnce = {
  field: 'secret',
  advice: 'Get a new secret with POST /v1/webhooks/{id}/rotate-secret.',
}

const endpointRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    shownOnce,
    summary: 'Create a webhook endpoint',
    description:
      'The response contains the `secret`, which is not shown again. With a profile key or the `Service-Profile` header, the endpoint is bound to that profile.',
    body: webhookCreate,
    responses: { 201: { schema: webhookWithSecretShape, description: 'The endpoint.' } },
    errors: [
      'profile_required',
      'webhook_url_invalid',
      'webhook_limit_reached',
      'profile_conflict',
    ],
    run: async (ctx, scope, { body, recordAudit }) => ({
      status: 201,
      body: await createWebhook(ctx, scope, body, recordAudit),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhook endpoints',
    description:
      'Returns all endpoints, oldest first. With a profile key or the `Service-Profile` header, only the endpoints bound to that profile.',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(webhookShape), description: 'A page of endpoints.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listWebhooks(ctx, scope, query),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/webhooks/{id}',
    operationId: 'getWebhook',
    summary: 'Retrieve a webhook endpoint',
    description:
      'Returns the endpoint with its status and the number of consecutive failures, without its secret.',
    params,
    responses: { 200: { schema: webhookShape, description: 'The endpoint.' } },
    errors: ['webhook_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getWebhook(ctx, scope, params.id),
    }),
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/webhooks/{id}',
    operationId: 'updateWebhook',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that you send. `active: true` enables the endpoint and resets the number of consecutive failures. `active: false` disables it and skips pending deliveries, which can be resent later. Binding the endpoint to a profile skips pending deliveries of other profiles, and these cannot be resent while it is bound.',
    params,
    body: webhookUpdate,
    responses: { 200: { schema: webhookShape, description: 'The updated endpoint.' } },
    errors: ['webhook_not_found', 'webhook_url_invalid', 'profile_conflict'],
    run: async (ctx, scope, { params, body, recordAudit }) => ({
      status: 200,
      body: await updateWebhook(ctx, scope, params.id, body, recordAudit),
    }),
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/webhooks/{id}',
    operationId: 'deleteWebhook',
    atomic: true,
    summary: 'Delete a webhook endpoint',
    description:
      'Stops all deliveries to the endpoint. Its delivery history can no longer be read.',
    params,
    responses: { 200: { schema: deletedWebhookShape, description: 'The endpoint is deleted.' } },
    errors: ['webhook_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await deleteWebhook(ctx, scope, params.id),
    }),
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks/{id}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    atomic: true,
    shownOnce,
    summary: 'Rotate a webhook secret',
    description:
      'Creates a new secret. During the overlap, deliveries are signed with both secrets: `t=…,v1=<new>,v1=<old>`.',
    params,
    body: webhookRotate,
    bodyOptional: true,
    responses: {
      200: { schema: webhookWithSecretShape, description: 'The endpoint with its new secret.' },
    },
    errors: ['webhook_not_found'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await rotateSecret(ctx, scope, params.id, body.overlap_seconds),
    }),
  }),
]

const deliveryRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends `webhook.test`, or a sample of another event type, immediately and returns the finished delivery. Works while the endpoint is inactive and for types that it does not receive. A failed test is not retried and does not count as a failure. A sample has `test: true`, and all its IDs are those of the examples.',
    params,
    body: webhookTest,
    bodyOptional: true,
    responses: { 200: { schema: deliveryShape, description: 'The finished delivery.' } },
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
    summary: 'Recover failed deliveries',
    description:
      'Sends every delivery that failed or was skipped since a time again, in the background, with one attempt each. An endpoint that is bound to a profile receives only the deliveries of that profile.',
    params,
    body: webhookRecover,
    responses: { 202: { schema: recoveryShape, description: 'The recovery has started.' } },
    errors: ['webhook_not_found', 'webhook_inactive'],
    run: async (ctx, scope, { params, body }) => ({
      status: 202,
      body: await recoverWebhook(ctx, scope, params.id, new Date(body.since)),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description:
      'Returns the deliveries of the last 30 days with their status and attempts, newest first.',
    params,
    query: z.strictObject({
      ...listQuery,
      status: anyOf(deliveryStatuses).optional(),
      event_type: anyOf(eventTypes).optional(),
      since: givenInstant
        .optional()
        .meta({ description: 'Deliveries created at this time or later.' }),
      until: givenInstant.optional().meta({ description: 'Deliveries created before this time.' }),
    }),
    responses: { 200: { schema: listOf(deliveryShape), description: 'A page of deliveries.' } },
    errors: ['webhook_not_found'],
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
    run: async (ctx, scope, { params }) => ({
      status: 202,
      body: await resendDelivery(ctx, scope, params.id, params.deliveryId),
    }),
  }),
]

/** The endpoints of the contract's "Webhooks" and of decisions.md §9. */
export const webhookRoutes: Route[] = [...endpointRoutes, ...deliveryRoutes]
