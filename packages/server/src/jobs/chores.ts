import type { Context } from '../context.ts'
import { lockClaim, release } from './due.ts'
import type { Work } from './loop.ts'

/** A periodic task that one process runs at a time. */
export type Chore = { name: string; everyMs: number; run(ctx: Context): Promise<void> }

/** Inserts the missing rows of chores; each row has the time of the next run. */
export async function ensureChores(ctx: Context, chores: readonly Chore[]): Promise<void> {
  if (chores.length === 0) return
  const emptyLease = { lease_until: null, lease_token: null, last_run_at: null }
  await ctx.db.query
    .insertInto('chore')
    .values(chores.map(({ name }) => ({ name, due_at: ctx.clock.now(), ...emptyLease })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Runs a due chore and schedules its next run; a failed one is retried after the back-off. */
export function choreWork(chores: readonly Chore[]): Work {
  return {
    table: 'chore',
    run: async (ctx, claim) => {
      const chore = chores.find(({ name }) => name === claim.key)
      await chore?.run(ctx)
      const now = ctx.clock.now()
      await ctx.db.transact(async (tx) => {
        if (!(await lockClaim(tx, claim))) return
        await tx
          .updateTable('chore')
          .set({ last_run_at: now })
          .where('name', '=', claim.key)
          .execute()
        await release(tx, claim, chore ? new Date(now.getTime() + chore.everyMs) : null)
      })
    },
  }
}
