import { sql } from 'kysely'
import type { ProfileEraser } from '../profiles/deletion.ts'

const rowsPerPage = 10_000

/** Erases the requests in a deleted profile. */
export const requestEraser: ProfileEraser = {
  erase: async (ctx, profileId) => {
    // Waits for inserts that started before the deletion; later ones leave out rows of the profile.
    await ctx.db.transact(async (tx) => {
      await sql`lock table api_request in share mode`.execute(tx)
    })
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from api_request where (id, created_at) in (
          select id, created_at from api_request where profile_id = ${profileId}
          limit ${rowsPerPage})`.execute(ctx.db.query)
      if (Number(numAffectedRows ?? 0) < rowsPerPage) return
    }
  },
}
