import { type Call, isEdit, numbersParam, onlyFields, pageOf, textParam, times } from './call.ts'
import { forbidden, WordpressError } from './errors.ts'
import { plainText, renderedHtml, slugOf, typographic } from './html.ts'
import { mediaOf } from './media-store.ts'
import {
  findPost,
  newPostId,
  type PostStatus,
  postsOfSite,
  removePost,
  type SitePost,
  savePost,
  uniqueSlug,
} from './posts-store.ts'
import { require, type Session, sessionOf } from './session.ts'
import { originOf } from './sites.ts'
import { categories, tagsOf } from './terms.ts'

const statuses: readonly string[] = ['draft', 'pending', 'publish', 'trash', 'any']
/** What a database takes (wordpress.md §5). */
const TITLE_BYTES_MAX = 65_535

/** `GET wp/v2/posts`, by author, state and slug. Drafts of others are left out (wordpress.md §3). */
export function listPosts(call: Call) {
  const session = sessionOf(call)
  const wanted = (textParam(call, 'status') ?? 'publish').split(',')
  if (!wanted.every((status) => statuses.includes(status))) throw invalidParam('status')
  const isPublic = wanted.every((status) => status === 'publish')
  if (!isPublic && !session?.can('edit_posts')) throw invalidParam('status', session ? 403 : 401)
  if (isEdit(call) && !session?.can('edit_posts')) {
    throw forbidden(session !== null, 'rest_forbidden_context')
  }
  const authors = numbersParam(call, 'author')
  const slugs = textParam(call, 'slug')?.split(',')
  const found = postsOfSite(call.sandbox, call.site)
    .filter(
      ({ status }) => wanted.includes(status) || (wanted.includes('any') && status !== 'trash'),
    )
    .filter((post) => post.status === 'publish' || mayEdit(session, post))
    .filter(({ author_id }) => !authors || authors.includes(Number(author_id)))
    .filter(({ slug }) => !slugs || slugs.includes(slug))
  const shown = found.map((post) => postJson(call, post))
  return pageOf(call, shown, { refusesBeyond: 'rest_post_invalid_page_number' })
}

export function readPost(call: Call) {
  const session = sessionOf(call)
  const post = find(call)
  if (isEdit(call) && !mayEdit(session, post)) {
    throw forbidden(session !== null, 'rest_forbidden_context')
  }
  if (post.status !== 'publish' && !mayEdit(session, post)) {
    throw forbidden(session !== null, 'rest_forbidden')
  }
  return onlyFields(call, postJson(call, post))
}

/** `POST wp/v2/posts` */
export function createPost(call: Call) {
  const session = require(call, 'edit_posts', 'rest_cannot_create')
  const status = statusParam(call) ?? 'draft'
  if (status === 'publish') requirePublish(session)
  const id = newPostId()
  const empty: SitePost = {
    id,
    author_id: session.account.id,
    status,
    title: '',
    content: '',
    excerpt: '',
    slug: '',
    categories: [1],
    tags: [],
    featured_media: 0,
    comment_status: 'open',
    created_at: call.sandbox.clock.ms(),
  }
  const post = changed(call, empty)
  if ([post.title, post.content, post.excerpt].every((text) => text === '')) {
    throw new WordpressError(400, 'empty_content', 'Content, title, and excerpt are empty.')
  }
  return Response.json(postJson(call, savePost(call.sandbox, post), true), { status: 201 })
}

/** `POST wp/v2/posts/:id`. Published again, a post in the trash is public again. */
export function updatePost(call: Call) {
  const session = sessionOf(call)
  const post = find(call)
  if (!session || !mayEdit(session, post)) throw forbidden(session !== null, 'rest_cannot_edit')
  const status = statusParam(call) ?? post.status
  if (status === 'publish') requirePublish(session)
  const isFirst = status === 'publish' && post.status !== 'publish'
  const created_at = isFirst ? call.sandbox.clock.ms() : post.created_at
  const saved = savePost(call.sandbox, changed(call, { ...post, status, created_at }))
  return postJson(call, saved, true)
}

/** `DELETE wp/v2/posts/:id`: into the trash, or for good with `force`. */
export function deletePost(call: Call) {
  const session = sessionOf(call)
  const post = find(call)
  const mayDelete =
    mayEdit(session, post) && (post.status !== 'publish' || session?.can('publish_posts'))
  if (!mayDelete) throw forbidden(session !== null, 'rest_cannot_delete')
  if (textParam(call, 'force') === 'true') {
    removePost(call.sandbox, post)
    return { deleted: true, previous: postJson(call, post, true) }
  }
  if (post.status === 'trash') {
    throw new WordpressError(410, 'rest_already_trashed', 'The post has already been deleted.')
  }
  const trashed: SitePost = { ...post, status: 'trash', slug: `${post.slug}__trashed` }
  return postJson(call, savePost(call.sandbox, trashed), true)
}

function changed(call: Call, post: SitePost): SitePost {
  const text = (name: 'title' | 'content' | 'excerpt') => textParam(call, name) ?? post[name]
  const title = text('title')
  if (Buffer.byteLength(title) > TITLE_BYTES_MAX) {
    throw new WordpressError(500, 'db_insert_error', 'Could not insert post into the database.')
  }
  // Numbers that do not exist are dropped without a word.
  const known = (ids: number[] | undefined, terms: readonly { id: number }[]) =>
    ids?.filter((id) => terms.some((term) => term.id === id))
  const cover = textParam(call, 'featured_media')
  const closed = textParam(call, 'comment_status')
  const edited: SitePost = {
    ...post,
    title,
    content: text('content'),
    excerpt: text('excerpt'),
    categories: known(numbersParam(call, 'categories'), categories) ?? post.categories,
    tags: known(numbersParam(call, 'tags'), tagsOf(call)) ?? post.tags,
    featured_media: cover && mediaOf(call.sandbox, cover) ? Number(cover) : post.featured_media,
    comment_status: closed === undefined ? post.comment_status : commentStatus(closed),
  }
  return { ...edited, slug: newSlug(call, edited) }
}

function commentStatus(text: string): SitePost['comment_status'] {
  if (text === 'open' || text === 'closed') return text
  throw invalidParam('comment_status')
}

/** A public post always has a slug: of the title, or its number. */
function newSlug(call: Call, post: SitePost): string {
  const given = textParam(call, 'slug')
  const base = given === undefined ? post.slug.replace(/__trashed$/, '') : slugOf(given)
  const isPublic = post.status === 'publish'
  const wanted = base || (isPublic ? slugOf(post.title) || post.id : '')
  return uniqueSlug(call.sandbox, call.site, wanted, post.id)
}

function statusParam(call: Call): PostStatus | undefined {
  const status = textParam(call, 'status')
  if (status === undefined) return undefined
  if (status === 'draft' || status === 'pending' || status === 'publish') return status
  throw invalidParam('status')
}

function requirePublish(session: Session): void {
  if (session.can('publish_posts')) return
  const text = 'Sorry, you are not allowed to publish posts in this post type.'
  throw new WordpressError(403, 'rest_cannot_publish', text)
}

/** A parameter that needs a login has the status of the refusal in its details. */
function invalidParam(name: string, status?: number): WordpressError {
  const text = `Invalid parameter(s): ${name}`
  const refusal = {
    code: 'rest_forbidden_status',
    message: 'Status is forbidden.',
    data: { status },
  }
  const details = status === undefined ? {} : { details: { [name]: refusal } }
  return new WordpressError(400, 'rest_invalid_param', text, {
    params: { [name]: text },
    ...details,
  })
}

function find({ sandbox, site, id }: Call): SitePost {
  const post = findPost(sandbox, site, id)
  if (post) return post
  throw new WordpressError(404, 'rest_post_invalid_id', 'Invalid post ID.')
}

export function mayEdit(session: Session | null, { author_id }: SitePost): boolean {
  if (!session) return false
  return author_id === session.account.id
    ? session.can('edit_posts')
    : session.can('edit_others_posts')
}

/** A post; what is written is answered as for an editor. */
function postJson(call: Call, post: SitePost, isWritten = false): object {
  const isFull = isWritten || isEdit(call)
  const origin = originOf(call.sandbox, call.site)
  const isPublic = post.status === 'publish'
  const textOf = (raw: string, rendered: string) => ({ ...(isFull ? { raw } : {}), rendered })
  const excerpt = post.excerpt || plainText(post.content).slice(0, 280)
  return {
    id: Number(post.id),
    ...times('date', post.created_at),
    ...times('modified', post.created_at),
    slug: post.slug,
    status: post.status,
    type: 'post',
    link: isPublic ? `${origin}/${post.slug}/` : `${origin}/?p=${post.id}`,
    title: textOf(post.title, typographic(post.title)),
    content: textOf(post.content, renderedHtml(post.content)),
    excerpt: textOf(post.excerpt, `<p>${typographic(excerpt)}</p>\n`),
    author: Number(post.author_id),
    featured_media: post.featured_media,
    comment_status: post.comment_status,
    sticky: false,
    format: 'standard',
    meta: [],
    categories: post.categories,
    tags: post.tags,
  }
}
