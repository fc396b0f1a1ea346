import type { CommentsAbility, PlatformComment } from '../comments.ts'
import { isGone } from '../meta/graph.ts'
import { cursorOfNext, isSameName } from '../meta/graph-lists.ts'
import type { PlatformSetup } from '../platform.ts'
import {
  type InstagramComment,
  type InstagramReply,
  instagramCommentsApi,
  repliesPerComment,
} from './api-comments.ts'

type Api = ReturnType<typeof instagramCommentsApi>
type Owner = { platformAccountId: string; username: string }

/** Of one comment; beyond this an account has other worries than one list. */
const replyPartsMax = 100

/** The comments under an account's media and the replies to them: two levels (instagram.md §4). */
export function instagramComments(setup: PlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    instagramCommentsApi(setup, tokens.access)
  return {
    // As a caption (instagram.md §4.2). The 300 of that place, with 4 hashtags and one URL, are rules of
    // the API that ended in 2018: whether they hold still, Instagram says itself.
    replyMax: 2_200,
    replyUnit: 'characters',
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
      return { items, next: cursorOfNext(paging, input.cursor) }
    },

    listComments: async (input) => {
      const api = apiOf(input)
      const { platformPostId, cursor, account } = input
      const { data, paging } = await api.listComments(platformPostId, cursor)
      const items: PlatformComment[] = []
      for (const comment of data) {
        const top = commentOf(comment, null, platformPostId, account)
        items.push(top)
        for (const reply of await allReplies(api, comment)) {
          items.push(commentOf(reply, top, platformPostId, account))
        }
      }
      return { items, next: cursorOfNext(paging, cursor) }
    },

    /** An answer to a reply goes to the comment above it (§4.2). Comments have no address. */
    reply: async (input) => {
      const { platformCommentId, parentCommentId } = input.comment
      const id = await apiOf(input).reply(parentCommentId ?? platformCommentId, input.text)
      return { platformReplyId: id, permalink: null }
    },

    hide: (input) => apiOf(input).hide(input.comment.platformCommentId, input.hidden),

    isGone: (input) => isGone(() => apiOf(input).readComment(input.comment.platformCommentId)),
  }
}

/** The replies that came with the comment, and the rest where these are not all (§4.1). */
async function allReplies(api: Api, comment: InstagramComment): Promise<InstagramReply[]> {
  const first = comment.replies?.data ?? []
  const paging = comment.replies?.paging
  if (first.length < repliesPerComment && !paging?.next) return first
  const all = new Map(first.map((reply) => [reply.id, reply]))
  let cursor = cursorOfNext(paging, null)
  for (let part = 0; part < replyPartsMax; part++) {
    const { data, paging: after } = await api.listReplies(comment.id, cursor)
    for (const reply of data) all.set(reply.id, reply)
    cursor = cursorOfNext(after, cursor)
    if (!cursor) break
  }
  return [...all.values()]
}

function commentOf(
  comment: InstagramReply,
  above: PlatformComment | null,
  post: string,
  owner: Owner,
): PlatformComment {
  const username = comment.from?.username || comment.username || null
  const isOwn = comment.from?.id === owner.platformAccountId || isSameName(username, owner.username)
  const hidden = comment.hidden ?? false
  return {
    platformCommentId: comment.id,
    parentCommentId: above?.platformCommentId ?? null,
    platformPostId: post,
    authorUsername: username,
    authorName: null,
    text: comment.text ?? '',
    permalink: null,
    likeCount: comment.like_count ?? null,
    hidden,
    isOwn,
    // Nothing hidden can be replied to, and an answer to a reply goes to what is above (§4.2).
    canReply: !(above?.hidden ?? hidden),
    canHide: !isOwn,
    commentedAt: comment.timestamp,
  }
}
