import { sql } from 'kysely'
import { type Database, noteChange, type Tx, wakeAfterCommit } from './open.ts'

/**
 * Returns a `Database` whose reads, writes and notifications belong to `tx`. Its `transact` opens a
 * savepoint: when the work throws, only that work is rolled back, and the caller can go on.
 */
export function nestedDatabase(db: Database, tx: Tx): Database {
  return {
    ...db,
    query: tx,
    transact: async (work) => {
      await sql`savepoint nested`.execute(tx)
      try {
        const result = await work(tx)
        await sql`release savepoint nested`.execute(tx)
        return result
      } catch (err) {
        // A rollback keeps the savepoint, which would hide the enclosing one of the same name; so
        // release it too. Both fail after a lost connection, which needs no rollback.
        await sql`rollback to savepoint nested`.execute(tx).catch(() => {})
        await sql`release savepoint nested`.execute(tx).catch(() => {})
        throw err
      }
    },
    wake: { ...db.wake, notify: (channel, due) => wakeAfterCommit(tx, channel, due) },
    changes: { ...db.changes, note: (topic, owner) => noteChange(tx, topic, owner) },
  }
}

/** Runs `work` with a context whose database is a single transaction. */
export async function inOneTransaction<Context extends { db: Database }, Result>(
  ctx: Context,
  work: (txCtx: Context) => Promise<Result>,
): Promise<Result> {
  return await ctx.db.transact((tx) => work({ ...ctx, db: nestedDatabase(ctx.db, tx) }))
}
