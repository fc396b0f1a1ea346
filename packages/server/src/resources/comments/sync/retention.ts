import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import type { PlatformComment } from '../../../platforms/contract/comments.ts'

const deletedAtOnce = 1_000

/**
 * An account keeps its newest comments, `limits.comment.perAccountMax` of them, because a server that
 * somebody chose can send any number. Needs the account's lock.
 */
export async function leaveOutBeyondLimit(
  tx: Tx,
  accountId: string,
  comments: readonly PlatformComment[],
  /** From a platform's ID to a comment's; those of the comments left out are removed. */
  ids: Map<string, string>,
): Promise<PlatformComment[]> {
  if (comments.length === 0) return []
  const oldest = await oldestWithinLimit(tx, accountId)
  if (!oldest) return [...comments]
  const kept = comments.filter((comment) => comment.commentedAt > oldest)
  const keptIds = new Set(kept.map((comment) => comment.platformCommentId))
  for (const { platformCommentId } of comments) {
    if (!keptIds.has(platformCommentId)) ids.delete(platformCommentId)
  }
  return kept
}

/** The time of the account's oldest comment when it has as many as it keeps. */
async function oldestWithinLimit(tx: Tx, accountId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('comment')
    .select('commented_at')
    .where('account_id', '=', accountId)
    .orderBy('commented_at', 'desc')
    .orderBy('id', 'desc')
    .offset(limits.comment.perAccountMax - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.commented_at ?? null
}

/** Deletes the account's oldest comments, with their replies and notes. */
export async function deleteBeyondLimit(tx: Tx, accountId: string): Promise<void> {
  const deleted = await tx
    .deleteFrom('comment')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('comment')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('commented_at', 'desc')
        .orderBy('id', 'desc')
        .offset(limits.comment.perAccountMax)
        .limit(deletedAtOnce),
    )
    .returning(['id', 'post_id'])
    .execute()
  if (deleted.length === 0) return
  await tx
    .updateTable('comment')
    .set({ parent_comment_id: null })
    .where('post_id', 'in', [...new Set(deleted.map((row) => row.post_id))])
    .where(
      'parent_comment_id',
      'in',
      deleted.map((row) => row.id),
    )
    .execute()
}
