import { Hono } from 'hono'
import { z } from 'zod'
import { createComment } from '../comments/create.ts'
import { HOUR_MS } from '../core/clock.ts'
import type { Comment, Post } from '../core/content.ts'
import { type Env, networkOf, type Sandbox } from '../core/sandbox.ts'
import { metricValueId } from '../insights/metrics.ts'
import { fetchMedia } from '../media/fetch.ts'
import { createPost } from '../publishing/posts.ts'
import { ControlError, readBody, readQuery } from './body.ts'
import { findAccount } from './people.ts'

const postInput = z.strictObject({
  account: z.string(),
  text: z.string().default(''),
  media_url: z.string().optional(),
  media_type: z.string().optional(),
  product_type: z.string().optional(),
  hours_ago: z.number().min(0).default(0),
  facts: z.record(z.string(), z.string()).default({}),
})

const pageSizeMax = 1_000

const postsQuery = z.strictObject({
  account: z.string().optional(),
  /** The id of a post. The page contains the posts created before it. */
  before: z.string().optional(),
  limit: z.coerce
    .number(`Use a whole number from 1 to ${pageSizeMax}.`)
    .refine((limit) => Number.isInteger(limit) && limit >= 1 && limit <= pageSizeMax, {
      error: `Use a whole number from 1 to ${pageSizeMax}.`,
    })
    .default(200),
})

export const commentInput = z.strictObject({
  post: z.string(),
  text: z.string().min(1),
  author: z.string().default('a.stranger'),
  author_private: z.boolean().default(false),
  by_owner: z.boolean().default(false),
  parent: z.string().optional(),
  hours_ago: z.number().min(0).default(0),
  likes: z.int().min(0).default(0),
  webhook: z.boolean().optional(),
  facts: z.record(z.string(), z.string()).optional(),
})
export type CommentInput = z.infer<typeof commentInput>

const commentPatch = z
  .strictObject({ text: z.string(), hidden: z.boolean(), likes: z.int().min(0) })
  .partial()

const metricValueInput = z.strictObject({
  account: z.string(),
  metric: z.string(),
  day: z.iso.date(),
  value: z.number().nullable(),
})

/** People's actions in the platforms' own apps: post, comment, edit, delete. Also sets metrics. */
export function contentRoutes(sandbox: Sandbox): Hono<Env> {
  const { state } = sandbox
  const routes = new Hono<Env>()
  routes.get('/posts', (context) => {
    const { account, limit, before } = readQuery(context, postsQuery)
    const posts = account
      ? state.posts.by('account', findAccount(sandbox, account).id)
      : [...state.posts.values()]
    const endIndex =
      before === undefined ? posts.length : posts.findIndex(({ id }) => id === before)
    if (endIndex < 0) throw new ControlError(400, `There is no post "${before}" in this list.`)
    const startIndex = Math.max(0, endIndex - limit)
    return context.json({ data: posts.slice(startIndex, endIndex), has_more: startIndex > 0 })
  })
  routes.post('/posts', async (context) =>
    context.json(await addPost(sandbox, await readBody(context, postInput)), 201),
  )
  routes.post('/posts/:id/reactions', (context) => {
    const post = findPost(sandbox, context.req.param('id'))
    networkOf(sandbox, post.platform).comments?.sendLikeWebhook?.(sandbox, post, 'Sam')
    return context.json({ sent: true })
  })
  routes.put('/posts/:id/numbers', async (context) => {
    const post = findPost(sandbox, context.req.param('id'))
    const numbers = await readBody(context, z.record(z.string(), z.number()))
    return context.json(state.posts.update(post.id, { numbers: { ...post.numbers, ...numbers } }))
  })
  routes.delete('/posts/:id', (context) => {
    const post = findPost(sandbox, context.req.param('id'))
    for (const comment of state.comments.by('post', post.id)) state.comments.remove(comment.id)
    state.posts.remove(post.id)
    return context.body(null, 204)
  })
  routes.get('/posts/:id/comments', (context) =>
    context.json({ data: state.comments.by('post', context.req.param('id')) }),
  )
  routes.post('/comments', async (context) =>
    context.json(addComment(sandbox, await readBody(context, commentInput)), 201),
  )
  routes.patch('/comments/:id', async (context) => {
    const comment = findComment(sandbox, context.req.param('id'))
    const patch = Object.entries(await readBody(context, commentPatch))
    const changed = state.comments.update(comment.id, Object.fromEntries(patch))
    networkOf(sandbox, comment.platform).comments?.sendWebhook(sandbox, changed, 'edited')
    return context.json(changed)
  })
  routes.delete('/comments/:id', (context) => {
    const comment = findComment(sandbox, context.req.param('id'))
    for (const reply of state.comments.by('parent', comment.id)) state.comments.remove(reply.id)
    state.comments.remove(comment.id)
    networkOf(sandbox, comment.platform).comments?.sendWebhook(sandbox, comment, 'remove')
    return context.body(null, 204)
  })
  routes.put('/metric-values', async (context) => {
    const { account, ...metricValue } = await readBody(context, metricValueInput)
    const { id } = findAccount(sandbox, account)
    const key = metricValueId(id, metricValue.metric, metricValue.day)
    return context.json(state.metricValues.put({ id: key, account_id: id, ...metricValue }))
  })
  return routes
}

async function addPost(
  sandbox: Sandbox,
  input: z.infer<typeof postInput>,
): Promise<Readonly<Post>> {
  const account = findAccount(sandbox, input.account)
  const { defaults, newId } = networkOf(sandbox, account.platform).posts
  const media_ids: string[] = []
  if (input.media_url) {
    const fetched = await fetchMedia(sandbox, input.media_url, { followRedirects: true })
    if ('problem' in fetched)
      throw new ControlError(400, `media_url cannot be used: ${fetched.problem}.`)
    media_ids.push(fetched.media.id)
  }
  const created_at = sandbox.clock.ms() - input.hours_ago * HOUR_MS
  return createPost(sandbox, {
    ...(newId ? { id: newId(account, created_at) } : {}),
    platform: account.platform,
    account_id: account.id,
    media_type: input.media_type ?? defaults.media_type,
    product_type: input.product_type ?? defaults.product_type,
    text: input.text,
    media_ids,
    created_at,
    facts: input.facts,
  })
}

/**
 * Adds a comment by the account or another person. By default a webhook is sent unless the comment is
 * backdated; a comment that awaits approval never sends one.
 */
export function addComment(sandbox: Sandbox, input: CommentInput): Readonly<Comment> {
  const post = findPost(sandbox, input.post)
  const { name, comments: rules } = networkOf(sandbox, post.platform)
  if (!rules)
    throw new ControlError(
      400,
      `${name} has no comments in its API. Use a post on another platform.`,
    )
  const account = sandbox.state.accounts.get(post.account_id)!
  const parent = input.parent ? findComment(sandbox, input.parent) : null
  if (parent && parent.post_id !== post.id)
    throw new ControlError(400, 'parent belongs to another post. Use a comment of this post.')
  const parent_id = rules.nests ? parent?.id : (parent?.parent_id ?? parent?.id)
  const comment = createComment(sandbox, rules, {
    post,
    text: input.text,
    author_name: input.by_owner ? rules.ownerName(account) : input.author,
    author_id: input.by_owner ? account.id : null,
    author_private: input.author_private,
    parent_id: parent_id ?? null,
    created_at: sandbox.clock.ms() - input.hours_ago * HOUR_MS,
    likes: input.likes,
    ...(input.facts ? { facts: input.facts } : {}),
  })
  const sendsWebhook = input.webhook ?? input.hours_ago === 0
  if (sendsWebhook && comment.approval !== 'pending') rules.sendWebhook(sandbox, comment, 'add')
  return comment
}

function findPost(sandbox: Sandbox, id: string): Readonly<Post> {
  const post = sandbox.state.posts.get(id)
  if (!post) throw new ControlError(404, `There is no post "${id}".`)
  return post
}

function findComment(sandbox: Sandbox, id: string): Readonly<Comment> {
  const comment = sandbox.state.comments.get(id)
  if (!comment) throw new ControlError(404, `There is no comment "${id}".`)
  return comment
}
