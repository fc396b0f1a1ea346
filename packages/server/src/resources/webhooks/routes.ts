import { z } from 'zod'
import { webhookAction } from '../../http/audit-actions.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route, type ShownOnce } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedWebhookShape,
  webhookCreate,
  webhookRotate,
  webhookShape,
  webhookUpdate,
  webhookWithSecretShape,
} from '../../schemas/webhook.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './endpoints.ts'
import { rotateSecret } from './rotate.ts'

const tag = 'Webhooks'
const params = z.strictObject({ id: idOf('webhook') })
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
      'The response contains the `secret`, which is not shown again. With a profile key or the `Service-Profile` header, the endpoint is bound to that profile. An owner has at most 10 endpoints; a profile key creates none in a profile that has 3.',
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
    action: webhookAction,
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
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 200,
      body: await deleteWebhook(ctx, scope, params.id, recordAudit),
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

/** The endpoints of contract.md §9. */
export const webhookRoutes: Route[] = [...endpointRoutes, ...deliveryRoutes]
