import type { Comment } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { pageOf, partsOf, pick, type YoutubeCall } from './call.ts'
import { badRequest, forbidden, notFound, YoutubeError } from './errors.ts'
import { channelSession, type YoutubeSession } from './session.ts'
import { settingsOf } from './settings.ts'
import { findVideo } from './videos.ts'

/** Reading comments needs the scope for writing them (youtube.md §1.3). */
export const commentSession = (call: YoutubeCall) => channelSession(call, 'youtube.force-ssl')

function isHeld(call: YoutubeCall, comment: Readonly<Comment>): boolean {
  const status = call.query.get('moderationStatus') ?? 'published'
  if (status === 'likelySpam') return false
  return comment.hidden === (status === 'heldForReview') && !isRejected(comment)
}

const isRejected = (comment: Readonly<Comment>) => comment.facts?.moderation === 'rejected'

/** `GET /commentThreads?videoId=`, newest first (youtube.md §5.1). */
export function listThreads(call: YoutubeCall): object {
  const { query } = call
  const own = commentSession(call)
  const parts = partsOf(call)
  const filters = ['videoId', 'allThreadsRelatedToChannelId', 'id'].filter((name) =>
    query.has(name),
  )
  if (filters.length !== 1) {
    throw badRequest('invalidFilter', 'The request specifies an invalid filter.')
  }
  const all = threadsOf(call, own).filter((comment) => isHeld(call, comment))
  all.sort((a, b) => b.created_at - a.created_at)
  const { page, envelope } = pageOf(call, all, { size: 20, max: 100 })
  const items = page.map((comment) => pick(parts, threadResource(call, own, comment)))
  return { kind: 'youtube#commentThreadListResponse', etag: 'etag', ...envelope, items }
}

function threadsOf({ sandbox, query }: YoutubeCall, own: YoutubeSession): Readonly<Comment>[] {
  const videoId = query.get('videoId')
  const isTop = (comment: Readonly<Comment>) => comment.parent_id === null
  if (videoId !== null) {
    const video = findVideo(sandbox, videoId)
    const isOwn = video?.account_id === own.account.id
    if (!video || (video.status.privacyStatus === 'private' && !isOwn)) {
      throw notFound('videoNotFound')
    }
    requireComments(sandbox, videoId)
    if (query.has('moderationStatus') && !isOwn) throw forbidden()
    return sandbox.state.comments.by('post', videoId).filter(isTop)
  }
  if (query.get('allThreadsRelatedToChannelId') !== own.account.id) throw forbidden()
  return sandbox.state.posts
    .by('account', own.account.id)
    .flatMap(({ id }) => sandbox.state.comments.by('post', id).filter(isTop))
}

/** A video for children or with `comments: off` among its facts has none (youtube.md §4.3, §5.1). */
export function requireComments(sandbox: Sandbox, videoId: string): void {
  const { facts = {} } = sandbox.state.posts.get(videoId) ?? {}
  if (facts.made_for_kids !== 'true' && facts.comments !== 'off') return
  const text =
    'The video identified by the <code><a href="#videoId">videoId</a></code> parameter has disabled comments.'
  throw new YoutubeError(403, 'commentsDisabled', text, {
    domain: 'youtube.commentThread',
    locationType: 'parameter',
    location: 'videoId',
  })
}

export function threadResource(call: YoutubeCall, own: YoutubeSession, comment: Readonly<Comment>) {
  const { sandbox } = call
  const replies = repliesOf(sandbox, comment.id)
  const shown = replies.slice(0, settingsOf(sandbox).youtube_embedded_replies)
  return {
    kind: 'youtube#commentThread',
    etag: 'etag',
    id: comment.id,
    snippet: {
      channelId: own.account.id,
      videoId: comment.post_id,
      topLevelComment: commentResource(call, comment),
      canReply: comment.facts?.can_reply !== 'no',
      totalReplyCount: replies.length,
      isPublic: true,
    },
    replies:
      shown.length > 0 ? { comments: shown.map((each) => commentResource(call, each)) } : undefined,
  }
}

function repliesOf(sandbox: Sandbox, parentId: string): Readonly<Comment>[] {
  return sandbox.state.comments
    .by('parent', parentId)
    .filter((comment) => !comment.hidden && !isRejected(comment))
    .sort((a, b) => b.created_at - a.created_at)
}

/** The default text format is HTML; `moderationStatus` never comes with the id filter. */
export function commentResource({ sandbox, query }: YoutubeCall, comment: Readonly<Comment>) {
  const isPlain = query.get('textFormat') === 'plainText'
  const post = sandbox.state.posts.get(comment.post_id)
  const author = comment.author_id && sandbox.state.accounts.get(comment.author_id)
  const name = author ? `@${author.username}` : comment.author_name
  const at = new Date(comment.created_at).toISOString()
  return {
    kind: 'youtube#comment',
    etag: 'etag',
    id: comment.id,
    snippet: {
      channelId: post?.account_id,
      videoId: comment.post_id,
      textDisplay: isPlain ? comment.text : escapeHtml(comment.text),
      ...(author ? { textOriginal: comment.text } : {}),
      ...(comment.parent_id ? { parentId: comment.parent_id } : {}),
      authorDisplayName: name,
      authorProfileImageUrl: `${sandbox.origin()}/pictures/${comment.author_id ?? 'unknown'}`,
      ...(comment.facts?.author === 'deleted'
        ? {}
        : { authorChannelId: { value: comment.author_id ?? `UCother.${comment.author_name}` } }),
      canRate: true,
      viewerRating: 'none',
      likeCount: comment.likes,
      ...(query.has('moderationStatus')
        ? { moderationStatus: comment.hidden ? 'heldForReview' : 'published' }
        : {}),
      publishedAt: at,
      updatedAt: at,
    },
  }
}

function escapeHtml(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (each) => named[each]!).replaceAll('\n', '<br>')
}

/** `GET /comments?parentId=` or `?id=` (youtube.md §5.1). */
export function listReplies(call: YoutubeCall): object {
  const { sandbox, query } = call
  commentSession(call)
  const parts = partsOf(call)
  const parentId = query.get('parentId')
  const ids = (query.get('id') ?? '').split(',').filter(Boolean)
  if ((parentId === null) === (ids.length === 0)) {
    throw badRequest('invalidFilter', 'The request specifies an invalid filter.')
  }
  if (parentId !== null && !sandbox.state.comments.get(parentId)) throw notFound('commentNotFound')
  const comments =
    parentId === null
      ? ids.flatMap((id) => sandbox.state.comments.get(id) ?? [])
      : repliesOf(sandbox, parentId)
  const { page, envelope } = pageOf(call, comments, { size: 20, max: 100 })
  const items = page.map((comment) => pick(parts, commentResource(call, comment)))
  return { kind: 'youtube#commentListResponse', etag: 'etag', ...envelope, items }
}
