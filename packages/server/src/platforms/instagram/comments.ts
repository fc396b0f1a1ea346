import type { CommentsAbility, PlatformComment } from '../contract/comments.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { isMissing } from '../meta/graph.ts'
import { isSameUsername, nextCursor } from '../meta/graph-lists.ts'
import {
  type InstagramComment,
  type InstagramReply,
  instagramCommentsApi,
  repliesPerComment,
} from './api-comments.ts'

type Api = ReturnType<typeof instagramCommentsApi>
type Owner = { platformAccountId: string; username: string }

/** Bounds the calls for one comment's replies. */
const replyPagesMax = 100

/** The comments under an account's media and the replies to them: two levels (instagram.md §4). */
export function instagramComments(setup: PlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    instagramCommentsApi(setup, tokens.access)
  return {
    // The caption limit (instagram.md §4.2). The documented 300 characters, 4 hashtags and one URL are
    // from the API that was shut down in 2018, so Instagram is left to enforce them.
    replyText: { max: 2_200, unit: 'characters' },
    repliesToHidden: false,

    listPosts: async (input) => {
      const { data, paging } = await apiOf(input).listPosts(input.cursor)
      const items = data.map((media) => ({
        platformPostId: media.id,
        text: media.caption ?? '',
        permalink: media.permalink || null,
        publishedAt: media.timestamp,
        commentCount: media.comments_count ?? null,
      }))
      return { items, next: nextCursor(paging, input.cursor) }
    },

    listComments: async (input) => {
      const api = apiOf(input)
      const { platformPostId, cursor, account } = input
      const { data, paging } = await api.listComments(platformPostId, cursor)
      const items: PlatformComment[] = []
      for (const comment of data) {
        const top = toComment(comment, null, platformPostId, account)
        items.push(top)
        for (const reply of await listAllReplies(api, comment)) {
          items.push(toComment(reply, top, platformPostId, account))
        }
      }
      return { items, next: nextCursor(paging, cursor) }
    },

    /**
     * A reply to a reply goes to its parent comment (instagram.md §4.2). Comments have no
     * permalink.
     */
    reply: async (input) => {
      const { platformCommentId, parentCommentId } = input.comment
      const id = await apiOf(input).reply(parentCommentId ?? platformCommentId, input.text)
      return { platformReplyId: id, permalink: null }
    },

    hide: (input) => apiOf(input).hide(input.comment.platformCommentId, input.hidden),

    isDeleted: (input) =>
      isMissing(() => apiOf(input).readComment(input.comment.platformCommentId)),
  }
}

/** The replies nested in the comment, and further pages if there are more (instagram.md §4.1). */
async function listAllReplies(api: Api, comment: InstagramComment): Promise<InstagramReply[]> {
  const first = comment.replies?.data ?? []
  const paging = comment.replies?.paging
  if (first.length < repliesPerComment && !paging?.next) return first
  const all = new Map(first.map((reply) => [reply.id, reply]))
  let cursor = nextCursor(paging, null)
  for (let page = 0; page < replyPagesMax; page++) {
    const { data, paging: after } = await api.listReplies(comment.id, cursor)
    for (const reply of data) all.set(reply.id, reply)
    cursor = nextCursor(after, cursor)
    if (!cursor) break
  }
  return [...all.values()]
}

function toComment(
  comment: InstagramReply,
  parent: PlatformComment | null,
  post: string,
  owner: Owner,
): PlatformComment {
  const username = comment.from?.username || comment.username || null
  const isOwn =
    comment.from?.id === owner.platformAccountId || isSameUsername(username, owner.username)
  const hidden = comment.hidden ?? false
  return {
    platformCommentId: comment.id,
    parentCommentId: parent?.platformCommentId ?? null,
    platformPostId: post,
    authorUsername: username,
    authorName: null,
    text: comment.text ?? '',
    permalink: null,
    likeCount: comment.like_count ?? null,
    hidden,
    isOwn,
    // Hidden comments cannot be replied to, and a reply to a reply goes to its parent
    // (instagram.md §4.2).
    canReply: !(parent?.hidden ?? hidden),
    canHide: !isOwn,
    commentedAt: comment.timestamp,
  }
}
