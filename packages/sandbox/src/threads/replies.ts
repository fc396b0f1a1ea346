import type { Comment } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { graphTime, type NodeKind } from '../graph/fields.ts'
import { listNodes } from '../graph/nodes.ts'
import { getOwnComment, getOwnPost } from '../graph/own.ts'
import { requireSelf, type Session, sessionWith } from '../graph/session.ts'
import { mediaUrl } from '../media/fetch.ts'
import { threadsParameter } from './errors.ts'
import { permalink } from './permalink.ts'
import { isInRange } from './posts.ts'
import { noField } from './profile.ts'

/** Fields of a reply for this viewer, without an author id (threads.md §4.1). */
export function replyKind(sandbox: Sandbox, viewerId: string): NodeKind<Readonly<Comment>> {
  const link = (reply: Readonly<Comment>) => permalink(sandbox, reply.author_name, reply.shortcode)
  const fact = (name: string) => (reply: Readonly<Comment>) => reply.facts?.[name] || undefined
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
      id: (reply) => reply.id,
      media_product_type: () => 'THREADS',
      media_type: (reply) => mediaType(sandbox, reply),
      media_url: (reply) => mediaUrl(sandbox, reply.media_ids[0]),
      // `permalink` and `username` are omitted for private authors.
      permalink: (reply) => (reply.author_private ? undefined : link(reply)),
      username: (reply) => (reply.author_private ? undefined : reply.author_name),
      text: (reply) => reply.text || undefined,
      timestamp: (reply) => graphTime(reply.created_at),
      shortcode: (reply) => reply.shortcode,
      thumbnail_url: () => undefined,
      children: () => undefined,
      is_quote_post: () => false,
      has_replies: (reply) => sandbox.state.comments.count('parent', reply.id) > 0,
      root_post: (reply) => ({ id: reply.post_id }),
      replied_to: (reply) => ({ id: reply.parent_id ?? reply.post_id }),
      is_reply: () => true,
      is_reply_owned_by_me: (reply) => reply.author_id === viewerId,
      hide_status: (reply) => hideStatus(topLevel(sandbox, reply)),
      reply_audience: (reply) => (reply.facts?.reply_control ?? 'everyone').toUpperCase(),
      quoted_post: () => undefined,
      reposted_post: () => undefined,
      gif_url: () => undefined,
      topic_tag: fact('topic_tag'),
      is_verified: () => false,
      profile_picture_url: () => undefined,
      alt_text: fact('alt_text'),
      link_attachment_url: fact('link_attachment'),
      poll_attachment: () => undefined,
      location_id: () => undefined,
      reply_approval_status: (reply) => (reply.approval === 'none' ? undefined : reply.approval),
    },
  }
}

function mediaType(sandbox: Sandbox, reply: Readonly<Comment>): string {
  const [first, second] = reply.media_ids
  if (!first) return 'TEXT_POST'
  if (second) return 'CAROUSEL_ALBUM'
  const type = sandbox.state.media.get(first)?.content_type
  return type?.startsWith('video') ? 'VIDEO' : 'IMAGE'
}

/** The top-level reply, whose hide status applies to nested replies (threads.md §4.3). */
function topLevel(sandbox: Sandbox, reply: Readonly<Comment>): Readonly<Comment> {
  const parent = reply.parent_id ? sandbox.state.comments.get(reply.parent_id) : undefined
  return parent ? topLevel(sandbox, parent) : reply
}

function hideStatus(reply: Readonly<Comment>): string {
  if (reply.hidden) return 'HIDDEN'
  return reply.was_hidden ? 'UNHUSHED' : 'NOT_HUSHED'
}

function isVisible(reply: Readonly<Comment>): boolean {
  return reply.approval === 'none' || reply.approval === 'approved'
}

/** `/{media}/replies`: the direct replies to a post or reply (threads.md §4.1). */
export function listReplies(call: GraphCall) {
  const session = readSession(call)
  const { comments } = call.sandbox.state
  const reply = comments.get(call.pathParams.id!)
  if (reply) {
    getOwnPost(call, session, reply.post_id)
    return listPage(call, session, comments.by('parent', reply.id).filter(isVisible))
  }
  const post = getOwnPost(call, session, call.pathParams.id!)
  const top = comments
    .by('post', post.id)
    .filter((reply) => reply.parent_id === null && isVisible(reply))
  return listPage(call, session, top)
}

/** `/{media}/conversation`: all replies to a root post, flattened (threads.md §4.1). */
export function listConversation(call: GraphCall) {
  const session = readSession(call)
  if (call.sandbox.state.comments.get(call.pathParams.id!)) {
    throw threadsParameter('The conversation edge is for root posts only')
  }
  const post = getOwnPost(call, session, call.pathParams.id!)
  return listPage(call, session, call.sandbox.state.comments.by('post', post.id).filter(isVisible))
}

/** `/{user}/replies`: the account's own replies, which `/{user}/threads` does not have. */
export function listOwnReplies(call: GraphCall) {
  const session = readSession(call)
  requireSelf(call, session, call.pathParams.id!)
  const replies = call.sandbox.state.comments.by('author', session.account.id)
  return listPage(call, session, replies.filter(isInRange(call)))
}

/** `/{media}/pending_replies` of a post with reply approvals (threads.md §4.4). */
export function listPendingReplies(call: GraphCall) {
  const session = readSession(call)
  const post = getOwnPost(call, session, call.pathParams.id!)
  const status = call.params.approval_status
  const pending = call.sandbox.state.comments
    .by('post', post.id)
    .filter(({ approval }) =>
      status ? approval === status : ['pending', 'ignored'].includes(approval),
    )
  return listPage(call, session, pending)
}

function readSession(call: GraphCall): Session {
  return sessionWith(call, 'threads_basic', 'threads_read_replies')
}

function listPage(call: GraphCall, session: Session, replies: Readonly<Comment>[]) {
  const newestFirst = call.params.reverse !== 'false'
  const ordered = replies.sort((a, b) =>
    newestFirst ? b.created_at - a.created_at : a.created_at - b.created_at,
  )
  return listNodes(call, replyKind(call.sandbox, session.account.id), ordered)
}

/** A reply in a thread of the caller. */
function managedReply(call: GraphCall): Readonly<Comment> {
  const session = sessionWith(call, 'threads_basic', 'threads_manage_replies')
  return getOwnComment(call, session, call.pathParams.id!)
}

/** `POST /{reply}/manage_reply`: hides or unhides a top-level reply (threads.md §4.3). */
export function manageReply(call: GraphCall) {
  const reply = managedReply(call)
  if (reply.parent_id !== null) {
    throw threadsParameter('Only top-level replies can be hidden or unhidden')
  }
  const hide = readBoolean(call.params.hide, 'hide')
  const was_hidden = reply.was_hidden || (reply.hidden && !hide)
  call.sandbox.state.comments.update(reply.id, { hidden: hide, was_hidden })
  return { success: true }
}

/** `POST /{reply}/manage_pending_reply` (threads.md §4.4). */
export function managePendingReply(call: GraphCall) {
  const reply = managedReply(call)
  if (reply.approval === 'none') throw threadsParameter('The reply is not pending')
  const approve = readBoolean(call.params.approve, 'approve')
  call.sandbox.state.comments.update(reply.id, { approval: approve ? 'approved' : 'ignored' })
  return { success: true }
}

function readBoolean(text: string | undefined, name: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw threadsParameter(`The parameter ${name} is required.`)
}
