import { randomInt } from 'node:crypto'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { StaleReadError, type Tx, wakeAfterCommit } from '../../database/open.ts'
import { countUse } from '../../http/rate-limit.ts'
import type { Queue } from '../../schemas/posting-plan.ts'
import { findPlanAccount } from '../posting-plans/queries.ts'
import { showQueued } from '../posting-plans/slots.ts'
import { emitRescheduled } from './events.ts'
import { lockPosts } from './queries.ts'

/**
 * The queued posts of the account exchange their slots, so that they are published in this order. 409
 * `post_not_queued` if one has no slot of the account or has started; then nothing changes.
 */
export async function reorderQueue(
  ctx: Context,
  scope: Scope,
  accountId: string,
  postIds: readonly string[],
): Promise<Queue> {
  return await ctx.db.transact(async (tx) => {
    const account = await lockQueueAccount(tx, scope, accountId)
    const found = await tx
      .selectFrom('post')
      .select('id')
      .where(inScope(scope, 'post'))
      .where('id', 'in', postIds)
      .execute()
    const visible = new Set(found.map(({ id }) => id))
    const missing = postIds.findIndex((id) => !visible.has(id))
    if (missing >= 0) throw new ServiceError('post_not_found', { param: `post_ids.${missing}` })
    const notQueued = (index: number) =>
      new ServiceError('post_not_queued', { param: `post_ids.${index}` })
    return await exchange(tx, account, postIds, ctx.clock.now(), notQueued)
  })
}

/**
 * Puts the queued posts of the account, the next 100 at most, into a random order of their slots. Each
 * gets the slot of another, because a shuffle that leaves the order as it was looks like a failure. 429
 * `rate_limited` beyond ten times a minute.
 */
export async function shuffleQueue(ctx: Context, scope: Scope, accountId: string): Promise<Queue> {
  const now = ctx.clock.now()
  // Before the limit, so that a foreign account is 404 even while it is exhausted.
  const visible = await findPlanAccount(ctx.db.query, scope, accountId)
  if (!visible) throw new ServiceError('account_not_found')
  await countUse(ctx, 'shuffle', accountId)
  return await ctx.db.transact(async (tx) => {
    const account = await lockQueueAccount(tx, scope, accountId)
    const rows = await tx
      .selectFrom('post_target')
      .select('post_id')
      .where('account_id', '=', accountId)
      .where('slot_at', '>', now)
      .where('status', '=', 'scheduled')
      .orderBy('slot_at')
      .limit(limits.page.max)
      .execute()
    const postIds = rows.map(({ post_id }) => post_id)
    for (let end = postIds.length - 1; end > 0; end -= 1) {
      const other = randomInt(end)
      const moved = postIds[end]!
      postIds[end] = postIds[other]!
      postIds[other] = moved
    }
    const notQueued = () => new StaleReadError('A post left the queue before it was locked.')
    return await exchange(tx, account, postIds, now, notQueued)
  })
}

type QueueAccount = { id: string; profile_id: string }

async function lockQueueAccount(tx: Tx, scope: Scope, id: string): Promise<QueueAccount> {
  const account = await tx
    .selectFrom('account')
    .select(['id', 'profile_id'])
    .where(inScope(scope, 'account'))
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!account) throw new ServiceError('account_not_found')
  return account
}

async function exchange(
  tx: Tx,
  account: QueueAccount,
  postIds: readonly string[],
  now: Date,
  notQueued: (index: number) => Error,
): Promise<Queue> {
  await lockPosts(tx, postIds)
  const rows =
    postIds.length === 0
      ? []
      : await tx
          .selectFrom('post_target')
          .select(['id', 'post_id', 'slot_at', 'scheduled_at'])
          .where('account_id', '=', account.id)
          .where('post_id', 'in', postIds)
          .where('slot_at', '>', now)
          .where('status', '=', 'scheduled')
          .orderBy('id')
          .forUpdate()
          .execute()
  const targets = postIds.map((postId, index) => {
    const target = rows.find(({ post_id }) => post_id === postId)
    if (!target) throw notQueued(index)
    return target
  })
  const slots = rows
    .map(({ slot_at, scheduled_at }) => ({ slot_at: slot_at!, scheduled_at: scheduled_at! }))
    .sort((left, right) => left.slot_at.getTime() - right.slot_at.getTime())
  const placed = targets.map((target, index) => ({ ...target, ...slots[index]! }))
  const moved = placed.filter(
    (target, index) => target.slot_at.getTime() !== targets[index]!.slot_at!.getTime(),
  )
  await moveTargets(tx, moved, now)
  await emitRescheduled(
    tx,
    moved.map(({ id }) => id),
    now,
  )
  if (moved.length > 0) wakeAfterCommit(tx, 'work')
  return {
    id: account.id,
    object: 'queue',
    profile_id: account.profile_id,
    slots: placed.map((target) => showQueued(account.id, target)),
  }
}

type MovedTarget = { id: string; post_id: string; slot_at: Date; scheduled_at: Date }

async function moveTargets(tx: Tx, moved: readonly MovedTarget[], now: Date): Promise<void> {
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  // All leave their slots first: a slot has one post at any moment.
  await tx.updateTable('post_target').set({ slot_at: null }).where('id', 'in', ids).execute()
  for (const { id, post_id, slot_at, scheduled_at } of moved) {
    const lease = { lease_until: null, lease_token: null }
    await tx
      .updateTable('post_target')
      .set({ slot_at, scheduled_at, due_at: scheduled_at, ...lease, updated_at: now })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('post')
      .set((eb) => ({
        scheduled_at: eb
          .selectFrom('post_target')
          .select((target) => target.fn.min('scheduled_at').as('first'))
          .where('post_id', '=', post_id),
        updated_at: now,
      }))
      .where('id', '=', post_id)
      .execute()
  }
}
