import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/open.ts'
import type { PlatformComment } from '../../../platforms/contract/comments.ts'
import { importPosts } from '../../posts/import.ts'
import { findAccountsByPlatformId, type InboundListener } from './inbound.ts'
import { recordComments } from './record.ts'
import {
  type LockedAccount,
  listPostsSoon,
  lockConnectedAccount,
  schedulePosts,
  syncPostSoon,
} from './schedule.ts'

/** The wait for a post that is unknown because it may just be published from here. */
const publishingMs = 30_000

type CommentWebhook = { platformPostId: string; comment: PlatformComment | null }

/**
 * Handles a platform's webhook about comments. A complete new comment is stored immediately; otherwise the
 * post is synced soon. Unknown accounts are ignored.
 */
export const commentListener: InboundListener = async (ctx, platform, event) => {
  if (event.type !== 'comment' && event.type !== 'comment_deleted') return
  for (const accountId of await findAccountsByPlatformId(ctx, platform, event.platformAccountId)) {
    await ctx.db.transact(async (tx) => {
      const account = await lockConnectedAccount(tx, accountId)
      if (!account) return
      if (event.type === 'comment') await handleComment(ctx, tx, account, event)
      else await markDeleted(tx, account.id, event.platformCommentId, ctx.clock.now())
    })
  }
}

async function handleComment(
  ctx: Context,
  tx: Tx,
  account: LockedAccount,
  webhook: CommentWebhook,
): Promise<void> {
  const now = ctx.clock.now()
  const { platformPostId, comment } = webhook
  const stub = { platformPostId, text: '', permalink: null, publishedAt: null }
  const post = (await importPosts(tx, account, [stub], now)).get(platformPostId)
  if (!post) {
    const soon = new Date(now.getTime() + publishingMs)
    return await syncPostSoon(tx, account.id, platformPostId, soon)
  }
  if (post.isStub) await listPostsSoon(tx, account.id, now)
  const publishedAt = comment?.commentedAt ?? now
  await schedulePosts(tx, account.id, new Map([[platformPostId, { ...post, publishedAt }]]), now)
  const isStored =
    comment !== null && (await storeComment(tx, account, post.postId, webhook, comment, now))
  if (!isStored) await syncPostSoon(tx, account.id, platformPostId, now)
}

/** Whether the comment was stored with its parent, so that the post needs no sync. */
async function storeComment(
  tx: Tx,
  account: LockedAccount,
  postId: string,
  webhook: CommentWebhook,
  comment: PlatformComment,
  now: Date,
): Promise<boolean> {
  const stored = await tx
    .selectFrom('comment')
    .select('id')
    .where('account_id', '=', account.id)
    .where('platform_comment_id', '=', comment.platformCommentId)
    .executeTakeFirst()
  // It may be an edit or an old webhook sent again; only a sync can tell.
  if (stored) return false
  const orphans = await recordComments(tx, {
    account,
    postId,
    platformPostId: webhook.platformPostId,
    comments: [comment],
    source: 'webhook',
    orphans: 'return',
    seenAt: now,
    now,
  })
  return orphans.length === 0
}

/** Marks another person's comment as deleted; deletes the account's own reply. */
async function markDeleted(
  tx: Tx,
  accountId: string,
  platformId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ deleted_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .where('platform_comment_id', '=', platformId)
    .where('deleted_at', 'is', null)
    .execute()
  await tx
    .deleteFrom('comment_reply')
    .where('platform_reply_id', '=', platformId)
    .where('comment_id', 'in', (eb) =>
      eb.selectFrom('comment').select('comment.id').where('comment.account_id', '=', accountId),
    )
    .execute()
}
