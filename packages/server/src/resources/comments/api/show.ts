import type { PlatformValue } from '../../../core/networks.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import {
  type Comment,
  type CommentReply,
  untrustedCommentFields,
} from '../../../schemas/comment.ts'
import type { CommentRow, ReplyRow } from '../queries.ts'

/** The comment with its replies, as the API returns it. */
export function showComment(
  platforms: Platforms,
  row: CommentRow,
  replies: readonly ReplyRow[],
  assignedTo: Comment['assigned_to'],
): Comment {
  return {
    id: row.id,
    object: 'comment',
    account_id: row.account_id,
    profile_id: row.profile_id,
    post_id: row.post_id,
    platform: row.platform as PlatformValue,
    platform_comment_id: row.platform_comment_id,
    parent_comment_id: row.parent_comment_id,
    author_username: row.author_username,
    author_name: row.author_name,
    text: row.text,
    untrusted_fields: untrustedCommentFields,
    permalink: row.permalink,
    like_count: row.like_count,
    hidden: row.hidden,
    can_reply: canReply(platforms, row),
    can_hide: canHide(platforms, row),
    reply_status: row.reply_status,
    assigned_to: assignedTo,
    replies: replies.filter((reply) => reply.comment_id === row.id).map(showReply),
    commented_at: row.commented_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

export function showReply(row: ReplyRow): CommentReply {
  return {
    id: row.id,
    object: 'comment_reply',
    comment_id: row.comment_id,
    profile_id: row.profile_id,
    text: row.text,
    platform_reply_id: row.platform_reply_id,
    permalink: row.permalink,
    created_at: row.created_at.toISOString(),
  }
}

/** Whether the comment accepts replies; the account's permissions are checked separately. */
export function canReply(platforms: Platforms, row: CommentRow): boolean {
  const ability = platforms.get(row.platform as PlatformValue)?.comments
  if (!ability?.reply || row.deleted_at || !row.can_reply) return false
  return !row.hidden || ability.repliesToHidden !== false
}

export function canHide(platforms: Platforms, row: CommentRow): boolean {
  const ability = platforms.get(row.platform as PlatformValue)?.comments
  return ability?.hide !== undefined && row.deleted_at === null && row.can_hide
}
