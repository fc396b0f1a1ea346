import type { Context } from '../context.ts'
import { lockClaim, release } from './due.ts'
import type { Work } from './loop.ts'

/** Something done again and again, by one process at a time. */
export type Chore = { name: string; everyMs: number; run(ctx: Context): Promise<void> }

/** Gives each chore its row; the row says when it is due next. */
export async function ensureChores(ctx: Context, chores: readonly Chore[]): Promise<void> {
  if (chores.length === 0) return
  const emptyLease = { lease_until: null, lease_token: null, last_run_at: null }
  await ctx.db.read
    .insertInto('chore')
    .values(chores.map(({ name }) => ({ name, due_at: ctx.clock.now(), ...emptyLease })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Runs a chore that is due and sets its next time; one that fails comes back after a rest. */
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
