import { z } from 'zod'
import type {
  CommentReference,
  CommentsAbility,
  Paged,
  PlatformComment,
  PlatformPost,
} from '../contract/comments.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { listOf } from '../wire/json.ts'
import { readUploadsPlaylist } from './channel.ts'
import { nothing, type YoutubeClient, youtubeClient } from './client.ts'
import { isGone } from './errors.ts'
import { youtubeCommentText } from './limits.ts'
import { permalink } from './publish.ts'
import { listUploads, readVideos } from './videos.ts'

/** youtube.md §5.1. */
const comment = z.object({
  id: z.string().min(1).max(200),
  snippet: z.object({
    textDisplay: z.string().nullish(),
    textOriginal: z.string().nullish(),
    parentId: z.string().max(200).nullish(),
    authorDisplayName: z.string().nullish(),
    authorChannelId: z.object({ value: z.string().nullish() }).nullish(),
    likeCount: z.number().nullish(),
    publishedAt: z.coerce.date(),
  }),
})
type YoutubeComment = z.infer<typeof comment>
const threads = z.object({
  items: listOf(
    z.object({
      snippet: z.object({
        topLevelComment: comment,
        canReply: z.boolean().nullish(),
        totalReplyCount: z.number().nullish(),
      }),
      replies: z.object({ comments: listOf(comment).nullish() }).nullish(),
    }),
  ).nullish(),
  nextPageToken: z.string().max(1_000).nullish(),
})
const replies = z.object({
  items: listOf(comment).nullish(),
  nextPageToken: z.string().max(1_000).nullish(),
})
const written = z.object({ id: z.string().min(1).max(200) })

const moderations = ['published', 'heldForReview'] as const
const pageSize = '50'

/**
 * Where a list of comments goes on: threads of one state, page by page, each followed by the replies
 * that its threads did not show.
 */
const cursorShape = z.object({
  held: z.boolean(),
  page: z.string().nullable(),
  /** Threads whose replies are read before the next page, and the page of the first one. */
  parents: listOf(z.string()),
  replyPage: z.string().nullable(),
  /** Whether the page of threads was read. */
  isRead: z.boolean(),
})
type Cursor = z.infer<typeof cursorShape>
const start: Cursor = { held: false, page: null, parents: [], replyPage: null, isRead: false }

/** The comments under a channel's videos: two levels (youtube.md §5). */
export function youtubeComments(setup: PlatformSetup): CommentsAbility {
  const clientOf = ({ tokens }: { tokens: { access: string } }) =>
    youtubeClient(setup, tokens.access)
  return {
    replyText: youtubeCommentText,

    listPosts: async (input) => await listPosts(setup, clientOf(input), input.cursor),

    listComments: async (input) => {
      const { platformPostId, account } = input
      const cursor = readCursor(input.cursor)
      const context = { setup, platformPostId, channelId: account.platformAccountId }
      try {
        return await listPart(clientOf(input), context, cursor)
      } catch (err) {
        // Comments can be switched off, and are for children's videos (youtube.md §5.1).
        const isOff = err instanceof PlatformError && err.platformCode === 'commentsDisabled'
        if (isOff) return { items: [], next: null }
        throw err
      }
    },

    /** A reply to a reply goes to the top-level comment (youtube.md §5.2). */
    reply: async (input) => {
      const { platformCommentId, parentCommentId, platformPostId } = input.comment
      const parentId = parentCommentId ?? platformCommentId
      const snippet = { parentId, textOriginal: input.text }
      const params = { part: 'snippet' }
      const { id } = await clientOf(input).write('POST', 'comments', params, written, { snippet })
      return { platformReplyId: id, permalink: commentLink(setup, platformPostId, id) }
    },

    /** Held for review: a rejected comment could never be shown again (youtube.md §5.2). */
    hide: async (input) => {
      const params = {
        id: input.comment.platformCommentId,
        moderationStatus: input.hidden ? 'heldForReview' : 'published',
      }
      await clientOf(input).write('POST', 'comments/setModerationStatus', params, nothing)
    },

    isDeleted: async (input) => await isDeleted(clientOf(input), input.comment),
  }
}

/** The channel's videos with the number of their comments; private ones have none. */
async function listPosts(
  setup: PlatformSetup,
  client: YoutubeClient,
  cursor: string | null,
): Promise<Paged<PlatformPost>> {
  const playlist = await readUploadsPlaylist(client)
  if (!playlist) return { items: [], next: null }
  const { items, next } = await listUploads(client, playlist, cursor)
  const visible = items.filter(({ status }) => status?.privacyStatus !== 'private')
  const ids = visible.map(({ snippet }) => snippet.resourceId.videoId)
  const videos = new Map(
    (await readVideos(client, ids, 'statistics')).map((video) => [video.id, video]),
  )
  return {
    items: visible.map(({ snippet }) => {
      const id = snippet.resourceId.videoId
      return {
        platformPostId: id,
        text: snippet.description ?? '',
        permalink: permalink(setup, id),
        publishedAt: snippet.publishedAt,
        commentCount: videos.get(id)?.statistics?.commentCount ?? null,
      }
    }),
    next,
  }
}

type ListContext = { setup: PlatformSetup; platformPostId: string; channelId: string }

async function listPart(
  client: YoutubeClient,
  context: ListContext,
  cursor: Cursor,
): Promise<Paged<PlatformComment>> {
  return cursor.isRead
    ? await listReplies(client, context, cursor)
    : await listThreads(client, context, cursor)
}

/** A thread shows some of its replies; if they are not all, the list of its replies is read. */
async function listThreads(
  client: YoutubeClient,
  context: ListContext,
  cursor: Cursor,
): Promise<Paged<PlatformComment>> {
  const params = {
    part: 'snippet,replies',
    videoId: context.platformPostId,
    order: 'time',
    textFormat: 'plainText',
    maxResults: pageSize,
    moderationStatus: moderations[cursor.held ? 1 : 0],
    ...(cursor.page ? { pageToken: cursor.page } : {}),
  }
  const { items, nextPageToken } = await client.get('commentThreads', params, threads)
  const parents: string[] = []
  const comments = (items ?? []).flatMap(({ snippet, replies: shown }) => {
    const { topLevelComment, totalReplyCount } = snippet
    const canReply = snippet.canReply !== false
    const top = toComment(context, topLevelComment, { hidden: cursor.held, canReply })
    const known = shown?.comments ?? []
    if ((totalReplyCount ?? 0) > known.length) {
      parents.push(topLevelComment.id)
      return [top]
    }
    return [top, ...known.map((reply) => toComment(context, reply, { hidden: false, canReply }))]
  })
  const page = nextPageToken || null
  return { items: comments, next: nextCursor({ ...cursor, page, parents, isRead: true }) }
}

async function listReplies(
  client: YoutubeClient,
  context: ListContext,
  cursor: Cursor,
): Promise<Paged<PlatformComment>> {
  const [parentId = '', ...others] = cursor.parents
  const params = {
    part: 'snippet',
    parentId,
    textFormat: 'plainText',
    maxResults: pageSize,
    ...(cursor.replyPage ? { pageToken: cursor.replyPage } : {}),
  }
  try {
    const { items, nextPageToken } = await client.get('comments', params, replies)
    const comments = (items ?? []).map((reply) =>
      toComment(context, reply, { hidden: false, canReply: true }),
    )
    const rest = nextPageToken
      ? { ...cursor, replyPage: nextPageToken }
      : { ...cursor, parents: others, replyPage: null }
    return { items: comments, next: nextCursor(rest) }
  } catch (err) {
    // Deleted since its page was read.
    if (!isGone(err)) throw err
    return { items: [], next: nextCursor({ ...cursor, parents: others, replyPage: null }) }
  }
}

/** Replies first, then the next page, then the held threads (youtube.md §5.1). */
function nextCursor(cursor: Cursor): string | null {
  if (cursor.parents.length > 0) return JSON.stringify(cursor)
  if (cursor.page) return JSON.stringify({ ...cursor, isRead: false, replyPage: null })
  return cursor.held ? null : JSON.stringify({ ...start, held: true })
}

function readCursor(text: string | null): Cursor {
  return text === null ? start : cursorShape.parse(JSON.parse(text))
}

/**
 * A held reply is in no list of the API, so only top-level comments can be hidden: a hidden reply would
 * look deleted.
 */
function toComment(
  { setup, platformPostId, channelId }: ListContext,
  { id, snippet }: YoutubeComment,
  { hidden, canReply }: { hidden: boolean; canReply: boolean },
): PlatformComment {
  const isOwn = snippet.authorChannelId?.value === channelId
  const parentCommentId = snippet.parentId || null
  const name = snippet.authorDisplayName || null
  const isHandle = name?.startsWith('@') ?? false
  return {
    platformCommentId: id,
    parentCommentId,
    platformPostId,
    authorUsername: isHandle ? name!.slice(1) : null,
    authorName: isHandle ? null : name,
    text: snippet.textOriginal ?? snippet.textDisplay ?? '',
    permalink: commentLink(setup, platformPostId, id),
    likeCount: snippet.likeCount ?? null,
    hidden,
    isOwn,
    canReply,
    canHide: !isOwn && parentCommentId === null,
    commentedAt: snippet.publishedAt,
  }
}

function commentLink(setup: PlatformSetup, videoId: string, commentId: string): string {
  return `${permalink(setup, videoId)}&lc=${encodeURIComponent(commentId)}`
}

async function isDeleted(client: YoutubeClient, { platformCommentId }: CommentReference) {
  try {
    const params = { part: 'id', id: platformCommentId }
    const { items } = await client.get(
      'comments',
      params,
      z.object({ items: listOf(written).nullish() }),
    )
    return (items ?? []).length === 0
  } catch (err) {
    if (isGone(err)) return true
    throw err
  }
}
