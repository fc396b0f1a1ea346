import { DAY_MS } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import type { GraphCall } from '../graph/call.ts'
import { graphTime, type NodeKind } from '../graph/fields.ts'
import { listNodes, nestedChildren } from '../graph/nodes.ts'
import { type Session, selfSession } from '../graph/session.ts'
import { postMetric } from '../insights/metrics.ts'
import { mediaUrl } from '../media/fetch.ts'
import { hasPermalink, postsOf } from '../publishing/posts.ts'
import { expandComments } from './comment-fields.ts'
import { noField } from './profile.ts'

/** Fields of a published media object (instagram.md §3.4, §3.6). */
export function mediaKind(call: GraphCall, session: Session): NodeKind<Readonly<Post>> {
  const { sandbox } = call
  const username = (post: Readonly<Post>) =>
    sandbox.state.accounts.get(post.account_id)?.username ?? ''
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
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
      children: (post, field) => nestedChildren(call, mediaKind(call, session), post, field),
      comments: (post, field) => expandComments(call, session, post, field),
    },
  }
}

/** `GET /{user}/media`, newest first (instagram.md §3.6). */
export function listMedia(call: GraphCall) {
  const session = selfSession(call, call.pathParams.user!, 'instagram_business_basic')
  const { since, until } = call.params
  const posts = postsOf(call.sandbox, session.account.id).filter(
    (post) =>
      post.product_type !== 'STORY' &&
      (!since || post.created_at >= Number(since) * 1000) &&
      (!until || post.created_at < Number(until) * 1000),
  )
  return listNodes(call, mediaKind(call, session), posts)
}

/** `GET /{user}/stories`: stories of the last 24 hours, which `/media` omits. */
export function listStories(call: GraphCall) {
  const session = selfSession(call, call.pathParams.user!, 'instagram_business_basic')
  const from = call.sandbox.clock.ms() - DAY_MS
  const stories = postsOf(call.sandbox, session.account.id).filter(
    (post) => post.product_type === 'STORY' && post.created_at > from,
  )
  return listNodes(call, mediaKind(call, session), stories)
}
