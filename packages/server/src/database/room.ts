import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../core/errors.ts'
import type { Tx } from './open.ts'

/**
 * 409 `limit_reached` when there are as many rows as there may be. `rows` selects them; no more are
 * read than it takes to know. Whoever asks for the same room waits until this transaction ends, so of
 * many requests at once no more get in than there are places.
 */
export async function requireRoom(
  tx: Tx,
  {
    of: what,
    holder,
    max,
    rows,
  }: { of: string; holder: string; max: number; rows: RawBuilder<unknown> },
): Promise<void> {
  await holdRoom(tx, what, holder)
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::integer as count from (${rows} limit ${max}) as taken`.execute(tx)
  if ((found[0]?.count ?? 0) < max) return
  throw limitReached(what, max)
}

/** Lets those who count the same things of the same holder take turns, until the transaction ends. */
export async function holdRoom(tx: Tx, what: string, holder: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`room: ${what} ${holder}`}, 0))`.execute(
    tx,
  )
}

/**
 * Locks the owner's row until the transaction ends: of two changes that count or compare the owner's
 * rows, the second sees the first. Inserting a row that refers to the owner does not wait for it.
 */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .selectFrom('owner')
    .select('id')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export function limitReached(what: string, max: number): ServiceError {
  const message = `There are already ${max} ${what}, the limit.`
  return new ServiceError('limit_reached', {
    message,
    details: [{ path: '', code: 'limit_reached', message, limit: max }],
  })
}
