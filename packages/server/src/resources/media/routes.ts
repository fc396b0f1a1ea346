import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedMediaShape,
  type Media,
  mediaFilters,
  mediaForm,
  mediaFromUrl,
  mediaShape,
  mediaUpdate,
  mediaUsageShape,
} from '../../schemas/media.ts'
import { deleteMedia, getMedia, getMediaUsage, listMedia, updateMedia } from './media.ts'
import { importMedia, isSameUpload, uploadMedia } from './upload/create.ts'

const tag = 'Media'
const params = z.strictObject({ id: idOf('media') })
const read = { tag, access: 'key', permission: 'media:read' } as const
const write = { tag, access: 'key', permission: 'media:write' } as const

export const mediaRoutes: Route[] = [
  route({
    ...write,
    method: 'post',
    path: '/v1/media',
    operationId: 'createMedia',
    summary: 'Upload or import media',
    description:
      'Send multipart/form-data with one `file`, or JSON with a `url` to import. JPEG, PNG, WebP, GIF, HEIC, MP4, MOV and WebM are accepted; the type is detected from the content. The file belongs to the profile of the key or header, otherwise to the default profile. `limit_reached`: the files of an owner, or of a profile, would exceed the limits of the installation. With an Idempotency-Key, an upload counts as the same request only if the file and its fields are the same.',
    body: mediaFromUrl,
    form: mediaForm,
    isSameUpload: (ctx, upload, media) => isSameUpload(ctx, upload, media as Media),
    responses: { 201: { schema: mediaShape, description: 'The media file.' } },
    errors: [
      'profile_required',
      'media_type_not_supported',
      'media_invalid',
      'media_unreachable',
      'limit_reached',
    ],
    run: async (ctx, scope, { body, upload, recordAudit }) => ({
      status: 201,
      body: upload
        ? await uploadMedia(ctx, scope, upload, recordAudit)
        : await importMedia(ctx, scope, body, recordAudit),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/media',
    operationId: 'listMedia',
    summary: 'List media',
    description:
      'Returns the images and videos of the profiles that the caller can see, newest first.',
    query: z.strictObject({ ...listQuery, ...mediaFilters }),
    responses: { 200: { schema: listOf(mediaShape), description: 'A page of media.' } },
    errors: ['search_timeout'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listMedia(ctx, scope, query),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/media/usage',
    operationId: 'getMediaUsage',
    summary: 'Retrieve the storage used by media',
    description:
      'Returns how many files there are and how many bytes they take, with the limit: for the profile of the key or header, otherwise for all profiles that the caller can see.',
    responses: { 200: { schema: mediaUsageShape, description: 'The storage used.' } },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await getMediaUsage(ctx, scope) }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/media/{id}',
    operationId: 'getMedia',
    summary: 'Retrieve a media file',
    description:
      'Returns the image or video with its size, its type and the URL from which platforms download it.',
    params,
    responses: { 200: { schema: mediaShape, description: 'The media file.' } },
    errors: ['media_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getMedia(ctx, scope, params.id),
    }),
  }),
  route({
    ...write,
    atomic: true,
    method: 'patch',
    path: '/v1/media/{id}',
    operationId: 'updateMedia',
    summary: 'Update a media file',
    description:
      'Changes the name, the alt text or the tags. A post without an alt text of its own is published with that of the file; published posts stay the same.',
    params,
    body: mediaUpdate,
    responses: { 200: { schema: mediaShape, description: 'The updated media file.' } },
    errors: ['media_not_found'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await updateMedia(ctx, scope, params.id, body),
    }),
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/media/{id}',
    operationId: 'deleteMedia',
    summary: 'Delete a media file',
    description:
      'Deletes the file; its URL then returns 404. A file cannot be deleted while a draft or scheduled post uses it.',
    params,
    responses: { 200: { schema: deletedMediaShape, description: 'The media file is deleted.' } },
    errors: ['media_not_found', 'media_in_use'],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 200,
      body: await deleteMedia(ctx, scope, params.id, recordAudit),
    }),
  }),
]
