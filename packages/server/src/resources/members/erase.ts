import type { Context } from '../../context.ts'
import type { Tx } from '../../database/open.ts'
import { eraseRows } from '../../database/profile-rows.ts'

/** Staff lose access to a profile as soon as its deletion is requested. */
export const memberEraser = {
  revoke: async (tx: Tx, profileId: string): Promise<void> => {
    await tx.deleteFrom('member_profile').where('profile_id', '=', profileId).execute()
  },
  erase: (ctx: Context, profileId: string): Promise<void> =>
    eraseRows(ctx.db, 'member_profile', profileId, ['member_id', 'profile_id']),
}
