import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Reader, Tx } from '../../database/open.ts'
import type { PlatformComment } from '../../platforms/comments.ts'
import { type CommentBatch, recordComments } from './record.ts'
import { type SyncRun, transactRun } from './run.ts'
import type { LockedAccount } from './schedule.ts'
import { nextSyncAfterFailure, nextSyncAt } from './sync-times.ts'

export type PostSchedule = NonNullable<Awaited<ReturnType<typeof findDuePost>>>

/** A reply that was sent this long before a complete reading that lacks it was never made. */
const lostReplyMs = 120_000

/** The post of an account whose reading is due the longest. */
export async function findDuePost(db: Reader, accountId: string, now: Date) {
  return await db
    .selectFrom('post_watch')
    .select([
      'id',
      'post_id',
      'platform_post_id',
      'published_at',
      'read_at',
      'complete_at',
      'reading_since',
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
 * Reads the comments of one post, the newest first, back to what the last reading had seen, and at
 * least hourly all of them. Every page is stored with its events before the next is asked for, and
 * only the end of a reading moves the mark it starts from: wherever a process ends, the next
 * reading goes over the same ground and nothing is lost or announced twice. A reading that the
 * run's calls don't suffice for goes on in another run.
 */
export async function syncPost(ctx: Context, run: SyncRun, watch: PostSchedule): Promise<void> {
  const startedAt = watch.reading_since ?? ctx.clock.now()
  let cursor = watch.cursor
  const held: PlatformComment[] = []
  for (;;) {
    if (run.callsLeft <= 0) return await putOff(ctx, run, watch, { startedAt, cursor, held })
    run.callsLeft -= 1
    const page = await run.acting.ability.listComments({
      ...run.acting.by,
      platformPostId: watch.platform_post_id,
      cursor,
    })
    const left = await transactRun(ctx, run, (tx, account) =>
      recordComments(tx, recordingOf(ctx, account, watch, startedAt, page.items, 'hand_back')),
    )
    held.push(...left)
    const isComplete = page.next === null
    if (isComplete || isKnownGround(watch, startedAt, page.items)) {
      return await finish(ctx, run, watch, { startedAt, held, isComplete })
    }
    cursor = page.next
  }
}

function recordingOf(
  ctx: Context,
  account: LockedAccount,
  watch: PostSchedule,
  seenAt: Date,
  comments: readonly PlatformComment[],
  orphans: CommentBatch['orphans'],
): CommentBatch {
  return {
    account,
    postId: watch.post_id,
    platformPostId: watch.platform_post_id,
    comments,
    source: 'reading',
    orphans,
    seenAt,
    now: ctx.clock.now(),
  }
}

/** Everything on the page, and so behind it, was there when the last reading went by. */
function isKnownGround(
  watch: PostSchedule,
  startedAt: Date,
  comments: readonly PlatformComment[],
): boolean {
  if (!watch.read_at || !watch.complete_at) return false
  const sinceCompleteMs = startedAt.getTime() - watch.complete_at.getTime()
  if (sinceCompleteMs >= limits.comment.completeEveryMs) return false
  const known = new Date(watch.read_at.getTime() - limits.comment.overlapMs)
  return comments.every((comment) => comment.commentedAt < known)
}

/** The run's calls are spent: the reading goes on where it stands. */
async function putOff(
  ctx: Context,
  run: SyncRun,
  watch: PostSchedule,
  at: { startedAt: Date; cursor: string | null; held: readonly PlatformComment[] },
): Promise<void> {
  await transactRun(ctx, run, async (tx, account) => {
    await recordComments(tx, recordingOf(ctx, account, watch, at.startedAt, at.held, 'store'))
    await tx
      .updateTable('post_watch')
      .set({ reading_since: at.cursor ? at.startedAt : null, cursor: at.cursor })
      .where('id', '=', watch.id)
      .execute()
  })
}

async function finish(
  ctx: Context,
  run: SyncRun,
  watch: PostSchedule,
  reading: { startedAt: Date; held: readonly PlatformComment[]; isComplete: boolean },
): Promise<void> {
  const { startedAt, held, isComplete } = reading
  const now = ctx.clock.now()
  await transactRun(ctx, run, async (tx, account) => {
    await recordComments(tx, recordingOf(ctx, account, watch, startedAt, held, 'store'))
    if (isComplete) await noticeGone(tx, account.id, watch, startedAt, now)
    await tx
      .updateTable('post_watch')
      .set({
        read_at: startedAt,
        ...(isComplete ? { complete_at: startedAt } : {}),
        reading_since: null,
        cursor: null,
        failures: 0,
        due_at: unlessHinted(watch, nextSyncAt(watch.published_at, now), now),
      })
      .where('id', '=', watch.id)
      .execute()
  })
}

/** What a complete reading lacks is gone there: comments, and replies that got no answer. */
async function noticeGone(
  tx: Tx,
  accountId: string,
  watch: PostSchedule,
  startedAt: Date,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ deleted_at: now, updated_at: now })
    .where('post_id', '=', watch.post_id)
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
        .where('comment.post_id', '=', watch.post_id)
        .where('comment.account_id', '=', accountId),
    )
    .execute()
}

/** After a hint that came during the reading the post is read again, not within seconds. */
function unlessHinted(watch: PostSchedule, next: Date | null, now: Date) {
  const soon = new Date(now.getTime() + limits.comment.hintSpacingMs)
  return sql<Date | null>`case when date_trunc('milliseconds', due_at) = ${watch.due_at}::timestamptz
    then ${next}::timestamptz else greatest(due_at, ${soon}::timestamptz) end`
}

/** The platform refuses this one post: it is tried more and more seldom, and at last not at all. */
export async function recordPostFailure(
  ctx: Context,
  run: SyncRun,
  watch: PostSchedule,
): Promise<void> {
  const failures = watch.failures + 1
  const now = ctx.clock.now()
  await transactRun(ctx, run, async (tx) => {
    await tx
      .updateTable('post_watch')
      .set({
        failures,
        reading_since: null,
        cursor: null,
        due_at: unlessHinted(watch, nextSyncAfterFailure(failures, now), now),
      })
      .where('id', '=', watch.id)
      .execute()
  })
}
