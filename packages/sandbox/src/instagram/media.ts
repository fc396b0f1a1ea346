import { DAY_MS } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import { type GraphCall, linkTo } from '../graph/call.ts'
import { noSuchObject } from '../graph/errors.ts'
import {
  type Field,
  type FieldTable,
  graphTime,
  parseFields,
  selectFields,
} from '../graph/fields.ts'
import { page } from '../graph/paging.ts'
import { authenticate, requirePermissions, requireSelf, type Session } from '../graph/session.ts'
import { postMetric } from '../insights/metrics.ts'
import { mediaUrl } from '../media/fetch.ts'
import { hasPermalink, postsOf } from '../publishing/posts.ts'
import { expandComments } from './comment-fields.ts'
import { noField } from './profile.ts'

const LIMITS = { standard: 25, max: 100 }

/** Fields of a published media object (instagram.md §3.4, §3.6). */
export function mediaFields(call: GraphCall, session: Session): FieldTable<Readonly<Post>> {
  const { sandbox } = call
  const username = (post: Readonly<Post>) =>
    sandbox.state.accounts.get(post.account_id)?.username ?? ''
  return {
    id: (post) => post.id,
    caption: (post) => post.text || undefined,
    media_type: (post) => post.media_type,
    media_product_type: (post) => post.product_type,
    media_url: (post) => mediaUrl(sandbox, post.media_ids[0]),
    thumbnail_url: (post) =>
      post.media_type === 'VIDEO' ? mediaUrl(sandbox, post.media_ids[0]) : undefined,
    permalink: (post) => {
      if (!hasPermalink(sandbox, post)) return undefined
      const kind = post.product_type === 'REELS' ? 'reel' : 'p'
      return `${sandbox.origin()}/instagram/www/${kind}/${post.shortcode}/`
    },
    shortcode: (post) => post.shortcode,
    timestamp: (post) => graphTime(post.created_at),
    username,
    owner: (post) => ({ id: post.account_id }),
    like_count: (post) => postMetric(sandbox, post, 'likes'),
    comments_count: (post) => sandbox.state.comments.count('post', post.id),
    is_comment_enabled: (post) => post.facts.comment_enabled !== 'false',
    alt_text: (post) => post.facts.alt_text || undefined,
    children: (post, field) => childrenOf(call, session, post, field),
    comments: (post, field) => expandComments(call, session, post, field),
  }
}

function childrenOf(call: GraphCall, session: Session, post: Readonly<Post>, field: Field) {
  if (post.child_ids.length === 0) return undefined
  const table = mediaFields(call, session)
  const children = post.child_ids.flatMap((id) => call.sandbox.state.posts.get(id) ?? [])
  return {
    data: children.map((child) =>
      selectFields(child, field.children ?? [], table, ['id'], noField),
    ),
  }
}

/** `GET /{user}/media`, newest first (instagram.md §3.6). */
export function listMedia(call: GraphCall) {
  const session = authenticate(call)
  requireSelf(call, session, call.pathParams.user!)
  requirePermissions(session, 'instagram_business_basic')
  const { since, until } = call.params
  const posts = postsOf(call.sandbox, session.account.id).filter(
    (post) =>
      post.product_type !== 'STORY' &&
      (!since || post.created_at >= Number(since) * 1000) &&
      (!until || post.created_at < Number(until) * 1000),
  )
  return listPage(call, session, posts)
}

function listPage(call: GraphCall, session: Session, posts: Readonly<Post>[]) {
  const part = page(posts, call.params, LIMITS)
  const fields = parseFields(call.params.fields)
  const table = mediaFields(call, session)
  const data = part.items.map((post) => selectFields(post, fields, table, ['id'], noField))
  if (data.length === 0) return { data }
  const paging = {
    cursors: { before: part.before, after: part.after },
    ...(part.hasNext ? { next: linkTo(call, { after: part.after }) } : {}),
  }
  return { data, paging }
}

/** `GET /{user}/stories`: stories of the last 24 hours, which `/media` omits. */
export function listStories(call: GraphCall) {
  const session = authenticate(call)
  requireSelf(call, session, call.pathParams.user!)
  requirePermissions(session, 'instagram_business_basic')
  const from = call.sandbox.clock.ms() - DAY_MS
  const stories = postsOf(call.sandbox, session.account.id).filter(
    (post) => post.product_type === 'STORY' && post.created_at > from,
  )
  return listPage(call, session, stories)
}

/** A media object of the caller. Otherwise throws 100/33. */
export function getOwnMedia(call: GraphCall, session: Session, id: string): Readonly<Post> {
  const post = call.sandbox.state.posts.get(id)
  if (post?.account_id !== session.account.id) throw noSuchObject(id, call.method)
  return post
}
