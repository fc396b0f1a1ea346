import type { Comment, Post } from '../core/content.ts'
import type { GraphCall } from '../graph/call.ts'
import { type Field, graphTime, type NodeKind } from '../graph/fields.ts'
import { nestedNodes } from '../graph/nodes.ts'
import { requirePermissions, type Session } from '../graph/session.ts'
import { noField } from './profile.ts'
import { settingsOf } from './settings.ts'

export const commentBounds = { standard: 25, max: 50 }

/** Fields of a comment (instagram.md §4.1). Replies have one level. */
export function commentKind(call: GraphCall, session: Session): NodeKind<Readonly<Comment>> {
  const { state } = call.sandbox
  const authorId = (comment: Readonly<Comment>) => comment.author_id ?? derivedAuthorId(comment)
  return {
    defaults: ['id', 'text', 'timestamp'],
    unknown: noField,
    fields: {
      id: (comment) => comment.id,
      text: (comment) => comment.text,
      timestamp: (comment) => graphTime(comment.created_at),
      username: (comment) => comment.author_name,
      from: (comment) =>
        settingsOf(call.sandbox).instagram_omit_from
          ? undefined
          : { id: authorId(comment), username: comment.author_name },
      user: (comment) =>
        comment.author_id === session.account.id ? { id: comment.author_id } : undefined,
      like_count: (comment) => comment.likes,
      hidden: (comment) => comment.hidden,
      parent_id: (comment) => comment.parent_id ?? undefined,
      media: (comment) => ({
        id: comment.post_id,
        media_product_type: state.posts.get(comment.post_id)?.product_type,
      }),
      replies: (comment, field) => expandReplies(call, session, comment, field),
    },
  }
}

function expandReplies(
  call: GraphCall,
  session: Session,
  comment: Readonly<Comment>,
  field: Field,
) {
  const replies = call.sandbox.state.comments.by('parent', comment.id)
  if (replies.length === 0) return undefined
  const { data } = nestedNodes(commentKind(call, session), replies, field, commentBounds)
  return { data }
}

/** `comments.limit(n){…}` in a list of media (instagram.md §4.1). */
export function expandComments(
  call: GraphCall,
  session: Session,
  post: Readonly<Post>,
  field: Field,
) {
  requirePermissions(session, 'instagram_business_manage_comments')
  const comments = topLevel(call, post)
  if (comments.length === 0) return undefined
  const kind = commentKind(call, session)
  const { data, cursors } = nestedNodes(kind, comments, field, commentBounds)
  return { data, paging: { cursors } }
}

/** Top-level comments, newest first (instagram.md §4.1). */
export function topLevel(call: GraphCall, post: Readonly<Post>): Readonly<Comment>[] {
  if (settingsOf(call.sandbox).instagram_withhold_comments) return []
  return call.sandbox.state.comments
    .by('post', post.id)
    .filter((comment) => comment.parent_id === null)
    .sort((a, b) => b.created_at - a.created_at)
}

/** The author id of another person's comment, derived from the username. */
export function derivedAuthorId(comment: Readonly<Comment>): string {
  let sum = 7n
  for (const character of comment.author_name)
    sum = (sum * 131n + BigInt(character.codePointAt(0)!)) % 10n ** 15n
  return `7${sum.toString().padStart(15, '0')}`
}
