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
  const { tag, permissions, path, operation, words, descriptions, schemas } = kind.api
  const { one, many, short } = words
  const params = z.strictObject({ id: idOf(kind.idKind) })
  const filters = Object.entries(kind.filters).map(([name, { schema }]) => [name, schema])
  return [
    route({
      method: 'post',
      path: `/v1/profiles/{id}/${path}`,
      operationId: `create${operation}`,
      atomic: true,
      shownOnce: {
        field: 'url',
        advice: `Create another ${short} with a different Idempotency-Key. Revoke this one if it may have been exposed.`,
      },
      tag,
      summary: `Create ${one}`,
      description: descriptions.create,
      access: 'key',
      permission: permissions.write,
      params: z.strictObject({ id: profileReference }),
      body: schemas.create,
      responses: {
        201: {
          schema: schemas.created,
          description: `The ${short} with its \`url\`, which is not shown again.`,
        },
      },
      errors: ['profile_not_found', 'profile_conflict', ...kind.api.createErrors, 'limit_reached'],
      run: async (ctx, scope, { params, body }) => ({
        status: 201,
        body: await createPage(ctx, scope, kind, params.id, body as Input),
      }),
    }),
    route({
      method: 'get',
      path: `/v1/${path}`,
      operationId: `list${operation}s`,
      tag,
      summary: `List ${many}`,
      description: descriptions.list,
      access: 'key',
      permission: permissions.read,
      query: z.strictObject({
        ...listQuery,
        profile_id: profileReference.optional(),
        ...(Object.fromEntries(filters) as Record<never, z.ZodType>),
        status: anyOf(schemas.statuses, `${short}s with these statuses`).optional(),
        search: profileSearch.optional(),
      }),
      responses: {
        200: { schema: listOf(schemas.shown), description: `A page of ${short}s.` },
      },
      errors: ['profile_not_found', 'profile_conflict'],
      run: async (ctx, scope, { query }) => ({
        status: 200,
        body: await listPages(ctx, scope, kind, query),
      }),
    }),
    route({
      method: 'get',
      path: `/v1/${path}/{id}`,
      operationId: `get${operation}`,
      tag,
      summary: `Retrieve ${one}`,
      description: descriptions.get,
      access: 'key',
      permission: permissions.read,
      params,
      responses: {
        200: { schema: schemas.shown, description: `The ${short} without its URL.` },
      },
      errors: [kind.notFound],
      run: async (ctx, scope, { params }) => ({
        status: 200,
        body: await getPage(ctx, scope, kind, params.id),
      }),
    }),
    route({
      method: 'delete',
      path: `/v1/${path}/{id}`,
      operationId: `revoke${operation}`,
      atomic: true,
      tag,
      summary: `Revoke ${one}`,
      description: descriptions.revoke,
      access: 'key',
      permission: permissions.write,
      params,
      responses: { 200: { schema: schemas.shown, description: `The revoked ${short}.` } },
      errors: [kind.notFound, ...(kind.notRevocable ? [kind.notRevocable.error] : [])],
      run: async (ctx, scope, { params }) => ({
        status: 200,
        body: await revokePage(ctx, scope, kind, params.id),
      }),
    }),
  ]
}
