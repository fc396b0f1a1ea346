import { countRows, eraseRows } from '../../database/profile-rows.ts'
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
  count: async (db, profileId) => ({ accounts: await countRows(db, 'account', profileId) }),
  erase: async (ctx, profileId) => {
    // First, because a run locks its watch before the account. The other order would be a deadlock.
    await ctx.db.query
      .deleteFrom('account_poll')
      .where('account_id', 'in', (eb) =>
        eb.selectFrom('account').select('id').where('profile_id', '=', profileId),
      )
      .execute()
    await eraseRows(ctx.db, 'account', profileId)
  },
}
