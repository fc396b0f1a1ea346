import type { Comment } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import { listNodes } from '../graph/nodes.ts'
import { getOwnComment, getOwnPost, putOwnComment, removeWithReplies } from '../graph/own.ts'
import { type Session, sessionWith } from '../graph/session.ts'
import { commentBounds, commentKind, topLevel } from './comment-fields.ts'
import { sendInstagramComment } from './events.ts'
import { CAPTION_MAX, igParameter, mediaError } from './media-errors.ts'

export function newCommentId(): string {
  return decimalId('178', 17)
}

export function commentSession(call: GraphCall): Session {
  return sessionWith(call, 'instagram_business_basic', 'instagram_business_manage_comments')
}

/** `GET /{media}/comments` and `GET /{comment}/replies`. */
export function listComments(call: GraphCall) {
  const session = commentSession(call)
  return listPage(call, session, topLevel(call, getOwnPost(call, session, call.pathParams.id!)))
}

export function listCommentReplies(call: GraphCall) {
  const session = commentSession(call)
  const comment = getOwnComment(call, session, call.pathParams.id!)
  return listPage(call, session, call.sandbox.state.comments.by('parent', comment.id))
}

function listPage(call: GraphCall, session: Session, comments: Readonly<Comment>[]) {
  return listNodes(call, commentKind(call, session), comments, commentBounds)
}

/** `POST /{comment}/replies`: a reply to a reply is added to the top-level comment (instagram.md §4.2). */
export function replyToComment(call: GraphCall) {
  const session = commentSession(call)
  const target = getOwnComment(call, session, call.pathParams.id!)
  if (target.hidden) throw igParameter('Cannot reply to a hidden comment')
  return writeComment(call, session, target.post_id, target.parent_id ?? target.id)
}

/** `POST /{media}/comments`: adds a top-level comment by the owner. */
export function commentOnMedia(call: GraphCall) {
  const session = commentSession(call)
  const post = getOwnPost(call, session, call.pathParams.id!)
  if (post.facts.comment_enabled === 'false')
    throw igParameter('Comments are disabled for this media')
  return writeComment(call, session, post.id, null)
}

function writeComment(call: GraphCall, session: Session, postId: string, parentId: string | null) {
  const text = call.params.message
  if (!text) throw igParameter('The parameter message is required.')
  // The limit is that of a caption (instagram.md §4.2). The error code is from memory.
  if ([...text].length > CAPTION_MAX) throw mediaError('caption')
  const comment = putOwnComment(call.sandbox, session, {
    id: newCommentId(),
    post_id: postId,
    parent_id: parentId,
    author_name: session.account.username,
    text,
  })
  sendInstagramComment(call.sandbox, comment)
  if (call.params.fields) {
    // The reply exists although the response is an error: a retry writes it twice (instagram.md §4.2).
    throw new GraphError('Unsupported request - fields is not supported on this method', {
      code: 100,
      type: 'IGApiException',
    })
  }
  return { id: comment.id }
}

/** `POST /{comment}?hide=`: succeeds without effect on the owner's comments (instagram.md §4.3). */
export function hideComment(call: GraphCall) {
  const session = commentSession(call)
  const id = call.pathParams.id!
  if (call.params.comment_enabled !== undefined) return enableComments(call, session, id)
  const comment = getOwnComment(call, session, id)
  const { hide } = call.params
  if (hide !== 'true' && hide !== 'false') throw igParameter('The parameter hide is required.')
  if (comment.author_id !== session.account.id) {
    call.sandbox.state.comments.update(id, { hidden: hide === 'true' })
  }
  return { success: true }
}

function enableComments(call: GraphCall, session: Session, id: string) {
  const post = getOwnPost(call, session, id)
  const facts = { ...post.facts, comment_enabled: call.params.comment_enabled ?? 'true' }
  call.sandbox.state.posts.update(id, { facts })
  return { success: true }
}

/** `DELETE /{comment}`: the media's owner deletes a comment and its replies (instagram.md §4.4). */
export function deleteComment(call: GraphCall) {
  const session = commentSession(call)
  const comment = getOwnComment(call, session, call.pathParams.id!)
  removeWithReplies(call.sandbox, comment)
  return { success: true }
}
