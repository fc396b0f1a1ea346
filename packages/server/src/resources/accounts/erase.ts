import { sql } from 'kysely'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { disconnectedValues } from './access-loss.ts'

/** Deleting a profile erases its accounts' tokens immediately and the accounts in the background. */
export const accountEraser: ProfileEraser = {
  revoke: async (tx, profileId, now) => {
    await tx
      .updateTable('account')
      .set(disconnectedValues('by_owner', now))
      .where('profile_id', '=', profileId)
      .where('status', '<>', 'disconnected')
      .execute()
  },
  count: async (db, profileId) => {
    const row = await db
      .selectFrom('account')
      .select(sql<number>`count(*)::integer`.as('accounts'))
      .where('profile_id', '=', profileId)
      .executeTakeFirstOrThrow()
    return { accounts: row.accounts }
  },
  erase: async (ctx, profileId) => {
    // First, because a run locks its watch before the account. The other order would be a deadlock.
    await ctx.db.query
      .deleteFrom('account_poll')
      .where('account_id', 'in', (eb) =>
        eb.selectFrom('account').select('id').where('profile_id', '=', profileId),
      )
      .execute()
    await ctx.db.query.deleteFrom('account').where('profile_id', '=', profileId).execute()
  },
}
