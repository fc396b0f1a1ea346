import { sql } from 'kysely'
import { requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { inOneTransaction } from '../../database/nested-transaction.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Post, PostUpdate, TargetInput } from '../../schemas/post.ts'
import { refreshUse } from '../media/queries.ts'
import { askForApproval } from './approval.ts'
import { requirePublishable } from './check.ts'
import { emitScheduled } from './events.ts'
import { placeInSlots } from './place.ts'
import { asScheduled, mediaIdsOf, type PostPlan, planPost } from './plan.ts'
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
import { hasStartedThread, isUntouched, requireUnchanged } from './started.ts'
import {
  changeTargets,
  contentBytesOf,
  insertTargets,
  lockAccounts,
  lockMedia,
  refuseDuplicates,
  targetTextsOf,
} from './write.ts'

/**
 * Updates the fields in `input`; 409 `post_not_editable` once a target has started, except for the parts
 * of a thread that are not public yet. The whole post is validated like a new one. Targets keep their
 * id per account, and a post with targets stays in its profile.
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
  const planned = await planUpdate(ctx, scope, id, asScheduled(input))
  if (planned.mode !== 'draft') {
    requirePermission(scope, 'posts:write')
    await requirePublishable(ctx, planned)
  }
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    // Lock order everywhere: profile, accounts, post, targets.
    const profile = await lockAccounts(tx, scope, planned)
    const before = await lockEditable(tx, scope, id, planned)
    const { targets } = before
    const isStarted = !targets.every(isUntouched)
    await lockMedia(tx, scope, planned)
    // Before the slots are taken, because the post leaves those that it has.
    if (!isStarted) await tx.deleteFrom('post_target').where('post_id', '=', id).execute()
    const plan = await placeInSlots(tx, planned, now)
    if (plan.mode !== 'draft' && !input.allow_duplicate) {
      await refuseDuplicates(tx, scope, plan, now, id)
    }
    await tx
      .updateTable('post')
      .set({
        ...(isStarted
          ? {}
          : { profile_id: plan.profileId, mode: plan.mode, scheduled_at: plan.scheduledAt }),
        text: plan.text,
        target_texts: targetTextsOf(plan),
        content_bytes: contentBytesOf(plan),
        media: JSON.stringify(plan.media),
        media_ids: mediaIdsOf(plan),
        thread: JSON.stringify(plan.thread),
        thread_fallback: plan.threadFallback,
        ...(input.external_id === undefined ? {} : { external_id: input.external_id }),
        ...(input.metadata === undefined ? {} : { metadata: JSON.stringify(input.metadata) }),
        ...(input.tags === undefined ? {} : { tags: input.tags }),
      })
      .where('id', '=', id)
      .execute()
    await refreshUse(tx, [...new Set([...before.post.media_ids, ...mediaIdsOf(plan)])])
    if (isStarted) {
      await changeTargets(tx, targets, plan, now)
    } else {
      await insertTargets(tx, scope, id, plan, now, targets)
    }
    await askForApproval(tx, scope, id, { asked: input.approval, profile, before, now })
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
  input: ReturnType<typeof asScheduled<PostUpdate>>,
): Promise<PostPlan> {
  const post = await findPost(ctx.db.query, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  const targets = await listTargets(ctx.db.query, [id])
  requireEditable(post, targets, null)
  // Changing a scheduled post changes what is published.
  if (post.mode !== 'draft') requirePermission(scope, 'posts:write')
  const isStarted = !targets.every(isUntouched)
  const hasNewTime =
    input.scheduled_at !== undefined && !(isStarted && isSameTime(input.scheduled_at, post))
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
  requireEditable(post, targets, plan)
  if (plan.profileId === post.profile_id) return plan
  if (plan.targets.length === 0) return { ...plan, profileId: post.profile_id }
  // A draft without accounts may go to the profile of its first ones.
  if (targets.length === 0) return plan
  if (input.targets) throw new ServiceError('mixed_profiles', { param: 'targets' })
  throw accountMoved(targets, targets[0]!.account_id)
}

function isSameTime(time: string | null, { scheduled_at }: PostRow): boolean {
  return time !== null && Date.parse(time) === scheduled_at?.getTime()
}

/** Turns a stored target back into input. A new time of the post applies to all its targets. */
export function toTargetInput(
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

/** Locks the post for an update and returns it with its targets. */
async function lockEditable(
  tx: Tx,
  scope: Scope,
  id: string,
  plan: PostPlan,
): Promise<{ post: PostRow; targets: TargetRow[] }> {
  const post = await lockPost(tx, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  const targets = await lockTargets(tx, id)
  requireEditable(post, targets, plan)
  return { post, targets }
}

/** Without a plan only whether anything of the post can be changed. */
function requireEditable(
  post: PostRow,
  targets: readonly TargetRow[],
  plan: PostPlan | null,
): void {
  const isStarted = !targets.every(isUntouched)
  const isOver = post.source === 'external' || post.status === 'canceled'
  if (isOver || (isStarted && !hasStartedThread(targets))) {
    throw new ServiceError('post_not_editable')
  }
  if (isStarted && plan) requireUnchanged(post, targets, plan)
}
