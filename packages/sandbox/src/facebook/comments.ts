import type { Post } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { GraphCall } from '../graph/call.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { listNodes } from '../graph/nodes.ts'
import { getOwnComment, getOwnPost, putOwnComment, removeWithReplies } from '../graph/own.ts'
import { requirePermissions, type Session } from '../graph/session.ts'
import { commentKind, filterComments } from './comment-fields.ts'
import { sendFacebookComment } from './events.ts'
import { pageSession, requireTask } from './page-session.ts'

/** Comment ids start with the post's number: POSTID_COMMENTID (facebook.md §4). */
export function newCommentId(post: Readonly<Post>): string {
  return `${post.id.split('_')[1]}_${decimalId('91', 16)}`
}

function readSession(call: GraphCall): Session {
  const session = pageSession(call)
  requirePermissions(session, 'pages_read_engagement')
  return session
}

/** `GET /{post}/comments` and `GET /{comment}/comments` (facebook.md §4). */
export function listComments(call: GraphCall) {
  const session = readSession(call)
  const { comments } = call.sandbox.state
  const id = call.pathParams.id!
  const list = comments.get(id)
    ? comments.by('parent', getOwnComment(call, session, id).id)
    : filterComments(comments.by('post', getOwnPost(call, session, id).id), call.params.filter)
  const newestFirst = call.params.order?.startsWith('reverse_')
  list.sort((a, b) => (newestFirst ? b.created_at - a.created_at : a.created_at - b.created_at))
  return listNodes(call, commentKind(call, session), list)
}

function engageSession(call: GraphCall): Session {
  const session = pageSession(call)
  requirePermissions(session, 'pages_manage_engagement')
  requireTask(session, 'MODERATE', 'MANAGE')
  return session
}

/** `POST /{post|comment}/comments`: a reply to a reply is an error (facebook.md §4). */
export function writeComment(call: GraphCall) {
  const session = engageSession(call)
  const { sandbox } = call
  const text = call.params.message
  if (!text) throw badParameter('(#100) The parameter message is required')
  const parent = sandbox.state.comments.get(call.pathParams.id!)
  if (parent) getOwnComment(call, session, parent.id)
  if (parent?.parent_id) throw badParameter('(#100) Replies cannot be made to replies')
  const post = getOwnPost(call, session, parent?.post_id ?? call.pathParams.id!)
  const comment = putOwnComment(sandbox, session, {
    id: newCommentId(post),
    post_id: post.id,
    parent_id: parent?.id ?? null,
    author_name: session.account.name,
    text,
    shortcode: post.shortcode,
  })
  sendFacebookComment(sandbox, comment, 'add')
  return { id: comment.id }
}

/** `POST /{comment}` `is_hidden=` or `message=` (facebook.md §4). */
export function changeComment(call: GraphCall) {
  const session = engageSession(call)
  const comment = getOwnComment(call, session, call.pathParams.id!)
  const { is_hidden, message } = call.params
  const isOwn = comment.author_id === session.account.id
  if (is_hidden !== undefined) {
    if (isOwn) {
      const message = '(#200) Can not hide or unhide this comment'
      throw new GraphError(message, { code: 200, status: 403, is_transient: false })
    }
    const hidden = is_hidden === 'true' || is_hidden === '1'
    call.sandbox.state.comments.update(comment.id, { hidden })
    sendFacebookComment(call.sandbox, comment, hidden ? 'hide' : 'unhide')
  } else if (message) {
    if (!isOwn) throw new GraphError('(#200) Only own comments can be edited', { code: 200 })
    call.sandbox.state.comments.update(comment.id, { text: message })
    sendFacebookComment(call.sandbox, comment, 'edited')
  } else {
    throw badParameter('(#100) The parameter is_hidden is required')
  }
  return { success: true }
}

/** `DELETE /{comment}` with its replies. */
export function removeComment(call: GraphCall) {
  const session = engageSession(call)
  const comment = getOwnComment(call, session, call.pathParams.id!)
  removeWithReplies(call.sandbox, comment)
  sendFacebookComment(call.sandbox, comment, 'remove')
  return { success: true }
}
