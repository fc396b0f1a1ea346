import type { CommentsAbility, PlatformComment } from '../contract/comments.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { isMissing } from '../meta/graph.ts'
import { nextCursor, permalinkOrNull } from '../meta/graph-lists.ts'
import { type FacebookComment, facebookCommentsApi } from './api-comments.ts'

/** The comments under a page's posts and the replies to them: two levels (facebook.md §4). */
export function facebookComments(setup: PlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    facebookCommentsApi(setup, tokens.access)
  return {
    // From memory (facebook.md §4).
    replyText: { max: 8_000, unit: 'characters' },

    /** Omits visitors' posts on the page. */
    listPosts: async (input) => {
      const page = input.account.platformAccountId
      const { data, paging } = await apiOf(input).listPosts(page, input.cursor)
      const items = data
        .filter(({ from }) => !from || from.id === page)
        .map((post) => ({
          platformPostId: post.id,
          text: post.message ?? '',
          permalink: post.permalink_url || null,
          publishedAt: post.created_time,
          commentCount: post.comments?.summary?.total_count ?? null,
        }))
      return { items, next: nextCursor(paging, input.cursor) }
    },

    listComments: async (input) => {
      const { platformPostId, cursor, account } = input
      const { data, paging } = await apiOf(input).listComments(platformPostId, cursor)
      return {
        items: data.map((each) => toComment(each, platformPostId, account.platformAccountId)),
        next: nextCursor(paging, cursor),
      }
    },

    /**
     * Facebook refuses replies to replies, so the reply goes to the parent comment
     * (facebook.md §4).
     */
    reply: async (input) => {
      const api = apiOf(input)
      const { platformCommentId, parentCommentId, platformPostId } = input.comment
      const parent = parentCommentOf(platformPostId, parentCommentId)
      const id = await api.reply(parent ?? platformCommentId, input.text)
      return { platformReplyId: id, permalink: await permalinkOrNull(api.readPermalink(id)) }
    },

    hide: async (input) => {
      const api = apiOf(input)
      const { platformCommentId } = input.comment
      try {
        await api.hide(platformCommentId, input.hidden)
      } catch (err) {
        const isUnclear = err instanceof PlatformError && err.platformCode === '200'
        if (!isUnclear || (await api.readCanHide(platformCommentId)) !== false) throw err
        const { platformCode, platformMessage } = err
        throw new PlatformError('rejected', { platformCode, platformMessage })
      }
    },

    isDeleted: (input) =>
      isMissing(() => apiOf(input).readComment(input.comment.platformCommentId)),
  }
}

/**
 * The parent comment's id; `null` for a top-level comment. Facebook may also send the post as parent,
 * and a reply to that would become a top-level comment (facebook.md §6).
 */
export function parentCommentOf(post: string, parent: string | null | undefined): string | null {
  if (!parent || parent === post || post.endsWith(`_${parent}`)) return null
  return parent
}

/**
 * A comment without `from` is another person's: the page's own comments always have it
 * (facebook.md §4).
 */
function toComment(comment: FacebookComment, post: string, page: string): PlatformComment {
  const parentCommentId = parentCommentOf(post, comment.parent?.id)
  const isOwn = comment.from?.id === page
  return {
    platformCommentId: comment.id,
    parentCommentId,
    platformPostId: post,
    authorUsername: null,
    authorName: comment.from?.name || null,
    text: comment.message ?? '',
    permalink: comment.permalink_url || null,
    likeCount: comment.like_count ?? null,
    hidden: comment.is_hidden ?? false,
    isOwn,
    // A reply's `can_comment` is about the reply, but we reply to its parent.
    canReply: parentCommentId !== null || comment.can_comment !== false,
    canHide: !isOwn && comment.can_hide !== false,
    commentedAt: comment.created_time,
  }
}
