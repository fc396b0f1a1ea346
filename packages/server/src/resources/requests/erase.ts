import { sql } from 'kysely'
import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'

/** Erases the requests in a deleted profile. */
export const requestEraser: ProfileEraser = {
  erase: async (ctx, profileId) => {
    // Waits for inserts that started before the deletion; later ones leave out rows of the profile.
    await ctx.db.transact(async (tx) => {
      await sql`lock table api_request in share mode`.execute(tx)
    })
    await eraseRows(ctx.db, 'api_request', profileId, ['id', 'created_at'])
  },
}
