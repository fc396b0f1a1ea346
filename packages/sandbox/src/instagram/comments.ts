import type { Comment } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import { type GraphCall, linkTo } from '../graph/call.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { parseFields, selectFields } from '../graph/fields.ts'
import { page } from '../graph/paging.ts'
import { authenticate, requirePermissions, type Session } from '../graph/session.ts'
import { commentDefaults, commentFields, commentLimits, topLevel } from './comment-fields.ts'
import { sendInstagramComment } from './events.ts'
import { getOwnMedia } from './media.ts'
import { CAPTION_MAX, igParameter, mediaError } from './media-errors.ts'
import { noField } from './profile.ts'

export function newCommentId(): string {
  return decimalId('178', 17)
}

export function commentSession(call: GraphCall): Session {
  const session = authenticate(call)
  requirePermissions(session, 'instagram_business_basic', 'instagram_business_manage_comments')
  return session
}

/** A comment on the caller's media. Otherwise throws 100/33. */
export function getOwnComment(call: GraphCall, session: Session, id: string): Readonly<Comment> {
  const comment = call.sandbox.state.comments.get(id)
  const post = comment && call.sandbox.state.posts.get(comment.post_id)
  if (post?.account_id !== session.account.id || !comment) throw noSuchObject(id, call.method)
  return comment
}

/** `GET /{media}/comments` and `GET /{comment}/replies`. */
export function listComments(call: GraphCall) {
  const session = commentSession(call)
  return listPage(call, session, topLevel(call, getOwnMedia(call, session, call.pathParams.id!)))
}

export function listCommentReplies(call: GraphCall) {
  const session = commentSession(call)
  const comment = getOwnComment(call, session, call.pathParams.id!)
  return listPage(call, session, call.sandbox.state.comments.by('parent', comment.id))
}

function listPage(call: GraphCall, session: Session, comments: Readonly<Comment>[]) {
  const part = page(comments, call.params, commentLimits)
  const fields = parseFields(call.params.fields)
  const table = commentFields(call, session)
  const data = part.items.map((comment) =>
    selectFields(comment, fields, table, commentDefaults, noField),
  )
  if (data.length === 0) return { data }
  const next = part.hasNext ? { next: linkTo(call, { after: part.after }) } : {}
  return { data, paging: { cursors: { before: part.before, after: part.after }, ...next } }
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
  const post = getOwnMedia(call, session, call.pathParams.id!)
  if (post.facts.comment_enabled === 'false')
    throw igParameter('Comments are disabled for this media')
  return writeComment(call, session, post.id, null)
}

function writeComment(call: GraphCall, session: Session, postId: string, parentId: string | null) {
  const text = call.params.message
  if (!text) throw igParameter('The parameter message is required.')
  // The limit is that of a caption (instagram.md §4.2). The error code is from memory.
  if ([...text].length > CAPTION_MAX) throw mediaError('caption')
  const comment = call.sandbox.state.comments.put({
    id: newCommentId(),
    platform: 'instagram',
    post_id: postId,
    parent_id: parentId,
    author_id: session.account.id,
    author_name: session.account.username,
    author_private: false,
    text,
    media_ids: [],
    shortcode: '',
    likes: 0,
    created_at: call.sandbox.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
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
  const post = getOwnMedia(call, session, id)
  const facts = { ...post.facts, comment_enabled: call.params.comment_enabled ?? 'true' }
  call.sandbox.state.posts.update(id, { facts })
  return { success: true }
}

/** `DELETE /{comment}`: the media's owner deletes a comment and its replies (instagram.md §4.4). */
export function deleteComment(call: GraphCall) {
  const session = commentSession(call)
  const comment = getOwnComment(call, session, call.pathParams.id!)
  for (const reply of call.sandbox.state.comments.by('parent', comment.id)) {
    call.sandbox.state.comments.remove(reply.id)
  }
  call.sandbox.state.comments.remove(comment.id)
  return { success: true }
}
