import type { Context } from 'hono'
import { z } from 'zod'
import { unix } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { postMetric } from '../insights/metrics.ts'
import { mediaUrl } from '../media/fetch.ts'
import { postsOf } from '../publishing/posts.ts'
import { requireJson } from './limits.ts'
import { profileUrl } from './profile.ts'
import { TiktokError } from './responses.ts'
import { authenticate, requireScope, type TiktokSession } from './session.ts'

const listBody = z.object({
  max_count: z.int().min(1).max(20).default(10),
  cursor: z.int().min(0).optional(),
})
const queryBody = z.object({ filters: z.object({ video_ids: z.array(z.string()).min(1).max(20) }) })

type Reader = (sandbox: Sandbox, post: Readonly<Post>) => unknown

const media = (sandbox: Sandbox, post: Readonly<Post>) =>
  sandbox.state.media.get(post.media_ids[0] ?? '')

/** Fields of a video (tiktok.md §4). */
const readers: Record<string, Reader> = {
  id: (_sandbox, post) => post.id,
  create_time: (_sandbox, post) => unix(post.created_at),
  cover_image_url: (sandbox, post) => mediaUrl(sandbox, post.media_ids[0]) ?? '',
  share_url: (sandbox, post) => `${shareUrl(sandbox, post)}?utm_campaign=tt4d_open_api`,
  video_description: (_sandbox, post) => post.text.slice(0, 150),
  duration: (sandbox, post) => Math.round(media(sandbox, post)?.duration_s ?? 0),
  height: (sandbox, post) => media(sandbox, post)?.height ?? 0,
  width: (sandbox, post) => media(sandbox, post)?.width ?? 0,
  title: (_sandbox, post) => post.title.slice(0, 150),
  embed_html: (sandbox, post) => `<blockquote cite="${shareUrl(sandbox, post)}"></blockquote>`,
  embed_link: (sandbox, post) => shareUrl(sandbox, post),
  like_count: (sandbox, post) => postMetric(sandbox, post, 'likes'),
  comment_count: (sandbox, post) => postMetric(sandbox, post, 'comments'),
  share_count: (sandbox, post) => postMetric(sandbox, post, 'shares'),
  view_count: (sandbox, post) => postMetric(sandbox, post, 'views'),
}

function shareUrl(sandbox: Sandbox, post: Readonly<Post>): string {
  const account = sandbox.state.accounts.get(post.account_id)!
  const kind = post.media_type === 'PHOTO' ? 'photo' : 'video'
  return `${profileUrl(sandbox, account)}/${kind}/${post.id}`
}

/** `POST /v2/video/list/`: public videos, newest first. The cursor is in milliseconds (tiktok.md §4). */
export async function listVideos(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const { session, fields } = startRequest(context, sandbox)
  const { max_count, cursor } = await readBody(context, listBody)
  const before = publicPosts(sandbox, session).filter(
    (post) => cursor === undefined || cursor === 0 || post.created_at < cursor,
  )
  const videos = before.slice(0, max_count)
  return JSON.stringify({
    videos: videos.map((post) => describe(sandbox, post, fields)),
    cursor: videos.at(-1)?.created_at ?? 0,
    has_more: before.length > videos.length,
  })
}

/** `POST /v2/video/query/`: omits ids of other accounts and of non-public videos (tiktok.md §4). */
export async function queryVideos(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const { session, fields } = startRequest(context, sandbox)
  const { filters } = await readBody(context, queryBody)
  const requested = publicPosts(sandbox, session).filter((post) =>
    filters.video_ids.includes(post.id),
  )
  const videos = requested.map((post) => describe(sandbox, post, fields))
  return JSON.stringify({ videos, cursor: 0, has_more: false })
}

function startRequest(context: Context<Env>, sandbox: Sandbox) {
  const session = authenticate(context, sandbox)
  requireScope(session, 'video.list')
  const fields = (context.req.query('fields') ?? '').split(',').filter(Boolean)
  if (fields.length === 0) throw new TiktokError(400, 'invalid_params', 'Fields is required')
  const wrong = fields.find((field) => !Object.hasOwn(readers, field))
  if (wrong) throw new TiktokError(400, 'invalid_params', `Invalid field: ${wrong}`)
  return { session, fields }
}

async function readBody<T>(context: Context<Env>, schema: z.ZodType<T>): Promise<T> {
  const text = await context.req.text()
  if (text) requireJson(context)
  let value: unknown = {}
  try {
    if (text) value = JSON.parse(text)
  } catch {
    value = null
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TiktokError(400, 'invalid_params', parsed.error.issues[0]?.message ?? 'Invalid body')
}

function publicPosts(sandbox: Sandbox, session: TiktokSession): Readonly<Post>[] {
  return postsOf(sandbox, session.account.id).filter((post) => post.is_public)
}

function describe(
  sandbox: Sandbox,
  post: Readonly<Post>,
  fields: string[],
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, readers[field]!(sandbox, post)]))
}
