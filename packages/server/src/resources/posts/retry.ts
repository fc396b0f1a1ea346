import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Post } from '../../schemas/post.ts'
import { readPost } from './posts.ts'
import { finishPublished } from './publish/finish.ts'
import { lockPost, lockTargets, refreshPost, type TargetRow } from './queries.ts'
import { untouched } from './write.ts'

/**
 * Publishes again what failed or whose outcome is unknown, from the beginning and at once: the
 * owner's decision, never ours. With `targetId` only that target. 409 `post_not_editable` when there
 * is nothing to retry; 422 `account_not_connected` when an account left the post's profile since.
 */
export async function retryPost(
  ctx: Context,
  scope: Scope,
  id: string,
  targetId: string | null,
): Promise<Post> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const accounts = await holdAccountsOf(tx, id)
    const post = await lockPost(tx, scope, id)
    if (!post) throw new ServiceError('post_not_found')
    const targets = await lockTargets(tx, id)
    const named = targetId ? targets.filter((target) => target.id === targetId) : targets
    if (targetId && named.length === 0) throw new ServiceError('target_not_found')
    const open = named.filter(({ status }) => status === 'failed' || status === 'unknown')
    if (open.length === 0) throw new ServiceError('post_not_editable')
    for (const { account_id } of open) {
      if (accounts.get(account_id) === post.profile_id) continue
      throw leftProfile(targets, account_id)
    }
    const ids = open.map((target) => target.id)
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

/** Where the accounts of a post are, held there until the transaction ends: before its own row. */
async function holdAccountsOf(tx: Tx, postId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'profile_id'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('post_target').select('account_id').where('post_id', '=', postId),
    )
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row.profile_id]))
}

/** Another profile's account is not published to, whatever it was before it moved. */
export function leftProfile(targets: readonly TargetRow[], accountId: string): ServiceError {
  const place = targets.find((target) => target.account_id === accountId)?.place ?? 0
  const message = 'The account is in another profile now; move it back to publish this post there.'
  return new ServiceError('account_not_connected', {
    details: [{ path: `targets.${place}`, code: 'account_moved', message, account_id: accountId }],
  })
}

/**
 * The owner found the post on the platform: an unknown target becomes published. Its event follows
 * with the permalink, which is read at once.
 * 409 `post_not_editable` when its outcome is not unknown, 400 when the id is another target's.
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
    await refuseTaken(tx, target, platformPostId)
    await finishPublished(tx, {
      targetId,
      accountId: target.account_id,
      platformPostId,
      lookAgainAt: now,
      permalink: null,
      hasFirstComment: false,
      now,
    })
    wakeAfterCommit(tx, 'work')
    return await readPost(tx, scope, id)
  })
}

/** One post on the platform is one target; the id of an imported post is free for its target. */
async function refuseTaken(tx: Tx, target: TargetRow, platformPostId: string): Promise<void> {
  const taken = await tx
    .selectFrom('post_target')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .select('post_target.id')
    .where('post_target.account_id', '=', target.account_id)
    .where('post_target.platform_post_id', '=', platformPostId)
    .where('post.source', '=', 'api')
    .executeTakeFirst()
  if (taken) throw invalidField('platform_post_id', `This is the post of ${taken.id}.`, 'taken')
}
