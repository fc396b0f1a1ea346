import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import type { PlatformComment } from '../../../platforms/contract/comments.ts'
import { callWithAccess } from '../../accounts/platform-access.ts'
import { type CommentBatch, recordComments } from './record.ts'
import { isRunOver, type SyncRun, transactRun } from './run.ts'
import type { LockedAccount } from './schedule.ts'
import { nextSyncAfterFailure, nextSyncAt } from './sync-times.ts'

export type PostSchedule = NonNullable<Awaited<ReturnType<typeof findDuePost>>>

/** A complete sync marks a `sending` reply that is older than this and not found as failed. */
const lostReplyMs = 120_000

/** The account's post that has been due the longest. */
export async function findDuePost(db: Queries, accountId: string, now: Date) {
  return await db
    .selectFrom('post_poll')
    .select([
      'id',
      'post_id',
      'platform_post_id',
      'published_at',
      'synced_at',
      'completed_at',
      'sync_started_at',
      'cursor',
      'failures',
      'due_at',
    ])
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Reads a post's comments, newest first, back to the last sync, and all of them at least hourly. Each
 * page is stored with its events before the next is requested, and only a finished sync moves the
 * starting point, so a crash loses and repeats nothing. A run that is over continues in the next.
 */
export async function syncPost(ctx: Context, run: SyncRun, schedule: PostSchedule): Promise<void> {
  const startedAt = schedule.sync_started_at ?? ctx.clock.now()
  let cursor = schedule.cursor
  const orphans: PlatformComment[] = []
  for (;;) {
    if (isRunOver(ctx, run))
      return await saveProgress(ctx, run, schedule, { startedAt, cursor, orphans })
    run.callsLeft -= 1
    const platformPostId = schedule.platform_post_id
    const page = await callWithAccess(ctx, run.access, (credentials) =>
      run.access.ability.listComments({ ...credentials, platformPostId, cursor }),
    )
    const pageOrphans = await transactRun(ctx, run, (tx, account) =>
      recordComments(tx, batchOf(ctx, account, schedule, startedAt, page.items, 'return')),
    )
    orphans.push(...pageOrphans)
    const isComplete = page.next === null
    if (isComplete || isAlreadySynced(schedule, startedAt, page.items)) {
      return await finishSync(ctx, run, schedule, { startedAt, orphans, isComplete })
    }
    cursor = page.next
  }
}

function batchOf(
  ctx: Context,
  account: LockedAccount,
  schedule: PostSchedule,
  seenAt: Date,
  comments: readonly PlatformComment[],
  orphans: CommentBatch['orphans'],
): CommentBatch {
  return {
    account,
    postId: schedule.post_id,
    platformPostId: schedule.platform_post_id,
    comments,
    source: 'sync',
    orphans,
    seenAt,
    now: ctx.clock.now(),
  }
}

/** The last sync saw every comment on the page, and so every older one. */
function isAlreadySynced(
  schedule: PostSchedule,
  startedAt: Date,
  comments: readonly PlatformComment[],
): boolean {
  if (!schedule.synced_at || !schedule.completed_at) return false
  const sinceCompleteMs = startedAt.getTime() - schedule.completed_at.getTime()
  if (sinceCompleteMs >= limits.comment.completeEveryMs) return false
  const syncedBefore = new Date(schedule.synced_at.getTime() - limits.comment.overlapMs)
  return comments.every((comment) => comment.commentedAt < syncedBefore)
}

/** Stores the cursor for the next run, because this one has no calls left. */
async function saveProgress(
  ctx: Context,
  run: SyncRun,
  schedule: PostSchedule,
  progress: { startedAt: Date; cursor: string | null; orphans: readonly PlatformComment[] },
): Promise<void> {
  await transactRun(ctx, run, async (tx, account) => {
    await recordComments(
      tx,
      batchOf(ctx, account, schedule, progress.startedAt, progress.orphans, 'store'),
    )
    await tx
      .updateTable('post_poll')
      .set({
        sync_started_at: progress.cursor ? progress.startedAt : null,
        cursor: progress.cursor,
      })
      .where('id', '=', schedule.id)
      .execute()
  })
}

async function finishSync(
  ctx: Context,
  run: SyncRun,
  schedule: PostSchedule,
  sync: { startedAt: Date; orphans: readonly PlatformComment[]; isComplete: boolean },
): Promise<void> {
  const { startedAt, orphans, isComplete } = sync
  const now = ctx.clock.now()
  await transactRun(ctx, run, async (tx, account) => {
    await recordComments(tx, batchOf(ctx, account, schedule, startedAt, orphans, 'store'))
    if (isComplete) await markMissing(tx, account.id, schedule, startedAt, now)
    await tx
      .updateTable('post_poll')
      .set({
        synced_at: startedAt,
        ...(isComplete ? { completed_at: startedAt } : {}),
        sync_started_at: null,
        cursor: null,
        failures: 0,
        due_at: unlessRescheduled(schedule, nextSyncAt(schedule.published_at, now), now),
      })
      .where('id', '=', schedule.id)
      .execute()
  })
}

/** Marks comments that a complete sync did not find as deleted, and unconfirmed replies as failed. */
async function markMissing(
  tx: Tx,
  accountId: string,
  schedule: PostSchedule,
  startedAt: Date,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ deleted_at: now, updated_at: now })
    .where('post_id', '=', schedule.post_id)
    .where('account_id', '=', accountId)
    .where('seen_at', '<', startedAt)
    .where('deleted_at', 'is', null)
    .execute()
  await tx
    .updateTable('comment_reply')
    .set({ status: 'failed' })
    .where('status', '=', 'sending')
    .where('created_at', '<', new Date(startedAt.getTime() - lostReplyMs))
    .where('comment_id', 'in', (eb) =>
      eb
        .selectFrom('comment')
        .select('comment.id')
        .where('comment.post_id', '=', schedule.post_id)
        .where('comment.account_id', '=', accountId),
    )
    .execute()
}

/** If a platform webhook changed `due_at` during the sync, the post is read again after the spacing. */
function unlessRescheduled(schedule: PostSchedule, next: Date | null, now: Date) {
  const soon = new Date(now.getTime() + limits.comment.webhookSpacingMs)
  return sql<Date | null>`case when date_trunc('milliseconds', due_at) = ${schedule.due_at}::timestamptz
    then ${next}::timestamptz else greatest(due_at, ${soon}::timestamptz) end`
}

/** The platform refuses this post: it is retried with growing delays, then not at all. */
export async function recordPostFailure(
  ctx: Context,
  run: SyncRun,
  schedule: PostSchedule,
): Promise<void> {
  const failures = schedule.failures + 1
  const now = ctx.clock.now()
  await transactRun(ctx, run, async (tx) => {
    await tx
      .updateTable('post_poll')
      .set({
        failures,
        sync_started_at: null,
        cursor: null,
        due_at: unlessRescheduled(schedule, nextSyncAfterFailure(failures, now), now),
      })
      .where('id', '=', schedule.id)
      .execute()
  })
}
