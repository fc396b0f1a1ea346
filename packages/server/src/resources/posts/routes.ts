import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { postAction } from '../../http/audit-actions.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { exampleIds, exampleOf } from '../../schemas/examples.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  createdPostShape,
  postCreate,
  postFilters,
  postShape,
  postUpdate,
  targetResolve,
} from '../../schemas/post.ts'
import { postRepeat, postRepeatsShape } from '../../schemas/post-repeat.ts'
import { postValidationShape } from '../../schemas/post-validation.ts'
import { queueReorder, queueShape } from '../../schemas/posting-plan.ts'
import { cancelPost } from './cancel.ts'
import { createPost } from './create.ts'
import { postCsvHeader, postsCsv } from './csv.ts'
import { getPost, listPosts } from './posts.ts'
import { postById } from './queries.ts'
import { reorderQueue, shuffleQueue } from './queue.ts'
import { type OnRemoved, removePublication } from './remove.ts'
import { cancelRepeats, repeatPost } from './repeat.ts'
import { resolveTarget, retryPost } from './retry.ts'
import { updatePost } from './update.ts'
import { validatePost } from './validate.ts'

const tag = 'Posts'
const { media: _, ...withoutMedia } = exampleOf(postCreate)
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
  'no_free_slot',
] as const

const writing: Route[] = [
  route({
    method: 'post',
    path: '/v1/posts',
    operationId: 'createPost',
    atomic: true,
    tag,
    summary: 'Create a post',
    description:
      'Creates a draft, schedules a post or publishes it immediately, depending on `mode`. All accounts must belong to the same profile. A scheduled or immediate post is checked against the rules of its platforms first. Each account gets a target with its own status. With `posts:draft` a key can only save drafts; scheduling and publishing need `posts:write`. `limit_reached`: a profile has at most 10,000 drafts and waiting posts, and 5,000 posts created in 24 hours.',
    access: 'key',
    permission: 'posts:draft',
    body: postCreate,
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: { 201: { schema: createdPostShape, description: 'The post with its targets.' } },
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
    summary: 'Validate a post',
    description:
      'Checks a post without creating it. Returns for each target what its platform would reject, and warnings about values close to a limit.',
    action: null,
    access: 'key',
    permission: 'posts:draft',
    body: postCreate.meta({ examples: [withoutMedia] }),
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: { 200: { schema: postValidationShape, description: 'The result.' } },
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
    summary: 'Update a post',
    description:
      'Changes the fields that you send and checks the whole post again. Publishing must not have started on any account, except that the parts of a thread that are not public and not being published can be changed, added and removed. Sends `post.scheduled` or `post.canceled` for each account whose schedule changes. With `posts:draft` a key can change only drafts; other posts need `posts:write`.',
    access: 'key',
    permission: 'posts:draft',
    params,
    action: postAction,
    body: postUpdate,
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: { 200: post('The updated post.') },
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
    description:
      'Cancels the targets on which publishing has not started, and the rest of a thread between two parts. What is public stays. With `posts:draft` a key can cancel only drafts; other posts need `posts:write`.',
    access: 'key',
    permission: 'posts:draft',
    params,
    responses: { 200: post('The canceled post.') },
    errors: ['post_not_found', 'post_not_editable'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await cancelPost(ctx, scope, params.id),
    }),
  }),
]

const order = z
  .enum(['asc', 'desc'])
  .optional()
  .meta({ description: 'The order of `scheduled_at`. The default is `desc`, latest first.' })
const csvText = z.string().meta({
  examples: [
    `${postCsvHeader.join(',')}\r\n${exampleIds.post},campaign-winter-1,${exampleIds.profile},api,scheduled,winter-menu,${exampleIds.target},instagram,${exampleIds.account},scheduled,The pumpkin latte is back at Café Aurora!,2026-11-20T09:00:00.000Z,,,\r\n`,
  ],
})

const reading: Route[] = [
  route({
    method: 'get',
    path: '/v1/posts',
    operationId: 'listPosts',
    tag,
    summary: 'List posts',
    description:
      'Returns the posts of the profiles that the caller can see, including those published elsewhere (`source: external`). They are sorted by `scheduled_at`, latest first; posts without a time come last. A page has fewer posts than `limit` where their texts and options exceed 1 MiB together.',
    access: 'key',
    permission: 'posts:read',
    query: z.strictObject({ ...listQuery, ...postFilters, order }),
    responses: { 200: { schema: listOf(postShape), description: 'A page of posts.' } },
    errors: ['search_timeout'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listPosts(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/posts.csv',
    operationId: 'exportPosts',
    tag,
    summary: 'Export posts as CSV',
    description: `Returns the posts that match the filters, in the order of the list, with a line for each account. At most ${limits.postExport.postsMax.toLocaleString('en')} posts; use \`from\` and \`to\` for more. A text that a spreadsheet would run as a formula begins with an apostrophe.`,
    access: 'key',
    permission: 'posts:read',
    query: z.strictObject({ ...postFilters, order }),
    responses: {
      200: {
        schema: csvText,
        description: 'The file, in UTF-8 with a byte order mark.',
        contentType: 'text/csv',
      },
    },
    errors: ['search_timeout'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await postsCsv(ctx, scope, query),
      headers: { 'content-disposition': 'attachment; filename="posts.csv"' },
    }),
  }),
  route({
    method: 'get',
    path: '/v1/posts/{id}',
    operationId: 'getPost',
    tag,
    summary: 'Retrieve a post',
    description: 'Returns the post with one target for each account.',
    access: 'key',
    permission: 'posts:read',
    params,
    responses: { 200: post('The post.') },
    errors: ['post_not_found'],
    readAhead: ({ id }) => ({ statement: postById, values: { id } }),
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getPost(ctx, scope, params.id),
    }),
  }),
]

const repeating: Route[] = [
  route({
    method: 'post',
    path: '/v1/posts/{id}/repeat',
    operationId: 'repeatPost',
    atomic: true,
    tag,
    summary: 'Repeat a post',
    description: `Schedules copies of a post at regular times, at most ${limits.repeat.countMax} and ${limits.post.scheduleDaysMax} days ahead, all or none. Each is a post of its own with \`repeat_of_post_id\`, which can be changed or canceled alone. Times that have passed are left out, and so are times at which a repeat stands already: the same request twice creates nothing new. A repeat has the media, accounts, options, tags and metadata of the post, and waits for approval if the post needed it; later changes of the post do not change it.`,
    access: 'key',
    permission: 'posts:write',
    params,
    body: postRepeat,
    bodyBytesMax: limits.body.jsonBytesMax,
    responses: { 201: { schema: postRepeatsShape, description: 'The new repeats.' } },
    errors: ['post_not_found', 'post_not_repeatable', ...references, ...contents, 'limit_reached'],
    run: async (ctx, scope, { params, body, recordAudit }) => ({
      status: 201,
      body: await repeatPost(ctx, scope, params.id, body, recordAudit),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/posts/{id}/repeat/cancel',
    operationId: 'cancelRepeats',
    atomic: true,
    tag,
    summary: 'Cancel the following repeats',
    description:
      'Cancels the repeats that are scheduled after this post, which can be the first one or a repeat, and have not started. The post itself stays. Sends `post.canceled` for each account.',
    access: 'key',
    permission: 'posts:write',
    params,
    responses: { 200: { schema: postRepeatsShape, description: 'The canceled repeats.' } },
    errors: ['post_not_found'],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 200,
      body: await cancelRepeats(ctx, scope, params.id, recordAudit),
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
    summary: 'Retry a post',
    description:
      'Publishes failed and unknown targets again, immediately, and writes failed first comments. Before you retry an unknown target, check that it was not published after all, or it may be published twice.',
    access: 'key',
    permission: 'posts:write',
    params,
    responses: { 200: post('The post, whose failed and unknown targets are scheduled again.') },
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
    summary: 'Retry a target',
    description:
      'Publishes one failed or unknown target again, immediately. If the target is published, its failed or unknown first comment is written instead. The other targets do not change. Before you retry what is unknown, check that it is not on the platform, or it may be published twice.',
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
    summary: 'Mark a target as published',
    description:
      'Use this if you found an `unknown` target on the platform. It becomes `published` with the `platform_post_id` that you send, and `post.published` is sent.',
    access: 'key',
    permission: 'posts:write',
    params: targetParams,
    body: targetResolve,
    responses: { 200: post('The post.') },
    errors: ['post_not_found', 'target_not_found', 'post_not_editable'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await resolveTarget(ctx, scope, params.id, params.targetId, body.platform_post_id),
    }),
  }),
]

const queueParams = z.strictObject({ id: idOf('account') })
const queueing: Route[] = [
  route({
    method: 'post',
    path: '/v1/accounts/{id}/queue/reorder',
    operationId: 'reorderQueue',
    atomic: true,
    tag: 'Posting plans',
    summary: 'Reorder the queue of an account',
    description:
      'The posts that you send exchange their slots, all or none: the first gets the earliest. Sends `post.scheduled` for each post that moves. Other accounts of the posts keep their slots.',
    access: 'key',
    permission: 'posts:write',
    params: queueParams,
    body: queueReorder,
    responses: { 200: { schema: queueShape, description: 'The slots of these posts.' } },
    errors: ['account_not_found', 'post_not_found', 'post_not_queued'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await reorderQueue(ctx, scope, params.id, body.post_ids),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/accounts/{id}/queue/shuffle',
    operationId: 'shuffleQueue',
    atomic: true,
    tag: 'Posting plans',
    summary: 'Shuffle the queue of an account',
    description:
      'Puts the next queued posts of the account, at most 100, into a random order of their slots, in which each gets the slot of another. Sends `post.scheduled` for each of them. Possible ten times a minute for an account.',
    access: 'key',
    permission: 'posts:write',
    params: queueParams,
    responses: { 200: { schema: queueShape, description: 'The slots of these posts.' } },
    errors: ['account_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await shuffleQueue(ctx, scope, params.id),
    }),
  }),
]

/** `onRemoved` runs in the transaction that records a deleted publication. */
export function postRoutes(onRemoved: OnRemoved): Route[] {
  return [
    ...writing,
    ...reading,
    ...repeating,
    ...mending,
    ...queueing,
    route({
      method: 'delete',
      path: '/v1/posts/{id}/targets/{targetId}/publication',
      operationId: 'deletePublication',
      tag,
      summary: 'Delete a published post',
      description:
        'Deletes the post from the platform of this target; this cannot be undone. The target stays `published`, with `deleted_at` set, and `post.deleted` is sent once. The other targets do not change. A post that is already gone from the platform counts as deleted. Repeating the request is safe: after `platform_timeout` or `platform_error`, send it again.',
      access: 'key',
      permission: 'posts:write',
      params: targetParams,
      responses: { 200: post('The post.') },
      errors: [
        'post_not_found',
        'target_not_found',
        'target_not_published',
        'delete_not_supported',
        'account_not_connected',
        'permission_missing',
        'platform_rate_limited',
        'platform_error',
        'platform_timeout',
      ],
      run: async (ctx, scope, { params, recordAudit }) => ({
        status: 200,
        body: await removePublication(ctx, scope, params, { recordAudit, onRemoved }),
      }),
    }),
  ]
}
