import { newId } from '../../core/ids.ts'
import { noteChange, type Tx } from '../../database/open.ts'
import type { PlatformComment } from '../../platforms/comments.ts'
import type { LockedAccount } from './schedule.ts'

/**
 * The account's own replies as the platform shows them: one that was sent from here without an
 * answer is recognised by its text, one made elsewhere is added. Either way what it answers becomes
 * `replied`, once: the owner's word afterwards stands. `ids` leads from a platform id to a comment.
 */
export async function recordOwnReplies(
  tx: Tx,
  account: LockedAccount,
  own: readonly PlatformComment[],
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const answers = own.filter((reply) => reply.parentCommentId && ids.has(reply.parentCommentId))
  if (answers.length === 0) return
  const known = await findReplies(
    tx,
    answers.map((reply) => ids.get(reply.parentCommentId!)!),
  )
  for (const reply of answers) {
    const commentId = ids.get(reply.parentCommentId!)!
    const shown = { text: reply.text, permalink: reply.permalink }
    const before = known.find((row) => row.platform_reply_id === reply.platformCommentId)
    if (before) {
      if (before.text !== shown.text || before.permalink !== shown.permalink) {
        await tx.updateTable('comment_reply').set(shown).where('id', '=', before.id).execute()
        noteChange(tx, 'comments', { accountId: account.id })
      }
      continue
    }
    noteChange(tx, 'comments', { accountId: account.id })
    const sent = known.find(
      (row) =>
        row.comment_id === commentId &&
        row.status === 'sending' &&
        isSameText(row.text, shown.text),
    )
    if (sent) {
      sent.status = 'sent'
      await markSent(tx, sent.id, reply.platformCommentId, reply.permalink)
    } else {
      await insertReply(tx, account, commentId, reply)
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

/** The platform has the reply under this id, whoever found out first. */
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

/** Whether two texts are the same to a reader: platforms trim and normalise what they are given. */
export function isSameText(left: string, right: string): boolean {
  return plain(left) === plain(right)
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}
