import type { GraphCall } from '../graph/call.ts'
import { parseFields, pick } from '../graph/fields.ts'
import { authenticate, need } from '../graph/session.ts'
import { commentDefaults, commentFields } from './comment-fields.ts'
import { commentSession, ownComment } from './comments.ts'
import { mediaFields, ownMedia } from './media.ts'
import { noField, readInstagramProfile } from './profile.ts'
import { containerFields } from './publish.ts'

/** `GET /{id}`: a container, a medium, a comment or the profile. */
export function readInstagramNode(call: GraphCall) {
  const id = call.at.id!
  const { state } = call.world
  const fields = parseFields(call.params.fields)
  const container = state.containers.get(id)
  if (state.comments.get(id)) {
    const session = commentSession(call)
    const comment = ownComment(call, session, id)
    return pick(comment, fields, commentFields(call, session), commentDefaults, noField)
  }
  if (!container && !state.posts.get(id)) return readInstagramProfile(call, id)
  const session = authenticate(call)
  need(session, 'instagram_business_basic')
  if (container?.account_id === session.account.id) {
    return pick(container, fields, containerFields(call.world), ['id'], noField)
  }
  return pick(ownMedia(call, session, id), fields, mediaFields(call, session), ['id'], noField)
}
