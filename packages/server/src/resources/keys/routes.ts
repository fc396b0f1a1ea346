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
  advice: 'Get another secret for this key with POST /v1/api-keys/{id}/rotate, or revoke the key.',
}

export const keyRoutes = [
  route({
    method: 'get',
    path: '/v1/me',
    operationId: 'getMe',
    tag,
    summary: 'What this key is and sees',
    description:
      'The key or the signed-in member of this request, its scopes, its owner and the profile it is confined to. Use it to check that a key works.',
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
      'With `profile_id` the key is locked to that profile. The secret is shown once. A key makes, rotates and revokes only keys that may do no more than itself and last no longer.',
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
    summary: 'List API keys, newest first',
    description:
      'Keys of the owner and of profiles, without their secrets, revoked and expired ones included. With the Service-Profile header only the keys of that profile.',
    access: 'owner',
    permission: 'keys:read',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(apiKeyShape), description: 'Keys without secrets.' } },
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
    summary: 'Revoke an API key at once',
    description:
      'The key is refused from the next request on, in every process. A key can revoke itself, the last owner key too: `npm run key` on the server then creates another.',
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
    summary: 'Replace an API key by a new one with the same rights',
    description:
      'Answers a new key with its secret, shown only this once. The old key works for `overlap_seconds` more, 0 by default, then it is refused.',
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
