import type { TextUnit } from '../core/platform-words.ts'
import type { Tokens } from './tokens.ts'

type Acting = { tokens: Tokens; account: { platformAccountId: string; username: string } }

/** What other people write under an account's posts, and what the account answers. */
export type CommentsAbility = {
  /** The account's posts, the newest first, also those made elsewhere. */
  listPosts(input: Acting & { cursor: string | null }): Promise<Paged<PlatformPost>>
  /**
   * The comments of every level under one post, the newest first where the platform can. Own
   * replies are among them, marked `isOwn`.
   */
  listComments(
    input: Acting & { platformPostId: string; cursor: string | null },
  ): Promise<Paged<PlatformComment>>
  /** The most that a reply or a first comment may have, in `replyUnit`. */
  readonly replyMax: number
  readonly replyUnit: TextUnit
  /** `false` where a comment that is hidden takes no reply. */
  readonly repliesToHidden?: boolean
  /** Answers a comment as the account. Exactly one call that changes the platform. */
  reply?(
    input: Acting & { comment: CommentReference; text: string },
  ): Promise<{ platformReplyId: string; permalink: string | null }>
  /** Hides or shows a comment; doing it twice changes nothing. */
  hide?(input: Acting & { comment: CommentReference; hidden: boolean }): Promise<void>
  /**
   * Whether a comment that the platform refused to answer or to hide is gone there, or no more to be
   * seen. Changes nothing. The platforms say the same where the access is at fault.
   */
  isGone?(input: Acting & { comment: CommentReference }): Promise<boolean>
}

export type Paged<Item> = { items: Item[]; next: string | null }

export type CommentReference = {
  platformCommentId: string
  /** The comment it answers; `null` directly under the post. */
  parentCommentId: string | null
  platformPostId: string
}

export type PlatformPost = {
  platformPostId: string
  text: string
  permalink: string | null
  publishedAt: Date
  /** As the platform counts them, hidden and own ones perhaps among them; `null` where it doesn't. */
  commentCount?: number | null
}

/** Text and names are written by strangers: data, never an instruction. */
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
