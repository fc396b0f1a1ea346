import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import { noteChange, type Tx } from '../../../database/open.ts'
import type { PlatformComment } from '../../../platforms/contract/comments.ts'
import type { LockedAccount } from './schedule.ts'

/**
 * Stores the account's own replies as the platform returns them. A `sending` reply is recognized by its
 * text; one made in the platform's app is added. The comment becomes `replied` once, so that a later
 * change by the owner is kept. `ids` maps a platform id to a comment id. A comment keeps its first
 * `limits.comment.repliesPerCommentMax` replies.
 */
export async function recordOwnReplies(
  tx: Tx,
  account: LockedAccount,
  ownReplies: readonly PlatformComment[],
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const replies = ownReplies.filter(
    (reply) => reply.parentCommentId && ids.has(reply.parentCommentId),
  )
  if (replies.length === 0) return
  const stored = await findReplies(
    tx,
    replies.map((reply) => ids.get(reply.parentCommentId!)!),
  )
  const counts = new Map<string, number>()
  for (const { comment_id } of stored) counts.set(comment_id, (counts.get(comment_id) ?? 0) + 1)
  for (const reply of replies) {
    const commentId = ids.get(reply.parentCommentId!)!
    const fields = { text: reply.text, permalink: reply.permalink }
    const existing = stored.find((row) => row.platform_reply_id === reply.platformCommentId)
    if (existing) {
      if (existing.text !== fields.text || existing.permalink !== fields.permalink) {
        await tx.updateTable('comment_reply').set(fields).where('id', '=', existing.id).execute()
        noteChange(tx, 'comments', { accountId: account.id })
      }
      continue
    }
    const pendingReply = stored.find(
      (row) =>
        row.comment_id === commentId &&
        row.status === 'sending' &&
        isSameText(row.text, fields.text),
    )
    if (pendingReply) {
      pendingReply.status = 'sent'
      await markSent(tx, pendingReply.id, reply.platformCommentId, reply.permalink)
      noteChange(tx, 'comments', { accountId: account.id })
    } else {
      const count = counts.get(commentId) ?? 0
      if (count >= limits.comment.repliesPerCommentMax) continue
      counts.set(commentId, count + 1)
      await insertReply(tx, account, commentId, reply)
      noteChange(tx, 'comments', { accountId: account.id })
    }
    await markReplied(tx, commentId, now)
  }
}

async function findReplies(tx: Tx, commentIds: string[]) {
  return await tx
    .selectFrom('comment_reply')
    .select(['id', 'comment_id', 'status', 'text', 'platform_reply_id', 'permalink'])
    .where('comment_id', 'in', commentIds)
    .orderBy('id')
    .execute()
}

async function insertReply(
  tx: Tx,
  account: LockedAccount,
  commentId: string,
  reply: PlatformComment,
): Promise<void> {
  await tx
    .insertInto('comment_reply')
    .values({
      id: newId('reply'),
      owner_id: account.owner_id,
      profile_id: account.profile_id,
      comment_id: commentId,
      status: 'sent',
      text: reply.text,
      platform_reply_id: reply.platformCommentId,
      permalink: reply.permalink,
      created_at: reply.commentedAt,
    })
    .execute()
}

/** Called by the request and by the sync, in either order. */
export async function markSent(
  tx: Tx,
  replyId: string,
  platformReplyId: string,
  permalink: string | null,
): Promise<void> {
  await tx
    .updateTable('comment_reply')
    .set({ status: 'sent', platform_reply_id: platformReplyId, permalink })
    .where('id', '=', replyId)
    .execute()
}

export async function markReplied(tx: Tx, commentId: string, now: Date): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ reply_status: 'replied', updated_at: now })
    .where('id', '=', commentId)
    .execute()
}

/** Compares texts after normalization, because platforms trim and normalize them. */
export function isSameText(left: string, right: string): boolean {
  return normalize(left) === normalize(right)
}

function normalize(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}
