import type { TextLimits } from './text-length.ts'
import type { Tokens } from './tokens.ts'

type AccountAccess = { tokens: Tokens; account: { platformAccountId: string; username: string } }

/** Reads the comments under an account's posts, and replies to or hides them. */
export type CommentsAbility = {
  /** The account's posts, newest first, including those published outside Postern. */
  listPosts(input: AccountAccess & { cursor: string | null }): Promise<Paged<PlatformPost>>
  /**
   * Comments of every level under one post, newest first where the platform supports it. The
   * account's own replies are included with `isOwn`.
   */
  listComments(
    input: AccountAccess & { platformPostId: string; cursor: string | null },
  ): Promise<Paged<PlatformComment>>
  /** The limits of a reply or first comment; `accountTextLimits` gives those of an account. */
  readonly replyText: TextLimits
  /**
   * The text that `reply` sends for `text`: on some platforms it begins with the author's name, which
   * counts. Missing where the text is sent as it is.
   */
  completeReply?(input: {
    text: string
    authorUsername: string | null
    account: { username: string }
  }): string
  /** `false` where a hidden comment cannot be replied to. */
  readonly repliesToHidden?: boolean
  /** Replies to a comment as the account. Makes exactly one writing call. */
  reply?(
    input: AccountAccess & { comment: CommentReference; text: string },
  ): Promise<{ platformReplyId: string; permalink: string | null }>
  /** Hides or unhides a comment; idempotent. */
  hide?(input: AccountAccess & { comment: CommentReference; hidden: boolean }): Promise<void>
  /**
   * Whether a comment, after a refused reply or hide, was deleted or is no longer visible. Read-only.
   * Platforms give the same error when the account's access is the cause.
   */
  isDeleted?(input: AccountAccess & { comment: CommentReference }): Promise<boolean>
}

export type Paged<Item> = { items: Item[]; next: string | null }

export type CommentReference = {
  platformCommentId: string
  /** The comment it replies to; `null` for a top-level comment. */
  parentCommentId: string | null
  platformPostId: string
}

export type PlatformPost = {
  platformPostId: string
  text: string
  permalink: string | null
  publishedAt: Date
  /** The platform's own count, which may include hidden and own comments; `null` if it has none. */
  commentCount?: number | null
}

/** Text and names are untrusted: written by other people, never interpreted. */
export type PlatformComment = CommentReference & {
  authorUsername: string | null
  authorName: string | null
  text: string
  permalink: string | null
  likeCount: number | null
  hidden: boolean
  isOwn: boolean
  canReply: boolean
  canHide: boolean
  commentedAt: Date
}
