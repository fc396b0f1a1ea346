import pg from 'pg'
import type { Context } from '../../../context.ts'

/** One for claims and looks, one for results, one for what comes up beside them. */
const connectionsMax = 3

/**
 * What the queue's statements need to be planned the one way that is right however long the queue
 * is: along its index. It grows from nothing to a million rows between two looks of autovacuum, and
 * by the figures of the empty table PostgreSQL would read and sort all that an endpoint has.
 */
const settings = `set enable_bitmapscan = off; set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan; set jit = off`

/**
 * The dispatcher's own connections: its statements stay prepared, and a pool that requests have
 * used up does not hold up deliveries. Nothing is connected before the first query.
 */
export function openDeliveryPool(ctx: Pick<Context, 'db' | 'log'>): pg.Pool {
  const line = new pg.Pool({
    ...ctx.db.pool.options,
    ...ctx.db.connection,
    max: connectionsMax,
    onConnect: async (client) => {
      await client.query(settings)
    },
  })
  // One that breaks between two statements of a transaction; the next statement fails anyway.
  line.on('connect', (client) => client.on('error', () => {}))
  line.on('error', (err) => ctx.log.warn({ err }, 'dispatcher.connection_lost'))
  return line
}
