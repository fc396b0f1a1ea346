import { sql } from 'kysely'
import { requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { inOneTransaction } from '../../database/nested-transaction.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Post, PostUpdate, TargetInput } from '../../schemas/post.ts'
import { requirePublishable } from './check.ts'
import { emitScheduled } from './events.ts'
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
import { accountMoved } from './retry.ts'
import {
  contentBytesOf,
  insertTargets,
  lockAccounts,
  lockMedia,
  refuseDuplicates,
  targetTextsOf,
} from './write.ts'

/**
 * Updates the fields in `input`; 409 `post_not_editable` once a target has started. The whole post
 * is validated like a new one. Targets keep their id per account, and a post with targets stays in
 * its profile.
 */
export async function updatePost(
  ctx: Context,
  scope: Scope,
  id: string,
  input: PostUpdate,
): Promise<Post> {
  return await inOneTransaction(ctx, async (inner) => {
    // Serializes concurrent updates: each writes the whole post, so the second must be planned on
    // what the first has written.
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 5))`.execute(inner.db.query)
    return await applyUpdate(inner, scope, id, input)
  })
}

async function applyUpdate(
  ctx: Context,
  scope: Scope,
  id: string,
  input: PostUpdate,
): Promise<Post> {
  const plan = await planUpdate(ctx, scope, id, input)
  if (plan.mode !== 'draft') {
    requirePermission(scope, 'posts:write')
    await requirePublishable(ctx, plan)
  }
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    // Lock order everywhere: profile, accounts, post, targets.
    await lockAccounts(tx, scope, plan)
    const ids = await lockEditable(tx, scope, id)
    await lockMedia(tx, scope, plan)
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
        target_texts: targetTextsOf(plan),
        content_bytes: contentBytesOf(plan),
        media: JSON.stringify(plan.media),
        thread: JSON.stringify(plan.thread),
        thread_fallback: plan.threadFallback,
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
      await emitScheduled(tx, id, now)
      wakeAfterCommit(tx, 'work')
    }
    return await readPost(tx, scope, id)
  })
}

/** Plans the post as it would be after the update. */
async function planUpdate(
  ctx: Context,
  scope: Scope,
  id: string,
  input: PostUpdate,
): Promise<PostPlan> {
  const post = await findPost(ctx.db.query, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  const targets = await listTargets(ctx.db.query, [id])
  requireEditable(post, targets)
  // Changing a scheduled post changes what is published.
  if (post.mode !== 'draft') requirePermission(scope, 'posts:write')
  const hasNewTime = input.scheduled_at !== undefined
  const scheduledAt = hasNewTime ? input.scheduled_at : post.scheduled_at?.toISOString()
  const mode = input.mode ?? (hasNewTime ? (input.scheduled_at ? 'schedule' : 'draft') : post.mode)
  const changed = {
    text: input.text ?? post.text,
    media: input.media ?? post.media,
    thread: input.thread ?? post.thread,
    thread_fallback:
      input.thread_fallback === undefined ? post.thread_fallback : input.thread_fallback,
    targets: input.targets ?? targets.map((target) => toTargetInput(target, mode, hasNewTime)),
    mode,
    scheduled_at: mode === 'now' ? undefined : (scheduledAt ?? undefined),
  }
  // A draft that becomes a scheduled post needs a future time like a new one.
  const times = mode === post.mode ? [post, ...targets].map((each) => each.scheduled_at) : []
  const storedTimes = times.flatMap((time) => time?.getTime() ?? [])
  const plan = await planPost(ctx, scope, changed, storedTimes)
  if (plan.profileId === post.profile_id) return plan
  if (plan.targets.length === 0) return { ...plan, profileId: post.profile_id }
  // A draft without accounts may go to the profile of its first ones.
  if (targets.length === 0) return plan
  if (input.targets) throw new ServiceError('mixed_profiles', { param: 'targets' })
  throw accountMoved(targets, targets[0]!.account_id)
}

/** Turns a stored target back into input. A new time of the post applies to all its targets. */
function toTargetInput(
  target: TargetRow,
  mode: PostPlan['mode'],
  hasNewTime: boolean,
): TargetInput {
  const keepsTime = mode === 'schedule' && !hasNewTime && target.scheduled_at
  const { text, media, thread, first_comment } = target.written ?? target
  return {
    account_id: target.account_id,
    ...(text === null ? {} : { text }),
    ...(media === null ? {} : { media }),
    ...(thread === null ? {} : { thread }),
    options: target.options as TargetInput['options'],
    ...(first_comment === null ? {} : { first_comment }),
    ...(keepsTime ? { scheduled_at: target.scheduled_at!.toISOString() } : {}),
  }
}

/** Locks the post for an update and returns its target ids by account id. */
async function lockEditable(tx: Tx, scope: Scope, id: string): Promise<Map<string, string>> {
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
  const isEditable = targets.every(
    ({ status, attempts }) => status === 'draft' || (status === 'scheduled' && attempts === 0),
  )
  if (!isEditable || post.source === 'external' || post.status === 'canceled')
    throw new ServiceError('post_not_editable')
}
