import type { GraphCall } from '../graph/call.ts'
import { parseFields, selectFields } from '../graph/fields.ts'
import { authenticate, requirePermissions } from '../graph/session.ts'
import { commentDefaults, commentFields } from './comment-fields.ts'
import { commentSession, getOwnComment } from './comments.ts'
import { getOwnMedia, mediaFields } from './media.ts'
import { noField, readInstagramProfile } from './profile.ts'
import { containerFields } from './publish.ts'

/** `GET /{id}`: a container, a media object, a comment or the profile. */
export function readInstagramNode(call: GraphCall) {
  const id = call.pathParams.id!
  const { state } = call.sandbox
  const fields = parseFields(call.params.fields)
  const container = state.containers.get(id)
  if (state.comments.get(id)) {
    const session = commentSession(call)
    const comment = getOwnComment(call, session, id)
    return selectFields(comment, fields, commentFields(call, session), commentDefaults, noField)
  }
  if (!container && !state.posts.get(id)) return readInstagramProfile(call, id)
  const session = authenticate(call)
  requirePermissions(session, 'instagram_business_basic')
  if (container?.account_id === session.account.id) {
    return selectFields(container, fields, containerFields(call.sandbox), ['id'], noField)
  }
  return selectFields(
    getOwnMedia(call, session, id),
    fields,
    mediaFields(call, session),
    ['id'],
    noField,
  )
}
