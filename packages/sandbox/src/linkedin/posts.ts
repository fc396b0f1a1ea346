import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { HOUR_MS } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { createPost, postsOf } from '../publishing/posts.ts'
import { type LinkedinCall, pageOf, readJson } from './call.ts'
import { badInput, LinkedinError, notFound } from './errors.ts'
import { mediaOf } from './images.ts'
import { visibleText } from './little.ts'
import { requireAuthor, requireReader } from './session.ts'
import { settingsOf } from './settings.ts'

const TEXT_MAX = 3_000
const IMAGES_MIN = 2
const IMAGES_MAX = 20
const ALT_MAX = 4_086

const altText = z.string().max(ALT_MAX).optional()
const postBody = z.object({
  author: z.string().regex(/^urn:li:(person|organization):[\w-]+$/),
  commentary: z.string().default(''),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.object({ feedDistribution: z.enum(['MAIN_FEED', 'NONE']) }),
  content: z
    .strictObject({
      media: z.object({ id: z.string(), altText, title: z.string().optional() }),
      multiImage: z.object({ images: z.array(z.object({ id: z.string(), altText })) }),
      article: z.object({
        source: z.url({ protocol: /^https?$/ }),
        title: z.string().optional(),
        description: z.string().optional(),
        thumbnail: z.string().optional(),
      }),
    })
    .partial()
    .optional(),
  lifecycleState: z.literal('PUBLISHED'),
})
type PostBody = z.infer<typeof postBody>

/** The number of a post has its time: number >> 22 is the epoch in milliseconds (linkedin.md §4.7). */
export function newNumber(at: number): string {
  return String((BigInt(at) << 22n) + BigInt(randomInt(2 ** 22)))
}

/** `POST /rest/posts` → 201 with an empty body and the id in a header (linkedin.md §4.1). */
export async function createLinkedinPost(call: LinkedinCall): Promise<Response> {
  const { sandbox, session } = call
  const raw = await readJson(call)
  const { data } = postBody.safeParse(raw)
  if (!data) throw badInput('INVALID_VALUE_FOR_FIELD', 'The post is not valid.')
  requireAuthor(session, sandbox, data.author, 'posts.CREATE')
  const text = visibleText(data.commentary)
  if (text.length > TEXT_MAX) {
    throw badInput('FIELD_LENGTH_TOO_LONG', 'The length of the field commentary is too long.')
  }
  const shown = contentOf(sandbox, data)
  refuseDuplicate(sandbox, data.author, raw)
  const created_at = sandbox.clock.ms()
  const id = `urn:li:share:${newNumber(created_at)}`
  createPost(sandbox, {
    id,
    platform: 'linkedin',
    account_id: data.author,
    text,
    created_at,
    is_public: data.visibility === 'PUBLIC',
    ...shown,
    facts: { ...shown.facts, commentary: data.commentary, content: JSON.stringify(data.content) },
  })
  rememberContent(sandbox, data.author, raw, { urn: id, at: created_at })
  return new Response(null, { status: 201, headers: { 'x-restli-id': id } })
}

type Shown = Pick<Post, 'media_type'> & Partial<Post>

function contentOf(sandbox: Sandbox, { author, commentary, content = {} }: PostBody): Shown {
  const kinds = Object.keys(content)
  if (kinds.length > 1) throw badInput('INVALID_CONTENT_TYPE', 'Only one kind of content.')
  const { media, multiImage, article } = content
  if (media) {
    const media_ids = [mediaOf(sandbox, media.id, author)]
    const media_type = media.id.startsWith('urn:li:video:') ? 'VIDEO' : 'IMAGE'
    return { media_type, media_ids, facts: altOf([media.altText]) }
  }
  if (multiImage) {
    const { images } = multiImage
    if (images.length < IMAGES_MIN || images.length > IMAGES_MAX) {
      throw badInput('INVALID_VALUE_FOR_FIELD', 'A multi-image post has 2 to 20 images.')
    }
    if (images.some(({ id }) => !id.startsWith('urn:li:image:'))) {
      throw badInput('INVALID_IMAGE_ID', 'A multi-image post has images only.')
    }
    const media_ids = images.map(({ id }) => mediaOf(sandbox, id, author))
    const facts = altOf(images.map((image) => image.altText))
    return { media_type: 'MULTI_IMAGE', media_ids, facts }
  }
  if (article) {
    const { source, title = '', description = '', thumbnail } = article
    const media_ids = thumbnail ? [mediaOf(sandbox, thumbnail, author)] : []
    return { media_type: 'ARTICLE', title, media_ids, facts: { link: source, description } }
  }
  if (commentary.trim() === '') throw badInput('MISSING_FIELD', 'The post is empty.')
  return { media_type: 'TEXT' }
}

function altOf(texts: readonly (string | undefined)[]): Record<string, string> {
  return texts.some(Boolean) ? { alt_text: texts.map((text) => text ?? '').join('|') } : {}
}

type Remembered = { urn: string; at: number }

function contentKey(author: string, raw: object): string {
  const digest = createHash('sha256').update(JSON.stringify(raw)).digest('hex')
  return `linkedin_content:${author}:${digest}`
}

/** The refusal names the earlier post, and stays when that is deleted (linkedin.md §4.7). */
function refuseDuplicate(sandbox: Sandbox, author: string, raw: object): void {
  const record = sandbox.state.networkRecords.get(contentKey(author, raw))
  const earlier = record?.value as Remembered | undefined
  const windowMs = settingsOf(sandbox).linkedin_duplicate_hours * HOUR_MS
  if (!earlier || sandbox.clock.ms() >= earlier.at + windowMs) return
  const text = `Content is a duplicate of ${earlier.urn}`
  throw new LinkedinError(422, 'DUPLICATE_POST', text, { codes: ['DUPLICATE_POST'] })
}

function rememberContent(sandbox: Sandbox, author: string, raw: object, value: Remembered): void {
  const id = contentKey(author, raw)
  sandbox.state.networkRecords.put({ id, kind: 'linkedin_content', value })
}

function findPost(sandbox: Sandbox, urn: string): Readonly<Post> | undefined {
  const post = sandbox.state.posts.get(urn)
  return post?.platform === 'linkedin' ? post : undefined
}

/** `GET /rest/posts/{URN}`: of pages only (linkedin.md §4.6). */
export function readLinkedinPost({ sandbox, session, key }: LinkedinCall): object {
  const post = findPost(sandbox, key)
  if (!post) {
    if (!session.scopes.includes('r_organization_social')) {
      requireReader(session, sandbox, '', 'posts.GET')
    }
    throw notFound(key)
  }
  requireReader(session, sandbox, post.account_id, 'posts.GET')
  return showPost(post)
}

/** `GET /rest/posts?q=author`, newest first (linkedin.md §4.6). */
export function listLinkedinPosts(call: LinkedinCall): object {
  const { sandbox, session, query } = call
  const author = query.get('author') ?? ''
  if (query.get('q') !== 'author') {
    throw new LinkedinError(400, 'ILLEGAL_ARGUMENT', 'Unknown finder')
  }
  requireReader(session, sandbox, author, 'posts.FINDER-author')
  const until = sandbox.clock.ms() - settingsOf(sandbox).linkedin_list_lag_ms
  const posts = postsOf(sandbox, author).filter(({ created_at }) => created_at <= until)
  return pageOf(call, posts, showPost)
}

function showPost(post: Readonly<Post>): object {
  const { commentary = post.text, content } = post.facts
  return {
    id: post.id,
    author: post.account_id,
    commentary,
    visibility: post.is_public ? 'PUBLIC' : 'CONNECTIONS',
    lifecycleState: 'PUBLISHED',
    createdAt: post.created_at,
    publishedAt: post.created_at,
    lastModifiedAt: post.created_at,
    lifecycleStateInfo: { isEditedByAuthor: false },
    ...(content ? { content: JSON.parse(content) as object } : {}),
  }
}

/** `DELETE /rest/posts/{URN}` → 204, also of a post that is gone already (linkedin.md §4.6). */
export function deleteLinkedinPost({ sandbox, session, key }: LinkedinCall): Response {
  const post = findPost(sandbox, key)
  if (post) {
    requireAuthor(session, sandbox, post.account_id, 'posts.DELETE')
    for (const comment of sandbox.state.comments.by('post', key)) {
      sandbox.state.comments.remove(comment.id)
    }
    sandbox.state.posts.remove(key)
  }
  return new Response(null, { status: 204 })
}
