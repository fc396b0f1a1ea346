import type { Context } from '../../context.ts'
import type { Queries } from '../../database/open.ts'
import { cancelTargets } from './cancel.ts'
import { emitCanceled } from './events.ts'
import { lockPosts, refreshPost } from './queries.ts'

/**
 * Cancels those of the targets that are still scheduled, with an event for each, post by post. For
 * a restored installation that missed their time. Returns how many it canceled.
 */
export async function cancelMissed(ctx: Context, targetIds: readonly string[]): Promise<number> {
  if (targetIds.length === 0) return 0
  const rows = await findWaiting(ctx.db.query, targetIds).execute()
  const targetsOf = Map.groupBy(rows, (row) => row.post_id)
  let canceled = 0
  for (const [postId, targets] of targetsOf) {
    const now = ctx.clock.now()
    const ids = targets.map(({ id }) => id)
    canceled += await ctx.db.transact(async (tx) => {
      await lockPosts(tx, [postId])
      const waiting = await findWaiting(tx, ids).forUpdate().execute()
      const waitingIds = waiting.map(({ id }) => id)
      await cancelTargets(tx, waitingIds, now)
      await emitCanceled(tx, waitingIds, now)
      await refreshPost(tx, postId, now)
      return waitingIds.length
    })
  }
  return canceled
}

function findWaiting(db: Queries, targetIds: readonly string[]) {
  return db
    .selectFrom('post_target')
    .select(['id', 'post_id'])
    .where('id', 'in', targetIds)
    .where('status', '=', 'scheduled')
    .orderBy('id')
}
