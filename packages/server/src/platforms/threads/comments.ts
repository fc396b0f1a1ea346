import type { CommentsAbility, PlatformComment } from '../comments.ts'
import { PlatformError } from '../errors.ts'
import { isMissing } from '../meta/graph.ts'
import { isSameUsername, permalinkOrNull } from '../meta/graph-lists.ts'
import type { PlatformSetup } from '../platform.ts'
import { type ThreadsReply, threadsCommentsApi } from './api-comments.ts'
import { threadsText } from './limits.ts'

/** A repost has the replies of the original, which are not ours (threads.md §3.7). */
const repost = 'REPOST_FACADE'

/** The replies under an account's threads, of every level (threads.md §4). */
export function threadsComments(setup: PlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    threadsCommentsApi(setup, tokens.access)
  return {
    // threads.md §3.6.
    replyMax: threadsText.max,
    replyUnit: threadsText.unit,

    listPosts: async (input) => {
      const { data, paging } = await apiOf(input).listPosts(input.cursor)
      const items = data
        .filter(({ media_type }) => media_type !== repost)
        .map((post) => ({
          platformPostId: post.id,
          text: post.text ?? '',
          permalink: post.permalink || null,
          publishedAt: post.timestamp,
          commentCount: post.has_replies === false ? 0 : null,
        }))
      return { items, next: cursorAfter(data, paging?.cursors?.after, input.cursor) }
    },

    listComments: async (input) => {
      const { platformPostId, cursor, account } = input
      const { data, paging } = await apiOf(input).listConversation(platformPostId, cursor)
      return {
        items: data.map((reply) => commentOf(reply, platformPostId, account.username)),
        next: cursorAfter(data, paging?.cursors?.after, cursor),
      }
    },

    /** One call, which publishes: no container is left half-done (§3.1). */
    reply: async (input) => {
      const api = apiOf(input)
      const id = await api.reply(input.comment.platformCommentId, input.text)
      return { platformReplyId: id, permalink: await permalinkOrNull(api.readPermalink(id)) }
    },

    /** Nested replies follow the reply that they stand under and cannot be hidden alone (§4.3). */
    hide: async (input) => {
      const { platformCommentId, parentCommentId } = input.comment
      if (parentCommentId !== null) {
        throw new PlatformError('rejected', {
          platformMessage: 'Only replies directly under the post can be hidden.',
        })
      }
      await apiOf(input).hide(platformCommentId, input.hidden)
    },

    /** By its list of replies: that a reply of another person can be read alone is nowhere said. */
    isDeleted: (input) =>
      isMissing(() => apiOf(input).listReplies(input.comment.platformCommentId)),
  }
}

/** Threads names no `next`: the list ends where a part is empty (threads.md §3.7). */
function cursorAfter(
  data: readonly unknown[],
  after: string | null | undefined,
  asked: string | null,
): string | null {
  return data.length > 0 && after && after !== asked ? after : null
}

export function commentOf(reply: ThreadsReply, post: string, owner: string): PlatformComment {
  const above = reply.replied_to?.id ?? post
  const isTop = above === post || above === reply.root_post?.id
  const isOwn = reply.is_reply_owned_by_me === true || isSameUsername(reply.username, owner)
  return {
    platformCommentId: reply.id,
    parentCommentId: isTop ? null : above,
    platformPostId: post,
    authorUsername: reply.username || null,
    authorName: null,
    text: reply.text ?? '',
    permalink: reply.permalink || null,
    likeCount: null,
    hidden: reply.hide_status === 'HIDDEN',
    isOwn,
    canReply: true,
    canHide: isTop && !isOwn,
    commentedAt: reply.timestamp,
  }
}
