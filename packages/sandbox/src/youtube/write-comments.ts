import type { Comment, Post } from '../core/content.ts'
import { shortcode, token } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { partsOf, pick, readJson, type YoutubeCall } from './call.ts'
import { commentResource, commentSession, requireComments, threadResource } from './comments.ts'
import { badRequest, forbidden, notFound } from './errors.ts'
import type { YoutubeSession } from './session.ts'

const TEXT_MAX = 10_000

export function newCommentId(): string {
  return token('Ugx', 17)
}

function ownComment(call: YoutubeCall, own: YoutubeSession, id: string) {
  const comment = call.sandbox.state.comments.get(id)
  const post = comment && call.sandbox.state.posts.get(comment.post_id)
  if (!comment || !post) throw notFound('commentNotFound')
  if (post.account_id !== own.account.id && comment.author_id !== own.account.id) throw forbidden()
  return { comment, post }
}

function textOf(value: unknown): string {
  const text = (value as { textOriginal?: unknown } | undefined)?.textOriginal
  if (typeof text !== 'string' || text.trim() === '') {
    throw badRequest('commentTextRequired', 'The comment resource must specify a value.')
  }
  if ([...text].length <= TEXT_MAX) return text
  throw badRequest('commentTextTooLong', 'The comment is too long.')
}

function putComment(
  sandbox: Sandbox,
  own: YoutubeSession,
  post: Readonly<Post>,
  input: { text: string; parent_id: string | null },
): Readonly<Comment> {
  const { parent_id } = input
  return sandbox.state.comments.put({
    ...input,
    id: parent_id === null ? newCommentId() : token(`${parent_id}.`, 16),
    platform: 'youtube',
    post_id: post.id,
    author_id: own.account.id,
    author_name: own.account.username,
    author_private: false,
    media_ids: [],
    shortcode: shortcode(),
    likes: 0,
    created_at: sandbox.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
  })
}

/** `POST /comments`: a reply to a top-level comment (youtube.md §5.2). */
export async function insertReply(call: YoutubeCall): Promise<object> {
  const own = commentSession(call)
  const parts = partsOf(call)
  const { snippet } = (await readJson(call)) as { snippet?: { parentId?: string } }
  if (!snippet?.parentId) throw badRequest('parentIdMissing', 'The comment has no parent.')
  const parent = call.sandbox.state.comments.get(snippet.parentId)
  const post = parent && call.sandbox.state.posts.get(parent.post_id)
  if (!parent || !post) throw notFound('parentCommentNotFound')
  const canReply = parent.facts?.can_reply !== 'no' && parent.parent_id === null
  if (!canReply) throw badRequest('operationNotSupported', 'The reply is not supported.')
  requireComments(call.sandbox, post.id)
  const input = { text: textOf(snippet), parent_id: parent.id }
  const comment = putComment(call.sandbox, own, post, input)
  return pick(parts, commentResource(call, comment))
}

/** `POST /commentThreads`: a comment under a video. */
export async function insertThread(call: YoutubeCall): Promise<object> {
  const own = commentSession(call)
  const parts = partsOf(call)
  type Body = { snippet?: { videoId?: string; topLevelComment?: { snippet?: unknown } } }
  const { snippet } = (await readJson(call)) as Body
  const post = call.sandbox.state.posts.get(snippet?.videoId ?? '')
  if (!post) throw notFound('videoNotFound')
  requireComments(call.sandbox, post.id)
  const input = { text: textOf(snippet?.topLevelComment?.snippet), parent_id: null }
  const comment = putComment(call.sandbox, own, post, input)
  return pick(parts, threadResource(call, own, comment))
}

/** `POST /comments/setModerationStatus`: only the owner; rejected ones leave every list. */
export function setModerationStatus(call: YoutubeCall): Response {
  const own = commentSession(call)
  const { sandbox, query } = call
  const status = query.get('moderationStatus') ?? ''
  if (!['heldForReview', 'published', 'rejected'].includes(status)) {
    throw badRequest('invalidParameter', 'Invalid value for moderationStatus')
  }
  if (query.get('banAuthor') === 'true' && status !== 'rejected') {
    throw badRequest('banWithoutReject', 'banAuthor is only valid with rejected.')
  }
  const ids = (query.get('id') ?? '').split(',').filter(Boolean)
  const found = ids.map((id) => ownComment(call, own, id))
  if (found.some(({ post }) => post.account_id !== own.account.id)) throw forbidden()
  for (const { comment } of found) {
    const moderation = { ...comment.facts, moderation: status }
    sandbox.state.comments.update(comment.id, {
      hidden: status === 'heldForReview',
      ...(status === 'rejected' ? { facts: moderation } : {}),
    })
  }
  return new Response(null, { status: 204 })
}

/** `DELETE /comments?id=` with its replies; a second time is 404. */
export function deleteComment(call: YoutubeCall): Response {
  const own = commentSession(call)
  const { comment } = ownComment(call, own, call.query.get('id') ?? '')
  const { comments } = call.sandbox.state
  for (const reply of comments.by('parent', comment.id)) comments.remove(reply.id)
  comments.remove(comment.id)
  return new Response(null, { status: 204 })
}
