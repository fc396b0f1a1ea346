import type pg from 'pg'
import type { Context } from '../../../context.ts'

/** One for claims and scans, one for results, one for everything else. */
const connectionsMax = 3

/**
 * Forces index scans for the queue's statements. The queue grows from empty to a million rows between
 * two autovacuum runs, and with the statistics of an empty table PostgreSQL would read and sort all
 * rows of an endpoint.
 */
const settings = `set enable_bitmapscan = off; set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan; set jit = off`

/**
 * The dispatcher's own connection pool: its statements stay prepared, and requests that use up the
 * main pool do not delay deliveries. It connects on the first query.
 */
export function openDeliveryPool(ctx: Pick<Context, 'db' | 'log'>): pg.Pool {
  const pool = ctx.db.openDirectPool({
    application_name: 'postern',
    max: connectionsMax,
    onConnect: async (client) => {
      await client.query(settings)
    },
  })
  // A connection lost between two statements of a transaction; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (err) => ctx.log.warn({ err }, 'dispatcher.connection_lost'))
  return pool
}
