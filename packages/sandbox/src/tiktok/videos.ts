import type { Context } from 'hono'
import { z } from 'zod'
import { unix } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import type { Env, World } from '../core/world.ts'
import { postFigureOf } from '../insights/figures.ts'
import { mediaUrl } from '../media/fetch.ts'
import { postsOf } from '../publishing/posts.ts'
import { TiktokError } from './answers.ts'
import { requireJson } from './limits.ts'
import { profileUrl } from './profile.ts'
import { authenticate, need, type TiktokSession } from './session.ts'

const listBody = z.object({
  max_count: z.int().min(1).max(20).default(10),
  cursor: z.int().min(0).optional(),
})
const queryBody = z.object({ filters: z.object({ video_ids: z.array(z.string()).min(1).max(20) }) })

type Reader = (world: World, post: Readonly<Post>) => unknown

const media = (world: World, post: Readonly<Post>) => world.state.media.get(post.media_ids[0] ?? '')

/** Fields of a video (tiktok.md §4). */
const readers: Record<string, Reader> = {
  id: (_world, post) => post.id,
  create_time: (_world, post) => unix(post.created_at),
  cover_image_url: (world, post) => mediaUrl(world, post.media_ids[0]) ?? '',
  share_url: (world, post) => `${shareUrl(world, post)}?utm_campaign=tt4d_open_api`,
  video_description: (_world, post) => post.text.slice(0, 150),
  duration: (world, post) => Math.round(media(world, post)?.duration_s ?? 0),
  height: (world, post) => media(world, post)?.height ?? 0,
  width: (world, post) => media(world, post)?.width ?? 0,
  title: (_world, post) => post.title.slice(0, 150),
  embed_html: (world, post) => `<blockquote cite="${shareUrl(world, post)}"></blockquote>`,
  embed_link: (world, post) => shareUrl(world, post),
  like_count: (world, post) => postFigureOf(world, post, 'likes'),
  comment_count: (world, post) => postFigureOf(world, post, 'comments'),
  share_count: (world, post) => postFigureOf(world, post, 'shares'),
  view_count: (world, post) => postFigureOf(world, post, 'views'),
}

function shareUrl(world: World, post: Readonly<Post>): string {
  const account = world.state.accounts.get(post.account_id)!
  const kind = post.media_type === 'PHOTO' ? 'photo' : 'video'
  return `${profileUrl(world, account)}/${kind}/${post.id}`
}

/** `POST /v2/video/list/`: public videos, newest first; the cursor is in milliseconds (tiktok.md §4). */
export async function listVideos(context: Context<Env>, world: World): Promise<string> {
  const { session, fields } = start(context, world)
  const { max_count, cursor } = await readBody(context, listBody)
  const before = publicPosts(world, session).filter(
    (post) => cursor === undefined || cursor === 0 || post.created_at < cursor,
  )
  const videos = before.slice(0, max_count)
  return JSON.stringify({
    videos: videos.map((post) => describe(world, post, fields)),
    cursor: videos.at(-1)?.created_at ?? 0,
    has_more: before.length > videos.length,
  })
}

/** `POST /v2/video/query/`: foreign and non-public ids are simply absent (tiktok.md §4). */
export async function queryVideos(context: Context<Env>, world: World): Promise<string> {
  const { session, fields } = start(context, world)
  const { filters } = await readBody(context, queryBody)
  const mine = publicPosts(world, session).filter((post) => filters.video_ids.includes(post.id))
  const videos = mine.map((post) => describe(world, post, fields))
  return JSON.stringify({ videos, cursor: 0, has_more: false })
}

function start(context: Context<Env>, world: World) {
  const session = authenticate(context, world)
  need(session, 'video.list')
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

function publicPosts(world: World, session: TiktokSession): Readonly<Post>[] {
  return postsOf(world, session.account.id).filter((post) => post.is_public)
}

function describe(world: World, post: Readonly<Post>, fields: string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, readers[field]!(world, post)]))
}
