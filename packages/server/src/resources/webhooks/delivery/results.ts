import type pg from 'pg'
import type { Context } from '../../../context.ts'
import { type AttemptResult, completeDeliveries } from './complete.ts'
import { skipPage } from './skip.ts'

/**
 * Writes a batch without failures in one statement. With failures it needs a transaction: when they
 * disable an endpoint, the first page of its pending deliveries is skipped in the same commit.
 */
export async function writeResults(
  ctx: Context,
  pool: pg.Pool,
  results: AttemptResult[],
): Promise<void> {
  if (results.every((result) => result.error === null)) {
    const { logged } = await completeDeliveries(pool, results)
    logDuplicates(ctx, results.length - logged)
    noteDeliveryChanges(ctx, results)
    return
  }
  const client = await pool.connect()
  let connectionError: Error | undefined
  try {
    await client.query('begin')
    const { changes, logged } = await completeDeliveries(client, results)
    const switchedOff = changes.filter((change) => !change.active)
    for (const { id } of switchedOff) await skipPage(client, id, ctx.clock.now())
    await client.query('commit')
    logDuplicates(ctx, results.length - logged)
    noteDeliveryChanges(ctx, results)
    for (const { id } of changes) ctx.db.changes.note('webhooks', { endpointId: id })
    for (const { id } of switchedOff) ctx.log.warn({ webhook_id: id }, 'webhook.disabled')
  } catch (err) {
    connectionError = err as Error
    await client.query('rollback').then(
      () => {
        connectionError = undefined
      },
      () => {},
    )
    throw err
  } finally {
    client.release(connectionError)
  }
}

/** An attempt sent twice after a stall or a lost lease; receivers discard the second by event id. */
function logDuplicates(ctx: Context, attempts: number): void {
  if (attempts > 0) ctx.log.warn({ attempts }, 'delivery.sent_twice')
}

/** Names the endpoint only: its owner is looked up when the live notification goes out. */
function noteDeliveryChanges(ctx: Context, results: readonly AttemptResult[]): void {
  for (const endpointId of new Set(results.map((result) => result.endpointId))) {
    ctx.db.changes.note('deliveries', { endpointId })
  }
}
