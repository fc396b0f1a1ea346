import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { enforceQuota } from '../../database/quota.ts'
import type { RecordAudit } from '../../http/request.ts'
import { missingPermission } from '../../platforms/permissions.ts'
import { textLength } from '../../platforms/text-length.ts'
import type { CommentReply } from '../../schemas/comment.ts'
import {
  type AccountRow,
  type CommentAccess,
  findAccount,
  openCommentAccess,
  referenceTo,
} from './platform-access.ts'
import { type CommentRow, findComment, isOwnReply, replyColumns } from './queries.ts'
import {
  errorForFailure,
  isOutcomeUnknown,
  permissionMissing,
  refuseWhilePaused,
} from './refusal.ts'
import { markReplied, markSent } from './replies.ts'
import { syncPostSoon } from './schedule.ts'
import { canReply, showReply } from './show.ts'

/** Without an answer by then the own reply is looked for on the platform. */
const answerMs = 60_000

/**
 * Answers a comment as the account. The reply and its entry are written down before the platform is
 * asked; when no answer comes it stays `sending`, and reading the post tells whether it was made:
 * nothing is sent a second time by itself.
 */
export async function replyToComment(
  ctx: Context,
  scope: Scope,
  id: string,
  text: string,
  recordAudit: RecordAudit,
): Promise<CommentReply> {
  const comment = await findComment(ctx.db.read, scope, id)
  if (!comment) {
    const isOwn = await isOwnReply(ctx.db.read, scope, id)
    throw new ServiceError(isOwn ? 'reply_not_supported' : 'comment_not_found')
  }
  if (!canReply(ctx.platforms, comment)) throw new ServiceError('reply_not_supported')
  const account = await findAccount(ctx.db.read, comment.account_id)
  const acting = account && openCommentAccess(ctx, account)
  if (!account || !acting) throw new ServiceError('account_not_connected')
  const permission = missingPermission(acting.platform, account.permissions_granted, 'reply')
  if (permission) throw permissionMissing(account.id, permission)
  refuseTooLong(acting, text)
  refuseWhilePaused(account, ctx.clock.now())
  const replyId = await begin(ctx, comment, text, recordAudit)
  return await send(ctx, { comment, account, acting, replyId, text })
}

function refuseTooLong({ platform, ability }: CommentAccess, text: string): void {
  const actual = textLength(text, ability.replyUnit)
  const limit = ability.replyMax
  if (actual <= limit) return
  throw new ServiceError('content_invalid', {
    details: [
      {
        path: 'text',
        code: 'too_long',
        message: `A reply on ${platform.name} may have ${limit} characters.`,
        limit,
        actual,
      },
    ],
  })
}

async function begin(
  ctx: Context,
  comment: CommentRow,
  text: string,
  recordAudit: RecordAudit,
): Promise<string> {
  const now = ctx.clock.now()
  const id = newId('reply')
  await ctx.db.transact(async (tx) => {
    const held = await tx
      .selectFrom('comment')
      .select('profile_id')
      .where('id', '=', comment.id)
      .forShare()
      .executeTakeFirst()
    if (!held) throw new ServiceError('comment_not_found')
    await enforceQuota(tx, {
      label: 'replies to the comment',
      parentId: comment.id,
      max: limits.comment.repliesPerCommentMax,
      rows: sql`select 1 from comment_reply
        where comment_id = ${comment.id} and status <> 'failed'`,
    })
    await tx
      .insertInto('comment_reply')
      .values({
        id,
        owner_id: comment.owner_id,
        profile_id: held.profile_id,
        comment_id: comment.id,
        status: 'sending',
        text,
        platform_reply_id: null,
        permalink: null,
        created_at: now,
      })
      .execute()
    const at = new Date(now.getTime() + answerMs)
    await syncPostSoon(tx, comment.account_id, comment.platform_post_id, at)
    await recordAudit(tx, { object: 'comment_reply', id, profile_id: held.profile_id })
  })
  return id
}

type Sending = {
  comment: CommentRow
  account: AccountRow
  acting: CommentAccess
  replyId: string
  text: string
}

async function send(ctx: Context, sending: Sending): Promise<CommentReply> {
  const { comment, account, acting, replyId, text } = sending
  try {
    const made = await acting.ability.reply!({
      ...acting.by,
      comment: referenceTo(comment),
      text,
    })
    return await finish(ctx, comment, replyId, made)
  } catch (err) {
    if (err instanceof ServiceError) throw err
    ctx.log.warn({ err, reply_id: replyId }, 'comment.reply_failed')
    await settle(ctx, comment, replyId, isOutcomeUnknown(err))
    throw await errorForFailure(ctx, err, { account, acting, comment, capability: 'reply' })
  }
}

async function finish(
  ctx: Context,
  comment: CommentRow,
  replyId: string,
  made: { platformReplyId: string; permalink: string | null },
): Promise<CommentReply> {
  const now = ctx.clock.now()
  const row = await ctx.db.transact(async (tx) => {
    // A reading may have met the reply first and not known it by its text.
    await tx
      .deleteFrom('comment_reply')
      .where('comment_id', '=', comment.id)
      .where('platform_reply_id', '=', made.platformReplyId)
      .where('id', '<>', replyId)
      .execute()
    await markSent(tx, replyId, made.platformReplyId, made.permalink)
    await markReplied(tx, comment.id, now)
    return await tx
      .selectFrom('comment_reply')
      .select(replyColumns)
      .where('id', '=', replyId)
      .executeTakeFirstOrThrow()
  })
  ctx.log.info({ comment_id: comment.id, reply_id: replyId }, 'comment.replied')
  return showReply(row)
}

/** An open outcome is found by reading the post, now; a refusal is the end of the reply. */
async function settle(
  ctx: Context,
  comment: CommentRow,
  replyId: string,
  isOpen: boolean,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if (isOpen) {
      return await syncPostSoon(tx, comment.account_id, comment.platform_post_id, ctx.clock.now())
    }
    await tx
      .updateTable('comment_reply')
      .set({ status: 'failed' })
      .where('id', '=', replyId)
      .where('status', '=', 'sending')
      .execute()
  })
}
