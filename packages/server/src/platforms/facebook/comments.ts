import type { CommentsAbility, PlatformComment } from '../comments.ts'
import { isGone } from '../meta/graph.ts'
import { cursorOfNext, permalinkIfAny } from '../meta/graph-lists.ts'
import type { PlatformSetup } from '../platform.ts'
import { type FacebookComment, facebookCommentsApi } from './api-comments.ts'

/** The comments under a page's posts and the replies to them: two levels (facebook-pages.md §4). */
export function facebookComments(setup: PlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: { access: string } }) =>
    facebookCommentsApi(setup, tokens.access)
  return {
    // From memory: the document has no limit for comments.
    replyMax: 8_000,
    replyUnit: 'characters',

    /** Without what visitors posted on the page. */
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
      return { items, next: cursorOfNext(paging, input.cursor) }
    },

    listComments: async (input) => {
      const { platformPostId, cursor, account } = input
      const { data, paging } = await apiOf(input).listComments(platformPostId, cursor)
      return {
        items: data.map((each) => commentOf(each, platformPostId, account.platformAccountId)),
        next: cursorOfNext(paging, cursor),
      }
    },

    /** A reply to a reply is refused, so it goes to the comment above (§4). */
    reply: async (input) => {
      const api = apiOf(input)
      const { platformCommentId, parentCommentId, platformPostId } = input.comment
      const above = parentUnder(platformPostId, parentCommentId)
      const id = await api.reply(above ?? platformCommentId, input.text)
      return { platformReplyId: id, permalink: await permalinkIfAny(api.readPermalink(id)) }
    },

    hide: (input) => apiOf(input).hide(input.comment.platformCommentId, input.hidden),

    isGone: (input) => isGone(() => apiOf(input).readComment(input.comment.platformCommentId)),
  }
}

/**
 * The comment above, `null` directly under the post. Facebook also names the post as the parent:
 * answered there, a reply would be a new comment (facebook-pages.md §6, §8).
 */
export function parentUnder(post: string, parent: string | null | undefined): string | null {
  if (!parent || parent === post || post.endsWith(`_${parent}`)) return null
  return parent
}

/** Where `from` is missing it is another person: the page's own comments always carry it (§4). */
function commentOf(comment: FacebookComment, post: string, page: string): PlatformComment {
  const parentCommentId = parentUnder(post, comment.parent?.id)
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
    // Of a reply `can_comment` is about itself, and it is answered on the comment above.
    canReply: parentCommentId !== null || comment.can_comment !== false,
    canHide: !isOwn && comment.can_hide !== false,
    commentedAt: comment.created_time,
  }
}
