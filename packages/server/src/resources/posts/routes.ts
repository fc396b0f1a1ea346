import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { platformValues } from '../../core/networks.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { anyOf, idOf, idsOf, lineOfText, listOf } from '../../schemas/fields.ts'
import {
  createdPostShape,
  postCreate,
  postShape,
  postStatuses,
  postUpdate,
  postValidationShape,
  targetResolve,
} from '../../schemas/post.ts'
import { cancelPost } from './cancel.ts'
import { createPost } from './create.ts'
import { getPost, listPosts } from './posts.ts'
import { resolveTarget, retryPost } from './retry.ts'
import { updatePost } from './update.ts'
import { validatePost } from './validate.ts'

const tag = 'Posts'
const params = z.strictObject({ id: idOf('post') })
const targetParams = z.strictObject({ id: idOf('post'), targetId: idOf('target') })
const post = (description: string) => ({ schema: postShape, description })

const references = [
  'account_not_found',
  'media_not_found',
  'profile_not_found',
  'mixed_profiles',
  'media_profile_mismatch',
] as const
const contents = [
  'account_not_connected',
  'permission_missing',
  'content_invalid',
  'duplicate_content',
] as const

const writing: Route[] = [
  route({
    method: 'post',
    path: '/v1/posts',
    operationId: 'createPost',
    atomic: true,
    tag,
    summary: 'Create a post: a draft, at a time, or now',
    description:
      'All accounts must be of one profile. What is to be published is checked against its platforms at once. Each account gets a target with a state of its own.',
    access: 'key',
    permission: 'posts:write',
    body: postCreate,
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: {
      201: { schema: createdPostShape, description: 'The post with its targets.' },
    },
    errors: ['profile_required', ...references, ...contents, 'limit_reached'],
    run: async (ctx, scope, { body }) => ({
      status: 201,
      body: await createPost(ctx, scope, body),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/posts/validate',
    operationId: 'validatePost',
    tag,
    summary: 'Check a post without creating it',
    description: 'A dry run: per target what its platform would refuse and what nears a limit.',
    action: null,
    access: 'key',
    permission: 'posts:write',
    body: postCreate,
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: { 200: { schema: postValidationShape, description: 'What was found.' } },
    errors: ['profile_required', ...references],
    run: async (ctx, scope, { body }) => ({
      status: 200,
      body: await validatePost(ctx, scope, body),
    }),
  }),
  route({
    method: 'patch',
    path: '/v1/posts/{id}',
    operationId: 'updatePost',
    atomic: true,
    tag,
    summary: 'Change a draft or scheduled post',
    description:
      'Changes the fields that are sent of a post none of whose targets was started, and checks the whole post again. `post.scheduled` or `post.canceled` is sent for each account whose schedule changes.',
    access: 'key',
    permission: 'posts:write',
    params,
    body: postUpdate,
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: { 200: post('The changed post.') },
    errors: ['post_not_found', 'post_not_editable', ...references, ...contents],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await updatePost(ctx, scope, params.id, body),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/posts/{id}',
    operationId: 'cancelPost',
    atomic: true,
    tag,
    summary: 'Cancel a post',
    description: 'Targets that have not begun become canceled; published ones stay published.',
    access: 'key',
    permission: 'posts:write',
    params,
    responses: { 200: post('The canceled post.') },
    errors: ['post_not_found', 'post_not_editable'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await cancelPost(ctx, scope, params.id),
    }),
  }),
]

const reading: Route[] = [
  route({
    method: 'get',
    path: '/v1/posts',
    operationId: 'listPosts',
    tag,
    summary: 'List posts, the one scheduled last first, those without a time at the end',
    description:
      'Posts of the profiles that the request sees, those made elsewhere included (`source: external`).',
    access: 'key',
    permission: 'posts:read',
    query: z.strictObject({
      ...listQuery,
      status: anyOf(postStatuses).optional(),
      platform: anyOf(platformValues).optional(),
      account_id: idsOf('account', limits.page.max).optional(),
      tag: lineOfText(limits.post.tagCharsMax).optional(),
      external_id: lineOfText(limits.post.externalIdCharsMax).optional(),
      from: z.iso.date().optional().meta({ description: 'First UTC day of `scheduled_at`.' }),
      to: z.iso.date().optional().meta({ description: 'Last UTC day, inclusive.' }),
      order: z
        .enum(['asc', 'desc'])
        .optional()
        .meta({ description: 'Of `scheduled_at`; the latest first by default.' }),
    }),
    responses: { 200: { schema: listOf(postShape), description: 'A page of posts.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listPosts(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/posts/{id}',
    operationId: 'getPost',
    tag,
    summary: 'Read a post with its targets',
    description: 'The post with the state of each account that it goes to.',
    access: 'key',
    permission: 'posts:read',
    params,
    responses: { 200: post('The post.') },
    errors: ['post_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getPost(ctx, scope, params.id),
    }),
  }),
]

const mending: Route[] = [
  route({
    method: 'post',
    path: '/v1/posts/{id}/retry',
    operationId: 'retryPost',
    atomic: true,
    tag,
    summary: 'Publish again what failed or is unknown',
    description:
      'Failed and unknown targets become due at once. Check first that an unknown one was not published after all, or it may be published twice.',
    access: 'key',
    permission: 'posts:write',
    params,
    responses: { 200: post('The post, its failed and unknown targets due at once.') },
    errors: ['post_not_found', 'post_not_editable', 'account_not_connected'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await retryPost(ctx, scope, params.id, null),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/posts/{id}/targets/{targetId}/retry',
    operationId: 'retryTarget',
    atomic: true,
    tag,
    summary: 'Publish one failed or unknown target again',
    description:
      'The target becomes due at once, the other targets stay as they are. Check first that an unknown one was not published after all, or it may be published twice.',
    access: 'key',
    permission: 'posts:write',
    params: targetParams,
    responses: { 200: post('The post.') },
    errors: ['post_not_found', 'target_not_found', 'post_not_editable', 'account_not_connected'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await retryPost(ctx, scope, params.id, params.targetId),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/posts/{id}/targets/{targetId}/resolve',
    operationId: 'resolveTarget',
    atomic: true,
    tag,
    summary: 'Say that an unknown target was published after all',
    description:
      'For a target that is `unknown` and was found on the platform. It becomes `published` with the id that is sent, and `post.published` is sent.',
    access: 'key',
    permission: 'posts:write',
    params: targetParams,
    body: targetResolve,
    responses: { 200: post('The post; `post.published` is sent.') },
    errors: ['post_not_found', 'target_not_found', 'post_not_editable'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await resolveTarget(ctx, scope, params.id, params.targetId, body.platform_post_id),
    }),
  }),
]

export const postRoutes: Route[] = [...writing, ...reading, ...mending]
