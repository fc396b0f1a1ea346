import { type Database, noteChange, wakeAfterCommit } from './open.ts'

/**
 * Runs `work` with a context whose database is a single transaction: reads, writes and notifications
 * belong to it, and a `transact` inside is part of it, without a savepoint. If such a part fails,
 * nothing is committed, even if its error was caught: half of its writes may have been made.
 */
export async function inOneTransaction<Context extends { db: Database }, Result>(
  ctx: Context,
  work: (txCtx: Context) => Promise<Result>,
): Promise<Result> {
  return await ctx.db.transact(async (tx) => {
    const failures: unknown[] = []
    const db: Database = {
      ...ctx.db,
      query: tx,
      transact: async (part) => {
        try {
          return await part(tx)
        } catch (err) {
          failures.push(err)
          throw err
        }
      },
      wake: { ...ctx.db.wake, notify: (channel, due) => wakeAfterCommit(tx, channel, due) },
      changes: { ...ctx.db.changes, note: (topic, owner) => noteChange(tx, topic, owner) },
    }
    const result = await work({ ...ctx, db })
    if (failures.length > 0) {
      throw new Error('a part of the transaction failed', { cause: failures[0] })
    }
    return result
  })
}
