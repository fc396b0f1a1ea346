import type { Context } from '../context.ts'
import type { Tx } from '../database/open.ts'

const deadlock = '40P01'
const triesMax = 3

/**
 * A transaction that is run again when PostgreSQL ended it to break a deadlock: switching an
 * endpoint off and writing its results lock the same queue rows, each in an order of its own.
 */
export async function transactAgain<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ctx.db.transact(work)
    } catch (err) {
      if ((err as { code?: unknown }).code !== deadlock || tries === triesMax) throw err
    }
  }
}
