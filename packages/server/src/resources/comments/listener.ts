import type { Context } from '../../context.ts'
import type { Tx } from '../../database/open.ts'
import type { PlatformComment } from '../../platforms/comments.ts'
import { importPosts } from '../posts/import.ts'
import { findAccountsByPlatformId, type InboundListener } from './inbound.ts'
import { recordComments } from './record.ts'
import {
  type LockedAccount,
  listPostsSoon,
  lockConnectedAccount,
  schedulePosts,
  syncPostSoon,
} from './schedule.ts'

/** How long a post that may be one of ours is waited for. */
const underWayMs = 30_000

type CommentHint = { platformPostId: string; comment: PlatformComment | null }

/**
 * A platform's word about comments. A whole one that is new is stored at once; of everything else
 * the post is read soon. Accounts that are not known here are passed over.
 */
export const commentListener: InboundListener = async (ctx, platform, event) => {
  if (event.type !== 'comment' && event.type !== 'comment_deleted') return
  for (const accountId of await findAccountsByPlatformId(ctx, platform, event.platformAccountId)) {
    await ctx.db.transact(async (tx) => {
      const account = await lockConnectedAccount(tx, accountId)
      if (!account) return
      if (event.type === 'comment') await takeHint(ctx, tx, account, event)
      else await markDeleted(tx, account.id, event.platformCommentId, ctx.clock.now())
    })
  }
}

async function takeHint(
  ctx: Context,
  tx: Tx,
  account: LockedAccount,
  hint: CommentHint,
): Promise<void> {
  const now = ctx.clock.now()
  const { platformPostId, comment } = hint
  const stub = { platformPostId, text: '', permalink: null, publishedAt: null }
  const post = (await importPosts(tx, account, [stub], now)).get(platformPostId)
  if (!post) {
    const soon = new Date(now.getTime() + underWayMs)
    return await syncPostSoon(tx, account.id, platformPostId, soon)
  }
  if (post.isStub) await listPostsSoon(tx, account.id, now)
  const publishedAt = comment?.commentedAt ?? now
  await schedulePosts(tx, account.id, new Map([[platformPostId, { ...post, publishedAt }]]), now)
  const isStored = comment !== null && (await store(tx, account, post.postId, hint, comment, now))
  if (!isStored) await syncPostSoon(tx, account.id, platformPostId, now)
}

/** Whether the comment needs no reading: it was stored with everything that belongs to it. */
async function store(
  tx: Tx,
  account: LockedAccount,
  postId: string,
  hint: CommentHint,
  comment: PlatformComment,
  now: Date,
): Promise<boolean> {
  const known = await tx
    .selectFrom('comment')
    .select('id')
    .where('account_id', '=', account.id)
    .where('platform_comment_id', '=', comment.platformCommentId)
    .executeTakeFirst()
  // It may have been edited, and it may be an old delivery that comes again: the platform knows.
  if (known) return false
  const left = await recordComments(tx, {
    account,
    postId,
    platformPostId: hint.platformPostId,
    comments: [comment],
    source: 'delivery',
    orphans: 'hand_back',
    seenAt: now,
    now,
  })
  return left.length === 0
}

/** A comment of another person stays, marked; a reply of the account's own goes. */
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
