import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { route, type ShownOnce } from '../../http/route.ts'
import {
  apiKeyCreate,
  apiKeyRotate,
  apiKeyShape,
  apiKeyWithSecretShape,
  meShape,
} from '../../schemas/api-key.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { readMe } from './me.ts'

const tag = 'API keys'
const params = z.strictObject({ id: idOf('key') })
const shownOnce: ShownOnce = {
  field: 'secret',
  advice: 'Get a new secret with POST /v1/api-keys/{id}/rotate, or revoke the key.',
}

export const keyRoutes = [
  route({
    method: 'get',
    path: '/v1/me',
    operationId: 'getMe',
    tag,
    summary: 'Retrieve the current key',
    description:
      'Returns the API key or signed-in member that sends the request, with its scopes, its owner and the profile it is limited to. Use it to check that a key works.',
    access: 'key',
    permission: null,
    responses: { 200: { schema: meShape, description: 'The key, its owner and its profile.' } },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await readMe(ctx, scope) }),
  }),
  route({
    method: 'post',
    path: '/v1/api-keys',
    operationId: 'createApiKey',
    atomic: true,
    shownOnce,
    tag,
    summary: 'Create an API key',
    description:
      'Creates an owner key or, with `profile_id`, a key that is locked to one profile. The secret is returned only once. A key can create, rotate and revoke only keys that have no more rights than it has and do not expire later.',
    access: 'owner',
    permission: 'keys:write',
    body: apiKeyCreate,
    responses: { 201: { schema: apiKeyWithSecretShape, description: 'The key with its secret.' } },
    errors: ['profile_conflict', 'insufficient_scope', 'limit_reached'],
    run: async (ctx, scope, { body }) => ({
      status: 201,
      body: await createKey(ctx, scope, body),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/api-keys',
    operationId: 'listApiKeys',
    tag,
    summary: 'List API keys',
    description:
      'Returns owner keys and profile keys, newest first, including revoked and expired ones, without their secrets. With the `Service-Profile` header, only the keys of that profile.',
    access: 'owner',
    permission: 'keys:read',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(apiKeyShape), description: 'A page of keys.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listKeys(ctx, scope, query),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/api-keys/{id}',
    operationId: 'revokeApiKey',
    atomic: true,
    tag,
    summary: 'Revoke an API key',
    description:
      'The key is rejected from the next request on. A key can revoke itself. If you revoke the last owner key, create a new one on the server (see *Your first request* in the API reference).',
    access: 'owner',
    permission: 'keys:write',
    params,
    responses: { 200: { schema: apiKeyShape, description: 'The revoked key.' } },
    errors: ['api_key_not_found', 'insufficient_scope'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await revokeKey(ctx, scope, params.id),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/api-keys/{id}/rotate',
    operationId: 'rotateApiKey',
    atomic: true,
    shownOnce,
    tag,
    summary: 'Rotate an API key',
    description:
      'Replaces the key with a new one that has the same rights. The new secret is returned only once. The old key keeps working for `overlap_seconds`, 0 by default.',
    access: 'owner',
    permission: 'keys:write',
    params,
    body: apiKeyRotate,
    bodyOptional: true,
    responses: { 201: { schema: apiKeyWithSecretShape, description: 'The new key.' } },
    errors: ['api_key_not_found', 'insufficient_scope', 'limit_reached'],
    run: async (ctx, scope, { params, body }) => ({
      status: 201,
      body: await rotateKey(ctx, scope, params.id, body.overlap_seconds),
    }),
  }),
]
