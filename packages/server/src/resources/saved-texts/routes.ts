import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedSavedTextShape,
  savedTextCreate,
  savedTextFilters,
  savedTextShape,
  savedTextUpdate,
} from '../../schemas/saved-text.ts'
import {
  createSavedText,
  deleteSavedText,
  getSavedText,
  listSavedTexts,
  updateSavedText,
} from './saved-texts.ts'

const tag = 'Saved texts'
const params = z.strictObject({ id: idOf('savedText') })
const read = { tag, access: 'key', permission: 'posts:read' } as const
const write = { tag, access: 'key', permission: 'posts:write', atomic: true } as const

const { perProfileMax } = limits.savedText
const forAll = 'A text for all profiles can be changed by owners, without `Service-Profile`.'

export const savedTextRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/saved-texts',
    operationId: 'createSavedText',
    summary: 'Save a text',
    description: `Saves a text for one profile: that of \`profile_id\`, of the key or of the \`Service-Profile\` header. Without any of them, a text of an owner is for all profiles, and every key and member of the owner can read it. A profile can have ${perProfileMax} texts, and there can be ${perProfileMax} for all profiles.`,
    body: savedTextCreate,
    responses: { 201: { schema: savedTextShape, description: 'The saved text.' } },
    errors: [
      'profile_not_found',
      'profile_required',
      'profile_conflict',
      'saved_text_name_taken',
      'limit_reached',
    ],
    run: async (ctx, scope, { body }) => ({
      status: 201,
      body: await createSavedText(ctx, scope, body),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/saved-texts',
    operationId: 'listSavedTexts',
    summary: 'List saved texts',
    description:
      'Returns the saved texts, newest first: those for all profiles and those of the profiles that you can see. A profile key or the `Service-Profile` header limits the latter to one profile. A page ends before its texts have more than 1 MiB together.',
    query: z.strictObject({ ...listQuery, ...savedTextFilters }),
    responses: { 200: { schema: listOf(savedTextShape), description: 'A page of saved texts.' } },
    errors: ['search_timeout'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listSavedTexts(ctx, scope, query),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/saved-texts/{id}',
    operationId: 'getSavedText',
    summary: 'Retrieve a saved text',
    description: 'Returns the saved text with this ID.',
    params,
    responses: { 200: { schema: savedTextShape, description: 'The saved text.' } },
    errors: ['saved_text_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getSavedText(ctx, scope, params.id),
    }),
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/saved-texts/{id}',
    operationId: 'updateSavedText',
    summary: 'Update a saved text',
    description: `Changes the name, the text or both. Posts and replies into which it was inserted stay the same. ${forAll}`,
    params,
    body: savedTextUpdate,
    responses: { 200: { schema: savedTextShape, description: 'The updated saved text.' } },
    errors: [
      'saved_text_not_found',
      'saved_text_name_taken',
      'owner_key_required',
      'profile_conflict',
    ],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await updateSavedText(ctx, scope, params.id, body),
    }),
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/saved-texts/{id}',
    operationId: 'deleteSavedText',
    summary: 'Delete a saved text',
    description: `Deletes the saved text. Posts and replies into which it was inserted stay the same. ${forAll}`,
    params,
    responses: {
      200: { schema: deletedSavedTextShape, description: 'The saved text is deleted.' },
    },
    errors: ['saved_text_not_found', 'owner_key_required', 'profile_conflict'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await deleteSavedText(ctx, scope, params.id),
    }),
  }),
]
