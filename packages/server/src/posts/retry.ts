import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import type { Context } from '../context.ts'
import { wakeAfterCommit } from '../database/open.ts'
import type { Post } from '../resources/post.ts'
import { readPost } from './posts.ts'
import { finishPublished } from './publish/finish.ts'
import { lockPost, lockTargets, refreshPost } from './queries.ts'
import { untouched } from './write.ts'

/**
 * Publishes again what failed or whose outcome is unknown, from the beginning and at once: the
 * owner's decision, never ours. With `targetId` only that target. 409 `post_not_editable` when there
 * is nothing to retry.
 */
export async function retryPost(
  ctx: Context,
  scope: Scope,
  id: string,
  targetId: string | null,
): Promise<Post> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const post = await lockPost(tx, scope, id)
    if (!post) throw new ServiceError('post_not_found')
    const targets = await lockTargets(tx, id)
    const named = targetId ? targets.filter((target) => target.id === targetId) : targets
    if (targetId && named.length === 0) throw new ServiceError('target_not_found')
    const ids = named
      .filter(({ status }) => status === 'failed' || status === 'unknown')
      .map((target) => target.id)
    if (ids.length === 0) throw new ServiceError('post_not_editable')
    await tx
      .updateTable('post_target')
      .set({ ...untouched, status: 'scheduled', due_at: now, updated_at: now })
      .where('id', 'in', ids)
      .execute()
    await refreshPost(tx, id, now)
    wakeAfterCommit(tx, 'work')
    return await readPost(tx, scope, id)
  })
}

/**
 * The owner found the post on the platform: an unknown target becomes published, with its event.
 * 409 `post_not_editable` when its outcome is not unknown.
 */
export async function resolveTarget(
  ctx: Context,
  scope: Scope,
  id: string,
  targetId: string,
  platformPostId: string,
): Promise<Post> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const post = await lockPost(tx, scope, id)
    if (!post) throw new ServiceError('post_not_found')
    const target = (await lockTargets(tx, id)).find((each) => each.id === targetId)
    if (!target) throw new ServiceError('target_not_found')
    if (target.status !== 'unknown') throw new ServiceError('post_not_editable')
    await finishPublished(tx, {
      targetId,
      platformPostId,
      permalink: null,
      hasFirstComment: false,
      now,
    })
    return await readPost(tx, scope, id)
  })
}
