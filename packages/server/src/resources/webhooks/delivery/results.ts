import type pg from 'pg'
import type { Context } from '../../../context.ts'
import { type AttemptResult, completeDeliveries } from './complete.ts'
import { skipPage } from './skip.ts'

/**
 * One statement when all went well. With failures a transaction: an endpoint that they switch off
 * has its pending deliveries skipped with the same commit, or the first page of very many.
 */
export async function writeResults(
  ctx: Context,
  line: pg.Pool,
  results: AttemptResult[],
): Promise<void> {
  if (results.every((result) => result.error === null)) {
    const { logged } = await completeDeliveries(line, results)
    noteDoubles(ctx, results.length - logged)
    tellPages(ctx, results)
    return
  }
  const client = await line.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { changes, logged } = await completeDeliveries(client, results)
    const switchedOff = changes.filter((change) => !change.active)
    for (const { id } of switchedOff) await skipPage(client, id, ctx.clock.now())
    await client.query('commit')
    noteDoubles(ctx, results.length - logged)
    tellPages(ctx, results)
    for (const { id } of changes) ctx.db.changes.note('webhooks', { endpointId: id })
    for (const { id } of switchedOff) ctx.log.warn({ webhook_id: id }, 'webhook.switched_off')
  } catch (err) {
    broken = err as Error
    await client.query('rollback').then(
      () => {
        broken = undefined
      },
      () => {},
    )
    throw err
  } finally {
    client.release(broken)
  }
}

/** A second sending of one attempt, after a stall or a lost lease; receivers discard it by id. */
function noteDoubles(ctx: Context, doubles: number): void {
  if (doubles > 0) ctx.log.warn({ attempts: doubles }, 'delivery.sent_twice')
}

/** Pages are told of endpoints, whose owners are looked up when the notices go out, not here. */
function tellPages(ctx: Context, results: readonly AttemptResult[]): void {
  for (const endpointId of new Set(results.map((result) => result.endpointId))) {
    ctx.db.changes.note('deliveries', { endpointId })
  }
}
