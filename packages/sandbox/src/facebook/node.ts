import type { GraphCall } from '../graph/call.ts'
import { showNode } from '../graph/nodes.ts'
import { getOwnComment, getOwnPost } from '../graph/own.ts'
import { requirePermissions } from '../graph/session.ts'
import { commentKind } from './comment-fields.ts'
import { removeComment } from './comments.ts'
import { pageSession } from './page-session.ts'
import { deletePost, postKind } from './posts.ts'
import { readFacebookProfile } from './profile.ts'

/** `GET /{id}`: the page, the person, or a post, photo, video or comment of the page. */
export function readFacebookNode(call: GraphCall) {
  const id = call.pathParams.id!
  const { state } = call.sandbox
  if (!state.posts.get(id) && !state.comments.get(id)) return readFacebookProfile(call, id)
  const session = pageSession(call)
  requirePermissions(session, 'pages_read_engagement')
  return state.comments.get(id)
    ? showNode(call, commentKind(call, session), getOwnComment(call, session, id))
    : showNode(call, postKind(call, session), getOwnPost(call, session, id))
}

export function deleteFacebookNode(call: GraphCall) {
  return call.sandbox.state.comments.get(call.pathParams.id!)
    ? removeComment(call)
    : deletePost(call)
}
