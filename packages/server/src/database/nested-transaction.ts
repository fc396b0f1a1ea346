import { sql } from 'kysely'
import { type Database, noteChange, type Tx, wakeAfterCommit } from './open.ts'

/**
 * The database as it is seen from inside one transaction: what a verb reads and writes by it, its own
 * transactions too, is committed with the whole or not at all, and nobody is told before. A part that
 * throws undoes its own writes alone, so that whoever catches it may go on.
 */
export function nestedDatabase(db: Database, tx: Tx): Database {
  return {
    ...db,
    read: tx,
    transact: async (work) => {
      await sql`savepoint part`.execute(tx)
      try {
        const result = await work(tx)
        await sql`release savepoint part`.execute(tx)
        return result
      } catch (err) {
        // Going back leaves the savepoint there, hiding the one of the part around this one. After a
        // lost connection there is nothing to go back to.
        await sql`rollback to savepoint part`.execute(tx).catch(() => {})
        await sql`release savepoint part`.execute(tx).catch(() => {})
        throw err
      }
    },
    wake: { ...db.wake, notify: (channel, due) => wakeAfterCommit(tx, channel, due) },
    changes: { ...db.changes, note: (topic, owner) => noteChange(tx, topic, owner) },
  }
}

/** Runs `work` on a context whose whole database is one transaction: all of it is done, or nothing. */
export async function inOneTransaction<Context extends { db: Database }, Result>(
  ctx: Context,
  work: (inside: Context) => Promise<Result>,
): Promise<Result> {
  return await ctx.db.transact((tx) => work({ ...ctx, db: nestedDatabase(ctx.db, tx) }))
}
