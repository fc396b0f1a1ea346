import type { Container } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { noSuchObject } from '../graph/errors.ts'
import type { NodeKind } from '../graph/fields.ts'
import { showNode } from '../graph/nodes.ts'
import { sessionWith } from '../graph/session.ts'
import { statusOf } from '../publishing/containers.ts'
import { postKind } from './posts.ts'
import { noField, readThreadsProfile } from './profile.ts'
import { replyKind } from './replies.ts'

/** Fields of a container. Posts have no `status` (threads.md §3.2). */
function containerKind(sandbox: Sandbox): NodeKind<Readonly<Container>> {
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
      id: (container) => container.id,
      status: (container) => statusOf(sandbox, container),
      error_message: (container) =>
        statusOf(sandbox, container) === 'ERROR' ? (container.error ?? 'UNKNOWN') : undefined,
    },
  }
}

/** `GET /{id}`: a container, a post, a reply or the profile. */
export function readThreadsNode(call: GraphCall) {
  const id = call.pathParams.id!
  const { sandbox } = call
  const { state } = sandbox
  const container = state.containers.get(id)
  const post = state.posts.get(id)
  const reply = state.comments.get(id)
  if (!container && !post && !reply) return readThreadsProfile(call, id)
  const me = sessionWith(call, 'threads_basic').account.id
  if (container?.account_id === me) return showNode(call, containerKind(sandbox), container)
  if (post?.account_id === me) return showNode(call, postKind(sandbox), post)
  const isSeen = reply && [reply.author_id, state.posts.get(reply.post_id)?.account_id].includes(me)
  if (isSeen) return showNode(call, replyKind(sandbox, me), reply)
  throw noSuchObject(id, call.method)
}
