import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route, type ShownOnce } from '../../http/route.ts'
import { deliveryShape, deliveryStatuses } from '../../schemas/delivery.ts'
import { eventTypes } from '../../schemas/event.ts'
import { anyOf, givenInstant, idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedWebhookShape,
  recoveryShape,
  webhookCreate,
  webhookRecover,
  webhookRotate,
  webhookShape,
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
const deliveryParams = z.strictObject({ id: idOf('webhook'), deliveryId: z.string() })
const read = { tag, access: 'key', permission: 'webhooks:read' } as const
const write = { tag, access: 'key', permission: 'webhooks:write' } as const

const shownOnce: ShownOnce = {
  field: 'secret',
  advice: 'Get another secret for this endpoint with POST /v1/webhooks/{id}/rotate-secret.',
}

const endpointRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    shownOnce,
    summary: 'Register a webhook endpoint',
    description:
      'The answer holds the `secret`, shown only this once. With a profile key or the Service-Profile header the endpoint is bound to that profile.',
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
    summary: 'List webhook endpoints, the oldest first',
    description:
      'A profile key, or the Service-Profile header, lists the endpoints bound to that profile; an owner key lists all.',
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
    summary: 'Read a webhook endpoint',
    description:
      'The endpoint with its state and the number of consecutive failures, without its secret.',
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
    summary: 'Change, switch on or switch off a webhook endpoint',
    description:
      '`active: true` sets the count of failures to 0. `active: false` skips what is pending; what was skipped can be resent. Binding the endpoint to another profile skips what is pending for other profiles, and their deliveries cannot be resent to it while it is bound.',
    params,
    body: webhookUpdate,
    responses: { 200: { schema: webhookShape, description: 'The changed endpoint.' } },
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
      'Nothing more is sent to it, and the history of its deliveries can no longer be read.',
    params,
    responses: { 200: { schema: deletedWebhookShape, description: 'It is deleted.' } },
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
    summary: "Replace a webhook endpoint's secret",
    description: 'Until the overlap ends deliveries are signed with both: `t=…,v1=<new>,v1=<old>`.',
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
    summary: 'Send a test event at once',
    description:
      'The answer is the finished delivery. Allowed while the endpoint is inactive; never retried and never counted as a failure.',
    params,
    responses: { 200: { schema: deliveryShape, description: 'The finished delivery.' } },
    errors: ['webhook_not_found'],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 200,
      body: await testWebhook(ctx, scope, params.id, recordAudit),
    }),
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/webhooks/{id}/recover',
    operationId: 'recoverWebhook',
    atomic: true,
    summary: 'Send again what was not delivered since an instant',
    description:
      'What failed or was skipped since then is sent again in the background, one try each. An endpoint that is bound to a profile gets the deliveries of that profile only.',
    params,
    body: webhookRecover,
    responses: { 202: { schema: recoveryShape, description: 'The deliveries are being queued.' } },
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
    summary: 'List the deliveries of the last 30 days, the newest first',
    description: 'Each delivery with its status and its attempts. Deliveries are kept for 30 days.',
    params,
    query: z.strictObject({
      ...listQuery,
      status: anyOf(deliveryStatuses).optional(),
      event_type: anyOf(eventTypes).optional(),
      since: givenInstant.optional().meta({ description: 'Created at that instant or later.' }),
      until: givenInstant.optional().meta({ description: 'Created before that instant.' }),
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
    summary: 'Read a delivery with its attempts',
    description: 'The request that was sent and, for each attempt, the answer of the receiver.',
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
    summary: 'Send a delivery again',
    description:
      'The same delivery and event ids, a new attempt with the next number, the current url and secret; one try. Each call is one attempt on top of the schedule, which keeps its times and ends when the delivery succeeds. `profile_conflict` if the endpoint is bound to another profile than the delivery belongs to.',
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
