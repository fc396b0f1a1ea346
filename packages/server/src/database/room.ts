import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../base/errors.ts'
import type { Reader } from './open.ts'

/**
 * 409 `limit_reached` when there are as many rows as there may be. `rows` selects them; no more are
 * read than it takes to know. Requests that run at once may each see the last place free: these
 * limits bound growth, they do not count places.
 */
export async function requireRoom(
  db: Reader,
  { of: what, max, rows }: { of: string; max: number; rows: RawBuilder<unknown> },
): Promise<void> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::integer as count from (${rows} limit ${max}) as taken`.execute(db)
  if ((found[0]?.count ?? 0) < max) return
  throw limitReached(what, max)
}

export function limitReached(what: string, max: number): ServiceError {
  const message = `There are already ${max} ${what}, the limit.`
  return new ServiceError('limit_reached', {
    message,
    details: [{ path: '', code: 'limit_reached', message, limit: max }],
  })
}
