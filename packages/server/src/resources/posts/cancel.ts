import { sql } from 'kysely'
import { requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Tx } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import type { Post } from '../../schemas/post.ts'
import { emitCanceled } from './events.ts'
import { readPost } from './posts.ts'
import { lockPost, lockPosts, lockTargets, refreshPost, type TargetRow } from './queries.ts'
import { isBetweenParts } from './started.ts'

/**
 * Cancels every target that has not started, and the rest of each thread that is between two parts: its
 * public parts stay. The others continue. Idempotent. 409 `post_not_editable` if nothing can be
 * canceled, or if the post is external.
 */
export async function cancelPost(ctx: Context, scope: Scope, id: string): Promise<Post> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const post = await lockPost(tx, scope, id)
    if (!post) throw new ServiceError('post_not_found')
    if (post.status !== 'draft') requirePermission(scope, 'posts:write')
    const targets = await lockTargets(tx, id)
    const waiting = targets.filter(isCancelable)
    if (post.status === 'canceled') return await readPost(tx, scope, id)
    const hasStarted = targets.length > 0 && waiting.length === 0
    if (hasStarted || post.source === 'external') throw new ServiceError('post_not_editable')
    const ids = waiting.map((target) => target.id)
    await cancelTargets(tx, ids, now)
    if (targets.length === 0) {
      await tx
        .updateTable('post')
        .set({ status: 'canceled', updated_at: now })
        .where('id', '=', id)
        .execute()
      return await readPost(tx, scope, id)
    }
    await emitCanceled(tx, ids, now)
    await refreshPost(tx, id, now)
    return await readPost(tx, scope, id)
  })
}

function isCancelable(target: TargetRow): boolean {
  const { status } = target
  if (status === 'draft' || status === 'scheduled') return true
  return status === 'publishing' && isBetweenParts(target)
}

/** Cancels targets; a worker that just claimed one loses its lease. */
export async function cancelTargets(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('post_target')
    .set({
      status: sql<TargetStatus>`case when part > 1 then 'partially_published' else 'canceled' end`,
      published_at: sql<Date | null>`(select published_at from post_part
        where target_id = post_target.id and number = 1)`,
      error_code: null,
      error_source: null,
      error_message: null,
      error_retryable: null,
      due_at: null,
      phase: null,
      lease_until: null,
      lease_token: null,
      progress_sealed: null,
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute()
}

/** Cancels the waiting targets of an account that is being disconnected, with an event for each. */
export async function cancelAccountTargets(tx: Tx, accountId: string, now: Date): Promise<void> {
  const posts = await tx
    .selectFrom('post_target')
    .select('post_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('status', 'in', ['draft', 'scheduled'])
    .execute()
  await lockPosts(
    tx,
    posts.map((row) => row.post_id),
  )
  const waiting = await tx
    .selectFrom('post_target')
    .select(['id', 'post_id'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['draft', 'scheduled'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = waiting.map((target) => target.id)
  await cancelTargets(tx, ids, now)
  await emitCanceled(tx, ids, now)
  for (const postId of new Set(waiting.map((target) => target.post_id))) {
    await refreshPost(tx, postId, now)
  }
}
