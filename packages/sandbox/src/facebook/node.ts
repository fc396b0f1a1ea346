import type { GraphCall } from '../graph/call.ts'
import { parseFields, selectFields } from '../graph/fields.ts'
import { requirePermissions } from '../graph/session.ts'
import { commentDefaults, commentFields, noField } from './comment-fields.ts'
import { getOwnComment, removeComment } from './comments.ts'
import { pageSession } from './page-session.ts'
import { deletePost, getOwnPost, noPostField, postFields } from './posts.ts'
import { readFacebookProfile } from './profile.ts'

/** `GET /{id}`: the page, the person, or a post, photo, video or comment of the page. */
export function readFacebookNode(call: GraphCall) {
  const id = call.pathParams.id!
  const { state } = call.sandbox
  if (!state.posts.get(id) && !state.comments.get(id)) return readFacebookProfile(call, id)
  const session = pageSession(call)
  requirePermissions(session, 'pages_read_engagement')
  const fields = parseFields(call.params.fields)
  if (state.comments.get(id)) {
    const comment = getOwnComment(call, session, id)
    const table = commentFields(call, session)
    return selectFields(comment, fields, table, commentDefaults, noField)
  }
  const table = postFields(call, session)
  return selectFields(
    getOwnPost(call, session, id),
    fields,
    table,
    ['created_time', 'message', 'id'],
    noPostField,
  )
}

export function deleteFacebookNode(call: GraphCall) {
  return call.sandbox.state.comments.get(call.pathParams.id!)
    ? removeComment(call)
    : deletePost(call)
}
