import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { anyOf, idOf, listOf, profileReference, profileSearch } from '../../schemas/fields.ts'
import type { SentPageKind, SentPageRow } from './kind.ts'
import { createPage, getPage, listPages, revokePage } from './sent-pages.ts'

/** The routes of a kind: create, list, retrieve and revoke. */
export function sentPageRoutes<Input, Columns extends object>(
  kind: SentPageKind<SentPageRow, string, Input, Columns>,
): Route[] {
  return [createRoute(kind), listRoute(kind), getRoute(kind), revokeRoute(kind)]
}

function createRoute<Input, Columns extends object>(
  kind: SentPageKind<SentPageRow, string, Input, Columns>,
): Route {
  const { tag, permissions, path, operation, words, descriptions, schemas, createErrors } = kind.api
  return route({
    method: 'post',
    path: `/v1/profiles/{id}/${path}`,
    operationId: `create${operation}`,
    atomic: true,
    shownOnce: {
      field: 'url',
      advice: `Create another ${words.short} with a different Idempotency-Key. Revoke this one if it may have been exposed.`,
    },
    tag,
    summary: `Create ${words.one}`,
    description: descriptions.create,
    access: 'key',
    permission: permissions.write,
    params: z.strictObject({ id: profileReference }),
    body: schemas.create,
    responses: {
      201: {
        schema: schemas.created,
        description: `The ${words.short} with its \`url\`, which is not shown again.`,
      },
    },
    errors: ['profile_not_found', 'profile_conflict', ...createErrors, 'limit_reached'],
    run: async (ctx, scope, { params, body }) => ({
      status: 201,
      body: await createPage(ctx, scope, kind, params.id, body as Input),
    }),
  })
}

function listRoute(kind: SentPageKind): Route {
  const { tag, permissions, path, operation, words, descriptions, schemas } = kind.api
  const filters = Object.entries(kind.filters).map(([name, { schema }]) => [name, schema])
  return route({
    method: 'get',
    path: `/v1/${path}`,
    operationId: `list${operation}s`,
    tag,
    summary: `List ${words.many}`,
    description: descriptions.list,
    access: 'key',
    permission: permissions.read,
    query: z.strictObject({
      ...listQuery,
      profile_id: profileReference.optional(),
      ...(Object.fromEntries(filters) as Record<never, z.ZodType>),
      status: anyOf(schemas.statuses, `${words.short}s with these statuses`).optional(),
      search: profileSearch.optional(),
    }),
    responses: {
      200: { schema: listOf(schemas.shown), description: `A page of ${words.short}s.` },
    },
    errors: ['profile_not_found', 'profile_conflict'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listPages(ctx, scope, kind, query),
    }),
  })
}

function getRoute(kind: SentPageKind): Route {
  const { tag, permissions, path, operation, words, descriptions, schemas } = kind.api
  return route({
    method: 'get',
    path: `/v1/${path}/{id}`,
    operationId: `get${operation}`,
    tag,
    summary: `Retrieve ${words.one}`,
    description: descriptions.get,
    access: 'key',
    permission: permissions.read,
    params: z.strictObject({ id: idOf(kind.idKind) }),
    responses: {
      200: { schema: schemas.shown, description: `The ${words.short} without its URL.` },
    },
    errors: [kind.notFound],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getPage(ctx, scope, kind, params.id),
    }),
  })
}

function revokeRoute(kind: SentPageKind): Route {
  const { tag, permissions, path, operation, words, descriptions, schemas } = kind.api
  return route({
    method: 'delete',
    path: `/v1/${path}/{id}`,
    operationId: `revoke${operation}`,
    atomic: true,
    tag,
    summary: `Revoke ${words.one}`,
    description: descriptions.revoke,
    access: 'key',
    permission: permissions.write,
    params: z.strictObject({ id: idOf(kind.idKind) }),
    responses: { 200: { schema: schemas.shown, description: `The revoked ${words.short}.` } },
    errors: [kind.notFound, ...(kind.notRevocable ? [kind.notRevocable.error] : [])],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await revokePage(ctx, scope, kind, params.id),
    }),
  })
}
