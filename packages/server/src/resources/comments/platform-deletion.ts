import type { Context } from '../../context.ts'
import { noteChange } from '../../database/open.ts'
import { PlatformError } from '../../platforms/errors.ts'
import { confirmAccess } from '../accounts/access.ts'
import { type CommentAccess, referenceTo } from './platform-access.ts'
import type { CommentRow } from './queries.ts'
import { syncPostSoon } from './schedule.ts'

/**
 * After a platform refused to answer or to hide a comment: whether it is gone there, which is then
 * written down as if a reading had found it out. The post is read at once, so that what else went
 * with it is known, and a comment that is shown after all comes back.
 */
export async function recordIfDeleted(
  ctx: Context,
  comment: CommentRow,
  acting: CommentAccess,
): Promise<boolean> {
  if (!(await isGone(ctx, comment, acting))) return false
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    await syncPostSoon(tx, comment.account_id, comment.platform_post_id, now)
    await tx
      .updateTable('comment')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', comment.id)
      .where('deleted_at', 'is', null)
      .execute()
    noteChange(tx, 'comments', { accountId: comment.account_id })
  })
  ctx.log.info({ comment_id: comment.id }, 'comment.gone')
  return true
}

/** "No such object" is also said to an access that is at fault: it is asked as well (instagram.md §7). */
async function isGone(ctx: Context, comment: CommentRow, { ability, by }: CommentAccess) {
  try {
    const input = { ...by, comment: referenceTo(comment) }
    if (!(await ability.isDeleted?.(input))) return false
  } catch (err) {
    if (err instanceof PlatformError) return false
    throw err
  }
  return (await confirmAccess(ctx, comment.account_id)) === 'holds'
}
