import type { CommentsAbility, PlatformComment } from '../contract/comments.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { isMissing } from '../meta/graph.ts'
import { isSameUsername, permalinkOrNull } from '../meta/graph-lists.ts'
import { type ThreadsReply, threadsCommentsApi } from './api-comments.ts'
import { threadsText } from './limits.ts'

/** Reposts are skipped: their replies belong to the original post (threads.md §3.7). */
const repost = 'REPOST_FACADE'

/** Replies of every level under an account's posts (threads.md §4). */
export function threadsComments(setup: PlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    threadsCommentsApi(setup, tokens.access)
  return {
    // threads.md §3.6.
    replyText: threadsText,

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
        items: data.map((reply) => toComment(reply, platformPostId, account.username)),
        next: cursorAfter(data, paging?.cursors?.after, cursor),
      }
    },

    /** Creates and publishes in one call, so no unpublished container is left (threads.md §3.1). */
    reply: async (input) => {
      const api = apiOf(input)
      const id = await api.reply(input.comment.platformCommentId, input.text)
      return { platformReplyId: id, permalink: await permalinkOrNull(api.readPermalink(id)) }
    },

    /** Nested replies are hidden with their parent and cannot be hidden alone (threads.md §4.3). */
    hide: async (input) => {
      const { platformCommentId, parentCommentId } = input.comment
      if (parentCommentId !== null) {
        throw new PlatformError('rejected', {
          platformMessage: 'Only top-level replies can be hidden.',
        })
      }
      await apiOf(input).hide(platformCommentId, input.hidden)
    },

    /** Reads its list of replies, as reading another person's reply directly is undocumented. */
    isDeleted: (input) =>
      isMissing(() => apiOf(input).listReplies(input.comment.platformCommentId)),
  }
}

/** Threads sends no `next`: the list ends with an empty page (threads.md §3.7). */
function cursorAfter(
  data: readonly unknown[],
  after: string | null | undefined,
  current: string | null,
): string | null {
  return data.length > 0 && after && after !== current ? after : null
}

export function toComment(reply: ThreadsReply, post: string, owner: string): PlatformComment {
  const parentId = reply.replied_to?.id ?? post
  const isTop = parentId === post || parentId === reply.root_post?.id
  const isOwn = reply.is_reply_owned_by_me === true || isSameUsername(reply.username, owner)
  return {
    platformCommentId: reply.id,
    parentCommentId: isTop ? null : parentId,
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
