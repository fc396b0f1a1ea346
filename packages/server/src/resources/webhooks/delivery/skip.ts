import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import type { ClaimedDelivery } from './claim.ts'

type Queries = Pick<pg.Pool, 'query'>

const { skippedPerPage } = limits.webhook

const skipSql = (pending: string) => `
with removed as (
  delete from delivery_queue where delivery_id = any(array(${pending}))
  returning delivery_id, delivery_created_at
),
updated as (
  update delivery d set outcome = 'skipped', outcome_at = $2
  from removed where d.id = removed.delivery_id and d.created_at = removed.delivery_created_at)
select count(*)::int as skipped from removed`

const skipPendingSql = skipSql(`
  select delivery_id from delivery_queue where endpoint_id = $1
  order by due_at, delivery_id limit ${skippedPerPage} for update skip locked`)

const skipOthersSql = skipSql(`
  select q.delivery_id from delivery_queue q
  join delivery d on d.id = q.delivery_id and d.created_at = q.delivery_created_at
  where q.endpoint_id = $1 and d.profile_id <> $3 for update of q skip locked`)

/**
 * Skips one page of the pending deliveries of an inactive or deleted endpoint, so that the transaction
 * that disables it stays short (200,000 rows in one statement took seconds). The rest already show as
 * skipped, and the dispatchers remove them. All can be resent. Returns the number of skipped deliveries.
 */
export async function skipPage(db: Queries, endpointId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ skipped: number }>({
    name: 'webhooks-skip-page',
    text: skipPendingSql,
    values: [endpointId, now],
  })
  return rows[0]!.skipped
}

/** `skipPage` inside a transaction. */
export async function skipPageIn(tx: Tx, endpointId: string, now: Date): Promise<number> {
  const { rows } = await tx.executeQuery<{ skipped: number }>(
    CompiledQuery.raw(skipPendingSql, [endpointId, now]),
  )
  return rows[0]!.skipped
}

/**
 * Skips an endpoint's pending deliveries of other profiles than the one it is now bound to. The claim
 * skips rows that are locked now or published at the same time.
 */
export async function skipOtherProfiles(
  tx: Tx,
  endpointId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(skipOthersSql, [endpointId, now, profileId]))
}

/** Skips all pending deliveries of inactive or deleted endpoints by page; returns their number. */
export async function skipAllPending(
  ctx: Context,
  endpointIds: readonly string[],
): Promise<number> {
  let total = 0
  for (const id of endpointIds) {
    let skipped: number = skippedPerPage
    while (skipped === skippedPerPage) {
      skipped = await skipPage(ctx.db.pool, id, ctx.clock.now())
      total += skipped
    }
  }
  return total
}

const dropSql = `
with removed as (
  delete from delivery_queue q using unnest($1::uuid[], $2::bigint[]) as r (delivery_id, token)
  where q.delivery_id = r.delivery_id and q.lease_token = r.token
  returning q.delivery_id, q.delivery_created_at)
update delivery d set outcome = 'skipped', outcome_at = $3
from removed where d.id = removed.delivery_id and d.created_at = removed.delivery_created_at`

/**
 * Removes claimed deliveries from the queue unsent: their endpoint became inactive, was deleted or was
 * bound to another profile while they were being published, or their event was erased.
 */
export async function skipClaimed(
  db: Queries,
  claimed: readonly Pick<ClaimedDelivery, 'delivery_id' | 'token'>[],
  now: Date,
): Promise<void> {
  await db.query({
    name: 'webhooks-skip',
    text: dropSql,
    values: [claimed.map((row) => row.delivery_id), claimed.map((row) => row.token), now],
  })
}
