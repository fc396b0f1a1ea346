import type { Container } from '../core/content.ts'
import type { World } from '../core/world.ts'
import type { GraphCall } from '../graph/call.ts'
import { noSuchObject } from '../graph/errors.ts'
import { type FieldTable, parseFields, pick } from '../graph/fields.ts'
import { authenticate, need } from '../graph/session.ts'
import { statusOf } from '../publishing/containers.ts'
import { postFields } from './posts.ts'
import { noField, readThreadsProfile } from './profile.ts'
import { replyFields } from './replies.ts'

/** `status` exists on containers only (threads.md §3.2). */
function containerFields(world: World): FieldTable<Readonly<Container>> {
  return {
    id: (container) => container.id,
    status: (container) => statusOf(world, container),
    error_message: (container) =>
      statusOf(world, container) === 'ERROR' ? (container.error ?? 'UNKNOWN') : undefined,
  }
}

/** `GET /{id}`: a container, a post, a reply or the profile. */
export function readThreadsNode(call: GraphCall) {
  const id = call.at.id!
  const { state } = call.world
  const container = state.containers.get(id)
  const post = state.posts.get(id)
  const reply = state.comments.get(id)
  if (!container && !post && !reply) return readThreadsProfile(call, id)
  const session = authenticate(call)
  need(session, 'threads_basic')
  const mine = session.account.id
  const fields = parseFields(call.params.fields)
  if (container?.account_id === mine) {
    return pick(container, fields, containerFields(call.world), ['id'], noField)
  }
  if (post?.account_id === mine) return pick(post, fields, postFields(call.world), ['id'], noField)
  if (reply && (reply.author_id === mine || state.posts.get(reply.post_id)?.account_id === mine)) {
    return pick(reply, fields, replyFields(call.world, mine), ['id'], noField)
  }
  throw noSuchObject(id, call.method)
}
