import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import type { Post } from '../../schemas/post.ts'
import { readParts } from './parts.ts'
import { readPost } from './posts.ts'
import { writeStep } from './publish/record.ts'
import { step } from './publish/states.ts'
import { lockPost, lockTargets, refreshPost, type TargetRow } from './queries.ts'
import { unpublishedState } from './write.ts'

/**
 * Restarts failed and unknown targets and failed first comments immediately, or only those of
 * `targetId`, then also an unknown first comment. Only the owner may do this, since what is unknown may
 * already be on the platform. 409 `post_not_editable` if there is nothing to retry; 422
 * `account_not_connected` if an account has moved to another profile.
 */
export async function retryPost(
  ctx: Context,
  scope: Scope,
  id: string,
  targetId: string | null,
): Promise<Post> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const accounts = await lockAccountsOf(tx, id)
    const post = await lockPost(tx, scope, id)
    if (!post) throw new ServiceError('post_not_found')
    const targets = await lockTargets(tx, id)
    const selected = targetId ? targets.filter((target) => target.id === targetId) : targets
    if (targetId && selected.length === 0) throw new ServiceError('target_not_found')
    const retryable = selected.filter(isRetryable)
    const comments = selected.filter((target) => isCommentRetryable(target, targetId !== null))
    const all = [...retryable, ...comments]
    if (all.length === 0) throw new ServiceError('post_not_editable')
    for (const { account_id } of all) {
      if (accounts.get(account_id) === post.profile_id) continue
      throw accountMoved(targets, account_id)
    }
    for (const target of retryable) await restart(ctx, tx, target, now)
    for (const target of comments) await restartComment(tx, target, now)
    await refreshPost(tx, id, now)
    wakeAfterCommit(tx, 'work')
    return await readPost(tx, scope, id)
  })
}

const retryableStatuses: readonly TargetStatus[] = ['failed', 'partially_published', 'unknown']

/** A thread of which a part was deleted is not continued: the next part would answer it. */
function isRetryable({ status, deleted_at, part_rows }: TargetRow): boolean {
  if (!retryableStatuses.includes(status) || deleted_at) return false
  return readParts(part_rows).every((part) => part.deleted_at === null)
}

function isCommentRetryable(target: TargetRow, isSelected: boolean): boolean {
  const { status, deleted_at, first_comment_status } = target
  if (status !== 'published' || deleted_at) return false
  return first_comment_status === 'failed' || (isSelected && first_comment_status === 'unknown')
}

async function restartComment(tx: Tx, target: TargetRow, now: Date): Promise<void> {
  await tx
    .updateTable('post_target')
    .set({
      first_comment_status: 'pending',
      first_comment_attempts: 0,
      first_comment_error: null,
      phase: 'comment',
      due_at: now,
      lease_until: null,
      lease_token: null,
      updated_at: now,
    })
    .where('id', '=', target.id)
    .execute()
}

/**
 * Starts the part over that is not public. Where the network tells whether an earlier commit published
 * it, the progress is kept, so that the first step asks.
 */
async function restart(ctx: Context, tx: Tx, target: TargetRow, now: Date): Promise<void> {
  const { part: _, progress_sealed, ...startState } = unpublishedState
  const platform = ctx.platforms.get(target.platform as PlatformValue)
  const isAsked = platform?.publish?.findRefused !== undefined
  await tx
    .updateTable('post_target')
    .set({
      ...startState,
      ...(isAsked ? {} : { progress_sealed }),
      // A part is public: the thread continues, it does not start again.
      status: target.part > 1 ? 'publishing' : 'scheduled',
      due_at: now,
      updated_at: now,
    })
    .where('id', '=', target.id)
    .execute()
}

/** Locks a post's accounts and returns their profiles by account id. Call it before `lockPost`. */
async function lockAccountsOf(tx: Tx, postId: string): Promise<Map<string, string>> {
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

/** The error for a post whose account has moved to another profile since. */
export function accountMoved(
  targets: readonly Pick<TargetRow, 'account_id' | 'position'>[],
  accountId: string,
  message = 'The account is now in another profile. Move it back to publish this post.',
): ServiceError {
  const index = targets.find((target) => target.account_id === accountId)?.position ?? 0
  return new ServiceError('account_not_connected', {
    details: [{ path: `targets.${index}`, code: 'account_moved', message, account_id: accountId }],
  })
}

/**
 * Marks an unknown target as published, since the owner found the post on the platform. The event
 * follows as soon as the permalink is read. 409 `post_not_editable` if the target is not unknown;
 * 400 if another target has this id.
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
    const target = (await lockTargets(tx, id)).find((candidate) => candidate.id === targetId)
    if (!target) throw new ServiceError('target_not_found')
    if (target.status !== 'unknown') throw new ServiceError('post_not_editable')
    await refuseUsedPostId(tx, target, platformPostId)
    const { owner_id, profile_id } = post
    const work = {
      ...target,
      phase: 'find',
      public_parts: readParts(target.part_rows),
      lost: null,
    } as const
    const found = { platformPostId, permalink: null, isProvisional: false }
    // Whether its first comment was written is not known.
    const next = step({ ...work, first_comment: null }, { kind: 'public', ...found }, now)
    // Its permalink was never asked for.
    const set = { ...next.set, due_at: now }
    await writeStep(tx, { ...work, owner_id, profile_id }, { ...next, set }, now)
    wakeAfterCommit(tx, 'work')
    return await readPost(tx, scope, id)
  })
}

/** A platform post belongs to one target. The id of an imported post may be used for its target. */
async function refuseUsedPostId(tx: Tx, target: TargetRow, platformPostId: string): Promise<void> {
  const otherTarget = await tx
    .selectFrom('post_part')
    .innerJoin('post_target', 'post_target.id', 'post_part.target_id')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .select('post_target.id')
    .where('post_part.account_id', '=', target.account_id)
    .where('post_part.platform_post_id', '=', platformPostId)
    .where('post.source', '=', 'api')
    .executeTakeFirst()
  if (otherTarget)
    throw invalidField('platform_post_id', `This is the post of ${otherTarget.id}.`, 'taken')
}
