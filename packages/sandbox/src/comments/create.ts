import type { Comment, Post } from '../core/content.ts'
import { decimalId, shortcode } from '../core/ids.ts'
import type { World } from '../core/world.ts'
import { sendFacebookComment } from '../facebook/events.ts'
import { sendInstagramComment } from '../instagram/events.ts'
import { sendThreadsReply } from '../threads/events.ts'

export type CommentFacts = {
  post: Readonly<Post>
  text: string
  author_name: string
  author_id: string | null
  author_private: boolean
  parent_id: string | null
  created_at: number
  likes: number
}

/** A comment or reply that somebody wrote in the platform's own app. */
export function createComment(world: World, facts: CommentFacts): Readonly<Comment> {
  const { post, ...kept } = facts
  const approvals = post.facts.enable_reply_approvals === 'true'
  const isOwner = facts.author_id === post.account_id
  return world.state.comments.put({
    ...kept,
    id: commentId(post),
    platform: post.platform,
    post_id: post.id,
    media_ids: [],
    shortcode: shortcode(),
    hidden: false,
    was_hidden: false,
    approval: approvals && !isOwner ? 'pending' : 'none',
  })
}

/** Facebook's comment ids carry the post's number: POSTID_COMMENTID (facebook-pages.md §4). */
export function commentId(post: Readonly<Post>): string {
  if (post.platform === 'facebook') return `${post.id.split('_')[1]}_${decimalId('91', 16)}`
  return decimalId(post.platform === 'threads' ? '181' : '178', 17)
}

/** Tells the app about a new comment where the platform does. */
export function announceComment(world: World, comment: Readonly<Comment>): void {
  if (comment.approval === 'pending') return
  if (comment.platform === 'threads') sendThreadsReply(world, comment)
  if (comment.platform === 'instagram') sendInstagramComment(world, comment)
  if (comment.platform === 'facebook') sendFacebookComment(world, comment, 'add')
}
