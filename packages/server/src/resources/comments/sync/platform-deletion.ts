import type { Context } from '../../../context.ts'
import { noteChange } from '../../../database/open.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import { callWithAccess } from '../../accounts/platform-access.ts'
import { recheckAccess } from '../../accounts/with-tokens.ts'
import type { CommentRow } from '../queries.ts'
import { type CommentAccess, referenceTo } from './platform-access.ts'
import { syncPostSoon } from './schedule.ts'

/** `unclear`: the platform did not say, or the account's access may be the reason. */
type StateOnPlatform = 'deleted' | 'present' | 'unclear'

/**
 * After a platform refused to reply to or hide a comment: checks whether it was deleted there, and if
 * so marks it deleted. The post is synced immediately, to find other deleted comments and to restore this
 * one if the platform still returns it.
 */
export async function recordIfDeleted(
  ctx: Context,
  comment: CommentRow,
  access: CommentAccess,
): Promise<StateOnPlatform> {
  const state = await readStateOnPlatform(ctx, comment, access)
  if (state !== 'deleted') return state
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
  ctx.log.info({ comment_id: comment.id }, 'comment.missing')
  return state
}

/** Platforms also return "no such object" for invalid access, so that is confirmed too (instagram.md §7). */
async function readStateOnPlatform(
  ctx: Context,
  comment: CommentRow,
  access: CommentAccess,
): Promise<StateOnPlatform> {
  try {
    const isDeleted = await callWithAccess(ctx, access, async (credentials) =>
      access.ability.isDeleted?.({ ...credentials, comment: referenceTo(comment) }),
    )
    if (!isDeleted) return 'present'
  } catch (err) {
    if (err instanceof PlatformError) return 'unclear'
    throw err
  }
  return (await recheckAccess(ctx, access.held)) === 'valid' ? 'deleted' : 'unclear'
}
