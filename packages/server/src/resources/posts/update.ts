import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { inOneTransaction } from '../../database/nested-transaction.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Post, PostUpdate, TargetInput } from '../../schemas/post.ts'
import { requirePublishable } from './check.ts'
import { tellScheduled } from './events.ts'
import { type PostPlan, planPost } from './plan.ts'
import { readPost } from './posts.ts'
import {
  findPost,
  listTargets,
  lockPost,
  lockTargets,
  type PostRow,
  refreshPost,
  type TargetRow,
} from './queries.ts'
import { leftProfile } from './retry.ts'
import { holdAccounts, holdMedia, insertTargets, refuseDuplicates } from './write.ts'

/**
 * Changes what is given of a post none of whose targets has begun; 409 `post_not_editable` after
 * that. The whole post is checked again as if it were new; targets keep their ids per account. A
 * post with targets stays in its profile.
 */
export async function updatePost(
  ctx: Context,
  scope: Scope,
  id: string,
  input: PostUpdate,
): Promise<Post> {
  return await inOneTransaction(ctx, async (inside) => {
    // Of two changes at once the second is planned on what the first has written: it writes all of
    // the post, and would else undo what it was not asked to change.
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 5))`.execute(inside.db.read)
    return await change(inside, scope, id, input)
  })
}

async function change(ctx: Context, scope: Scope, id: string, input: PostUpdate): Promise<Post> {
  const plan = await planChange(ctx, scope, id, input)
  if (plan.mode !== 'draft') await requirePublishable(ctx, plan)
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    // Profile, accounts, post, targets: whoever locks several of them keeps to this order.
    await holdAccounts(tx, scope, plan)
    const ids = await openForChange(tx, scope, id)
    await holdMedia(tx, scope, plan)
    if (plan.mode !== 'draft' && !input.allow_duplicate) {
      await refuseDuplicates(tx, scope, plan, now, id)
    }
    await tx.deleteFrom('post_target').where('post_id', '=', id).execute()
    await tx
      .updateTable('post')
      .set({
        profile_id: plan.profileId,
        mode: plan.mode,
        text: plan.text,
        media: JSON.stringify(plan.media),
        scheduled_at: plan.scheduledAt,
        ...(input.external_id === undefined ? {} : { external_id: input.external_id }),
        ...(input.metadata === undefined ? {} : { metadata: JSON.stringify(input.metadata) }),
        ...(input.tags === undefined ? {} : { tags: input.tags }),
      })
      .where('id', '=', id)
      .execute()
    await insertTargets(tx, scope, id, plan, now, ids)
    await refreshPost(tx, id, now)
    if (plan.mode !== 'draft') {
      await tellScheduled(tx, id, now)
      wakeAfterCommit(tx, 'work')
    }
    return await readPost(tx, scope, id)
  })
}

/** The post as it would be after the change, found and decided like a new one. */
async function planChange(
  ctx: Context,
  scope: Scope,
  id: string,
  input: PostUpdate,
): Promise<PostPlan> {
  const post = await findPost(ctx.db.read, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  const targets = await listTargets(ctx.db.read, [id])
  requireEditable(post, targets)
  const hasNewTime = input.scheduled_at !== undefined
  const scheduledAt = hasNewTime ? input.scheduled_at : post.scheduled_at?.toISOString()
  const mode = input.mode ?? (hasNewTime ? (input.scheduled_at ? 'schedule' : 'draft') : post.mode)
  const plan = await planPost(ctx, scope, {
    text: input.text ?? post.text,
    media: input.media ?? post.media,
    targets: input.targets ?? targets.map((target) => asInput(target, mode, hasNewTime)),
    mode,
    scheduled_at: mode === 'now' ? undefined : (scheduledAt ?? undefined),
  })
  if (plan.profileId === post.profile_id) return plan
  if (plan.targets.length === 0) return { ...plan, profileId: post.profile_id }
  // What names no account yet may go to the profile of the first that it gets.
  if (targets.length === 0) return plan
  if (input.targets) throw new ServiceError('mixed_profiles', { param: 'targets' })
  throw leftProfile(targets, targets[0]!.account_id)
}

/** A stored target as its own request; a new time of the post is a new time of all its targets. */
function asInput(target: TargetRow, mode: PostPlan['mode'], hasNewTime: boolean): TargetInput {
  const keepsTime = mode === 'schedule' && !hasNewTime && target.scheduled_at
  return {
    account_id: target.account_id,
    ...(target.text === null ? {} : { text: target.text }),
    ...(target.media === null ? {} : { media: target.media }),
    options: target.options as TargetInput['options'],
    ...(target.first_comment === null ? {} : { first_comment: target.first_comment }),
    ...(keepsTime ? { scheduled_at: target.scheduled_at!.toISOString() } : {}),
  }
}

/** Locks the post for a change and answers which target each account has. */
async function openForChange(tx: Tx, scope: Scope, id: string): Promise<Map<string, string>> {
  const post = await lockPost(tx, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  const targets = await lockTargets(tx, id)
  requireEditable(post, targets)
  return new Map(targets.map((target) => [target.account_id, target.id]))
}

function requireEditable(
  post: Pick<PostRow, 'source' | 'status'>,
  targets: readonly TargetRow[],
): void {
  const isOpen = targets.every(
    ({ status, attempts }) => status === 'draft' || (status === 'scheduled' && attempts === 0),
  )
  if (!isOpen || post.source === 'external' || post.status === 'canceled')
    throw new ServiceError('post_not_editable')
}
