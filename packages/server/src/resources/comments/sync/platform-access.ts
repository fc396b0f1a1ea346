import type { Context } from '../../../context.ts'
import type { CommentReference, CommentsAbility } from '../../../platforms/contract/comments.ts'
import {
  openPlatformAccess,
  type PlatformAccess,
  type PlatformAccount,
} from '../../accounts/platform-access.ts'
import type { CommentRow } from '../queries.ts'

export type CommentAccess = PlatformAccess & { ability: CommentsAbility }

/** Unseals the tokens; `null` if the account is not connected or its platform has no comments. */
export function openCommentAccess(ctx: Context, account: PlatformAccount): CommentAccess | null {
  const access = openPlatformAccess(ctx, account)
  const ability = access?.platform.comments
  return access && ability ? { ...access, ability } : null
}

export function referenceTo(comment: CommentRow): CommentReference {
  return {
    platformCommentId: comment.platform_comment_id,
    parentCommentId: comment.platform_parent_id,
    platformPostId: comment.platform_post_id,
  }
}
