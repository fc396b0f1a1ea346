import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../core/errors.ts'
import type { Tx } from './open.ts'

/**
 * Throws 409 `limit_reached` when `rows`, a select of at least one column, has `max` rows or more.
 * Concurrent transactions that count the same rows wait for this one to end, so none exceeds the quota.
 */
export async function enforceQuota(
  tx: Tx,
  quota: { label: string; parentId: string; max: number; rows: RawBuilder<unknown> },
): Promise<void> {
  const { label, parentId, max, rows: counted } = quota
  await lockQuota(tx, label, parentId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${counted} limit ${max}) as taken`.execute(tx)
  if (rows[0]!.count >= max) throw limitReached(label, max, max + 1)
}

/** Serializes the transactions that check one quota of one parent, until they end. */
export async function lockQuota(tx: Tx, label: string, parentId: string): Promise<void> {
  const name = `quota: ${label} ${parentId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Locks the owner's row until the transaction ends, so that concurrent changes that count or compare
 * the owner's rows see each other. Inserting a row that refers to the owner does not wait.
 */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .selectFrom('owner')
    .select('id')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** `actual` is what there would be with the request. */
export function limitReached(label: string, max: number, actual: number): ServiceError {
  const message = `Limit reached (${max} ${label}).`
  return new ServiceError('limit_reached', {
    message,
    details: [{ path: '', code: 'limit_reached', message, limit: max, actual }],
  })
}
