import type { Container } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { noSuchObject } from '../graph/errors.ts'
import { type FieldTable, parseFields, selectFields } from '../graph/fields.ts'
import { authenticate, requirePermissions } from '../graph/session.ts'
import { statusOf } from '../publishing/containers.ts'
import { postFields } from './posts.ts'
import { noField, readThreadsProfile } from './profile.ts'
import { replyFields } from './replies.ts'

/** Fields of a container. Posts have no `status` (threads.md §3.2). */
function containerFields(sandbox: Sandbox): FieldTable<Readonly<Container>> {
  return {
    id: (container) => container.id,
    status: (container) => statusOf(sandbox, container),
    error_message: (container) =>
      statusOf(sandbox, container) === 'ERROR' ? (container.error ?? 'UNKNOWN') : undefined,
  }
}

/** `GET /{id}`: a container, a post, a reply or the profile. */
export function readThreadsNode(call: GraphCall) {
  const id = call.pathParams.id!
  const { state } = call.sandbox
  const container = state.containers.get(id)
  const post = state.posts.get(id)
  const reply = state.comments.get(id)
  if (!container && !post && !reply) return readThreadsProfile(call, id)
  const session = authenticate(call)
  requirePermissions(session, 'threads_basic')
  const accountId = session.account.id
  const fields = parseFields(call.params.fields)
  if (container?.account_id === accountId) {
    return selectFields(container, fields, containerFields(call.sandbox), ['id'], noField)
  }
  if (post?.account_id === accountId)
    return selectFields(post, fields, postFields(call.sandbox), ['id'], noField)
  if (
    reply &&
    (reply.author_id === accountId || state.posts.get(reply.post_id)?.account_id === accountId)
  ) {
    return selectFields(reply, fields, replyFields(call.sandbox, accountId), ['id'], noField)
  }
  throw noSuchObject(id, call.method)
}
