import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import type { ClaimedDelivery } from './claim.ts'

type Queries = Pick<pg.Pool, 'query'>

const { skippedPerPage } = limits.webhook

const skipSql = (pending: string) => `
with gone as (
  delete from delivery_queue where delivery_id = any(array(${pending}))
  returning delivery_id, delivery_created_at
),
marked as (
  update delivery d set outcome = 'skipped', outcome_at = $2
  from gone where d.id = gone.delivery_id and d.created_at = gone.delivery_created_at)
select count(*)::int as skipped from gone`

const skipPendingSql = skipSql(`
  select delivery_id from delivery_queue where endpoint_id = $1
  order by due_at, delivery_id limit ${skippedPerPage} for update skip locked`)

const skipOthersSql = skipSql(`
  select q.delivery_id from delivery_queue q
  join delivery d on d.id = q.delivery_id and d.created_at = q.delivery_created_at
  where q.endpoint_id = $1 and d.profile_id <> $3 for update of q skip locked`)

/**
 * Skips what is pending for an endpoint that is inactive or deleted, one page of it, so that the
 * transaction that switches it off stays short whatever its backlog (200,000 rows in one statement
 * took seconds). The rest is shown as skipped already and is taken out by the dispatchers. It can
 * all be resent. Answers how many.
 */
export async function skipPage(db: Queries, endpointId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ skipped: number }>({
    name: 'webhooks-skip-page',
    text: skipPendingSql,
    values: [endpointId, now],
  })
  return rows[0]!.skipped
}

/** `skipPage` in a transaction of ours. */
export async function skipPageIn(tx: Tx, endpointId: string, now: Date): Promise<number> {
  const { rows } = await tx.executeQuery<{ skipped: number }>(
    CompiledQuery.raw(skipPendingSql, [endpointId, now]),
  )
  return rows[0]!.skipped
}

/**
 * Skips all that is pending for an endpoint of other profiles than the one it is bound to now. A row
 * that is locked, or published at the same time, is skipped by the claim.
 */
export async function skipOtherProfiles(
  tx: Tx,
  endpointId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(skipOthersSql, [endpointId, now, profileId]))
}

/** Skips all that is pending for endpoints that are closed, page by page; answers how many. */
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
with gone as (
  delete from delivery_queue q using unnest($1::uuid[], $2::bigint[]) as r (delivery_id, token)
  where q.delivery_id = r.delivery_id and q.lease_token = r.token
  returning q.delivery_id, q.delivery_created_at)
update delivery d set outcome = 'skipped', outcome_at = $3
from gone where d.id = gone.delivery_id and d.created_at = gone.delivery_created_at`

/**
 * Takes claimed deliveries out of the queue unsent: their endpoint became inactive, was deleted or was
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
