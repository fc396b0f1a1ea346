import type { GraphCall } from '../graph/call.ts'
import { parseFields, pick } from '../graph/fields.ts'
import { need } from '../graph/session.ts'
import { commentDefaults, commentFields, noField } from './comment-fields.ts'
import { ownComment, removeComment } from './comments.ts'
import { pageSession } from './page-session.ts'
import { deletePost, noPostField, ownPost, postFields } from './posts.ts'
import { readFacebookProfile } from './profile.ts'

/** `GET /{id}`: a post, photo, video or comment of the page, the page, or the person. */
export function readFacebookNode(call: GraphCall) {
  const id = call.at.id!
  const { state } = call.world
  if (!state.posts.get(id) && !state.comments.get(id)) return readFacebookProfile(call, id)
  const session = pageSession(call)
  need(session, 'pages_read_engagement')
  const fields = parseFields(call.params.fields)
  if (state.comments.get(id)) {
    const comment = ownComment(call, session, id)
    const table = commentFields(call, session)
    return pick(comment, fields, table, commentDefaults, noField)
  }
  const table = postFields(call, session)
  return pick(
    ownPost(call, session, id),
    fields,
    table,
    ['created_time', 'message', 'id'],
    noPostField,
  )
}

export function deleteFacebookNode(call: GraphCall) {
  return call.world.state.comments.get(call.at.id!) ? removeComment(call) : deletePost(call)
}
