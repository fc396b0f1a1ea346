import type { GraphCall } from '../graph/call.ts'
import { showNode } from '../graph/nodes.ts'
import { getOwnComment, getOwnPost } from '../graph/own.ts'
import { sessionWith } from '../graph/session.ts'
import { commentKind } from './comment-fields.ts'
import { commentSession } from './comments.ts'
import { mediaKind } from './media.ts'
import { readInstagramProfile } from './profile.ts'
import { containerKind } from './publish.ts'

/** `GET /{id}`: a container, a media object, a comment or the profile. */
export function readInstagramNode(call: GraphCall) {
  const id = call.pathParams.id!
  const { state } = call.sandbox
  const container = state.containers.get(id)
  if (state.comments.get(id)) {
    const session = commentSession(call)
    return showNode(call, commentKind(call, session), getOwnComment(call, session, id))
  }
  if (!container && !state.posts.get(id)) return readInstagramProfile(call, id)
  const session = sessionWith(call, 'instagram_business_basic')
  if (container?.account_id === session.account.id) {
    return showNode(call, containerKind(call.sandbox), container)
  }
  return showNode(call, mediaKind(call, session), getOwnPost(call, session, id))
}
