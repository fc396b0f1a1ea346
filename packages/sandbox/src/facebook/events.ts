import { unix } from '../core/clock.ts'
import type { Comment, Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { sendMetaWebhook } from '../graph/webhooks.ts'
import { permalink } from './permalink.ts'

export type CommentVerb = 'add' | 'edited' | 'remove' | 'hide' | 'unhide'

/** Sends a `feed` webhook if the page is subscribed (facebook.md §6). */
function sendFeed(sandbox: Sandbox, pageId: string, value: Record<string, unknown>): void {
  const subscription = sandbox.state.subscriptions.get(`facebook:${pageId}`)
  if (!subscription?.fields.includes('feed')) return
  const entry = { id: pageId, time: unix(sandbox.clock.ms()), changes: [{ field: 'feed', value }] }
  sendMetaWebhook(sandbox, 'facebook', `feed ${value.item} ${value.verb}`, {
    object: 'page',
    entry: [entry],
  })
}

/** `parent_id` of a top-level comment is the post's id (facebook.md §6). */
export function sendFacebookComment(
  sandbox: Sandbox,
  comment: Readonly<Comment>,
  verb: CommentVerb,
): void {
  const post = sandbox.state.posts.get(comment.post_id)
  if (!post) return
  const page = sandbox.state.accounts.get(post.account_id)!
  const link = permalink(sandbox, page.username, post.shortcode)
  const author = comment.author_id ?? `person-${comment.author_name}`
  sendFeed(sandbox, page.id, {
    item: 'comment',
    verb,
    comment_id: comment.id,
    post_id: post.id,
    parent_id: comment.parent_id ?? post.id,
    from: { id: author, name: comment.author_name },
    ...(verb === 'remove' ? {} : { message: comment.text }),
    created_time: unix(comment.created_at),
    permalink_url: `${link}?comment_id=${comment.id}`,
    post: { status_type: post.media_type, is_published: true, id: post.id },
  })
}

/** Facebook also sends webhooks for the page's own posts. */
export function sendFacebookPost(sandbox: Sandbox, post: Readonly<Post>): void {
  const page = sandbox.state.accounts.get(post.account_id)!
  sendFeed(sandbox, page.id, {
    item: post.media_type,
    verb: 'add',
    post_id: post.id,
    from: { id: page.id, name: page.name },
    message: post.text,
    created_time: unix(post.created_at),
    published: 1,
  })
}

export function sendFacebookReaction(sandbox: Sandbox, post: Readonly<Post>, name: string): void {
  sendFeed(sandbox, post.account_id, {
    item: 'reaction',
    verb: 'add',
    reaction_type: 'like',
    post_id: post.id,
    parent_id: post.id,
    from: { id: `person-${name}`, name },
    created_time: unix(sandbox.clock.ms()),
  })
}
