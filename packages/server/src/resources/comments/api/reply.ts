import { sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import { enforceQuota } from '../../../database/quota.ts'
import { readRecentLoss } from '../../../database/server-identity.ts'
import type { RecordAudit } from '../../../http/request.ts'
import { accountTextLimits } from '../../../platforms/contract/account-limits.ts'
import { checkTextLength } from '../../../platforms/contract/check-text.ts'
import { findOwnComment } from '../../../platforms/contract/own-comment.ts'
import { missingPermission } from '../../../platforms/contract/permissions.ts'
import type { CommentReply } from '../../../schemas/comment.ts'
import {
  callWithAccess,
  findPlatformAccount,
  type PlatformAccount,
} from '../../accounts/platform-access.ts'
import { permissionMissing, refuseWhilePaused } from '../../accounts/refusal.ts'
import { type CommentRow, findComment, isOwnReply, replyColumns } from '../queries.ts'
import { type CommentAccess, openCommentAccess, referenceTo } from '../sync/platform-access.ts'
import { markReplied, markSent } from '../sync/replies.ts'
import { syncPostSoon } from '../sync/schedule.ts'
import { errorForFailure, isOutcomeUnknown } from './refusal.ts'
import { canReply, showReply } from './show.ts'

/** Without a response by then, the sync looks for the reply on the platform. */
const responseMs = 60_000

/**
 * Replies to a comment as the account. The reply and its audit entry are stored before the platform is
 * called. Without a response it stays `sending`, and a sync of the post finds out whether it was made;
 * it is never sent again automatically.
 */
export async function replyToComment(
  ctx: Context,
  scope: Scope,
  id: string,
  text: string,
  recordAudit: RecordAudit,
): Promise<CommentReply> {
  const comment = await findComment(ctx.db.query, scope, id)
  if (!comment) {
    const isOwn = await isOwnReply(ctx.db.query, scope, id)
    throw new ServiceError(isOwn ? 'reply_not_supported' : 'comment_not_found')
  }
  if (!canReply(ctx.platforms, comment)) throw new ServiceError('reply_not_supported')
  const account = await findPlatformAccount(ctx.db.query, comment.account_id)
  const access = account && openCommentAccess(ctx, account)
  if (!account || !access) throw new ServiceError('account_not_connected')
  const permission = missingPermission(access.platform, account.permissions_granted, 'reply')
  if (permission) throw permissionMissing(account.id, permission)
  refuseTooLong(access, account, comment, text)
  refuseWhilePaused(account, ctx.clock.now())
  const replyId = await createReply(ctx, comment, text, recordAudit)
  return await send(ctx, { comment, account, access, replyId, text })
}

function refuseTooLong(
  { platform, ability }: CommentAccess,
  account: PlatformAccount,
  { author_username: authorUsername }: CommentRow,
  text: string,
) {
  const limits = accountTextLimits(ability.replyText, account.facts)
  const subject = { path: 'text', subject: 'The reply', platform: platform.name }
  const sent = ability.completeReply?.({ text, authorUsername, account }) ?? text
  const details = checkTextLength(subject, sent, limits)
    .filter(({ level }) => level === 'error')
    .map(({ path, message, limit, actual }) => ({ path, code: 'too_long', message, limit, actual }))
  if (details.length > 0) throw new ServiceError('content_invalid', { details })
}

async function createReply(
  ctx: Context,
  comment: CommentRow,
  text: string,
  recordAudit: RecordAudit,
): Promise<string> {
  const now = ctx.clock.now()
  const id = newId('reply')
  await ctx.db.transact(async (tx) => {
    const current = await tx
      .selectFrom('comment')
      .select('profile_id')
      .where('id', '=', comment.id)
      .forShare()
      .executeTakeFirst()
    if (!current) throw new ServiceError('comment_not_found')
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
        profile_id: current.profile_id,
        comment_id: comment.id,
        status: 'sending',
        text,
        platform_reply_id: null,
        permalink: null,
        created_at: now,
      })
      .execute()
    const at = new Date(now.getTime() + responseMs)
    await syncPostSoon(tx, comment.account_id, comment.platform_post_id, at)
    await recordAudit(tx, { object: 'comment_reply', id, profile_id: current.profile_id })
  })
  return id
}

type PendingReply = {
  comment: CommentRow
  account: PlatformAccount
  access: CommentAccess
  replyId: string
  text: string
}

async function send(ctx: Context, pending: PendingReply): Promise<CommentReply> {
  const { comment, account, access, replyId, text } = pending
  try {
    const sent =
      (await findLostReply(ctx, pending)) ??
      (await callWithAccess(ctx, access, (credentials) =>
        access.ability.reply!({ ...credentials, comment: referenceTo(comment), text }),
      ))
    return await recordSent(ctx, comment, replyId, sent)
  } catch (err) {
    if (err instanceof ServiceError) throw err
    ctx.log.warn({ err, reply_id: replyId }, 'comment.reply_failed')
    await recordFailure(ctx, comment, replyId, isOutcomeUnknown(err))
    throw await errorForFailure(ctx, err, { account, access, comment, capability: 'reply' })
  }
}

/**
 * The same reply, sent before a failover that lost it: the caller repeats a request that was not
 * answered, and its idempotency key was lost, too.
 */
async function findLostReply(ctx: Context, { comment, access, text }: PendingReply) {
  const lost = await readRecentLoss(ctx.db, ctx.clock.now())
  if (!lost) return null
  const { platform_post_id: platformPostId, platform_comment_id: parentCommentId } = comment
  const found = await findOwnComment(
    (cursor) =>
      callWithAccess(ctx, access, (credentials) =>
        access.ability.listComments({ ...credentials, platformPostId, cursor }),
      ),
    { text, since: lost.since, parentCommentId },
  )
  return found && { platformReplyId: found.platformCommentId, permalink: found.permalink }
}

async function recordSent(
  ctx: Context,
  comment: CommentRow,
  replyId: string,
  sent: { platformReplyId: string; permalink: string | null },
): Promise<CommentReply> {
  const now = ctx.clock.now()
  const row = await ctx.db.transact(async (tx) => {
    // A sync may have stored the reply first without recognizing its text.
    await tx
      .deleteFrom('comment_reply')
      .where('comment_id', '=', comment.id)
      .where('platform_reply_id', '=', sent.platformReplyId)
      .where('id', '<>', replyId)
      .execute()
    await markSent(tx, replyId, sent.platformReplyId, sent.permalink)
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

/** An unknown outcome is resolved by syncing the post now; after a refusal the reply has failed. */
async function recordFailure(
  ctx: Context,
  comment: CommentRow,
  replyId: string,
  isUnknown: boolean,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if (isUnknown) {
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
