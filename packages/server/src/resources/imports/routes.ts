import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  importCreate,
  importRowFilters,
  importRowShape,
  importShape,
} from '../../schemas/import.ts'
import { createImport } from './create.ts'
import { getImport, listImportRows, listImports } from './imports.ts'
import { undoImport } from './undo.ts'

const tag = 'Imports'
const params = z.strictObject({ id: idOf('import') })
const read = { tag, access: 'key', permission: 'posts:read' } as const
const write = { tag, access: 'key', permission: 'posts:write', atomic: true } as const
const { rowsMax, keptDays, runningPerProfileMax, perProfilePerDayMax } = limits.import

export const importRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/imports',
    operationId: 'createImport',
    summary: 'Import posts from a file',
    description: `Creates a post for each row, at most ${rowsMax}, in the profile of the key or header, otherwise in the default profile. The rows are worked on in the background. Each row needs an \`external_id\`: if a post of the profile that is not canceled has it, the row creates none, so the same file can be sent again. A row with errors does not stop the others. \`dry_run\` checks each row by creating its post and taking that back; it downloads no media. Media from URLs need \`media:write\`. \`limit_reached\`: a profile has at most ${runningPerProfileMax} running imports, and ${perProfilePerDayMax} in 24 hours.`,
    body: importCreate,
    bodyBytesMax: limits.import.bodyBytesMax,
    responses: { 201: { schema: importShape, description: 'The import, before its first row.' } },
    errors: ['profile_required', 'profile_not_found', 'limit_reached'],
    run: async (ctx, scope, { body }) => ({
      status: 201,
      body: await createImport(ctx, scope, body),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/imports',
    operationId: 'listImports',
    summary: 'List imports',
    description: `Returns the imports of the profiles that the caller can see, newest first, for ${keptDays} days. Their posts are kept longer.`,
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(importShape), description: 'A page of imports.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listImports(ctx, scope, query),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/imports/{id}',
    operationId: 'getImport',
    summary: 'Retrieve an import',
    description: 'Returns the progress: how many rows have each status.',
    params,
    responses: { 200: { schema: importShape, description: 'The import.' } },
    errors: ['import_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getImport(ctx, scope, params.id),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/imports/{id}/rows',
    operationId: 'listImportRows',
    summary: 'List the rows of an import',
    description:
      'Returns the result of each row in the order of the file: the post, or the errors by column or field.',
    params,
    query: z.strictObject({ ...listQuery, ...importRowFilters }),
    responses: { 200: { schema: listOf(importRowShape), description: 'A page of rows.' } },
    errors: ['import_not_found'],
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await listImportRows(ctx, scope, params.id, query),
    }),
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/imports/{id}/undo',
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Cancels all posts that the import created and stops it, all or nothing. If one of them is being published or may be public, nothing changes. Rows with the status `exists` keep their posts. Sends `post.canceled` for each account. Afterwards the same file can be imported again.',
    params,
    responses: { 200: { schema: importShape, description: 'The import, which is undone.' } },
    errors: ['import_not_found', 'import_not_undoable'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await undoImport(ctx, scope, params.id),
    }),
  }),
]
