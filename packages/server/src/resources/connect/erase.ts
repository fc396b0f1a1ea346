import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'

/** Deleting a profile revokes its links and invitations immediately and erases them in the background. */
export const connectEraser: ProfileEraser = {
  revoke: async (tx, profileId, now) => {
    await tx
      .updateTable('invitation')
      .set({ revoked_at: now })
      .where('profile_id', '=', profileId)
      .where('revoked_at', 'is', null)
      .execute()
    await tx
      .updateTable('connect_link')
      .set({ revoked_at: now })
      .where('profile_id', '=', profileId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
  },
  erase: async (ctx, profileId) => {
    await eraseRows(ctx.db, 'connect_link', profileId)
    await eraseRows(ctx.db, 'invitation', profileId)
  },
}
