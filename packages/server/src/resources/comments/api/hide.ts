import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { RecordAudit } from '../../../http/request.ts'
import { missingPermission } from '../../../platforms/contract/permissions.ts'
import type { Comment } from '../../../schemas/comment.ts'
import { callWithAccess, findPlatformAccount } from '../../accounts/platform-access.ts'
import { permissionMissing, refuseWhilePaused } from '../../accounts/refusal.ts'
import { findComment, isOwnReply } from '../queries.ts'
import { openCommentAccess, referenceTo } from '../sync/platform-access.ts'
import { syncPostSoon } from '../sync/schedule.ts'
import { readComment } from './comments.ts'
import { errorForFailure } from './refusal.ts'
import { canHide } from './show.ts'

/**
 * Hides a comment on the platform, or shows it again; does nothing if it is so already. 422
 * `hide_not_supported` for comments that the platform cannot hide and for own replies.
 */
export async function hideComment(
  ctx: Context,
  scope: Scope,
  id: string,
  hidden: boolean,
  recordAudit: RecordAudit,
): Promise<Comment> {
  const comment = await findComment(ctx.db.query, scope, id)
  if (!comment) {
    const isOwn = await isOwnReply(ctx.db.query, scope, id)
    throw new ServiceError(isOwn ? 'hide_not_supported' : 'comment_not_found')
  }
  if (!canHide(ctx.platforms, comment)) throw new ServiceError('hide_not_supported')
  const account = await findPlatformAccount(ctx.db.query, comment.account_id)
  const access = account && openCommentAccess(ctx, account)
  if (!account || !access) throw new ServiceError('account_not_connected')
  const permission = missingPermission(access.platform, account.permissions_granted, 'hide')
  if (permission) throw permissionMissing(account.id, permission)
  if (comment.hidden === hidden) return await readComment(ctx, ctx.db.query, scope, id)
  refuseWhilePaused(account, ctx.clock.now())
  try {
    await callWithAccess(ctx, access, (credentials) =>
      access.ability.hide!({ ...credentials, comment: referenceTo(comment), hidden }),
    )
  } catch (err) {
    ctx.log.warn({ err, comment_id: id }, 'comment.hide_failed')
    throw await errorForFailure(ctx, err, { account, access, comment, capability: 'hide' })
  }
  const now = ctx.clock.now()
  const updated = await ctx.db.transact(async (tx) => {
    // The platform may change other fields with it, such as `can_reply`.
    await syncPostSoon(tx, comment.account_id, comment.platform_post_id, now)
    await tx
      .updateTable('comment')
      .set({ hidden, updated_at: now })
      .where('id', '=', comment.id)
      .execute()
    const after = await readComment(ctx, tx, scope, id)
    await recordAudit(tx, after)
    return after
  })
  ctx.log.info({ comment_id: id, hidden }, 'comment.hidden')
  return updated
}
