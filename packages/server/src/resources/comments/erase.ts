import { sql } from 'kysely'
import type { ProfileEraser } from '../profiles/deletion.ts'

const rowsPerPage = 1_000

/** Erases a deleted profile's comments, with other people's texts and names and the replies. */
export const commentEraser: ProfileEraser = {
  count: async (db, profileId) => {
    const row = await db
      .selectFrom('comment')
      .select(sql<number>`count(*)::integer`.as('comments'))
      .where('profile_id', '=', profileId)
      .executeTakeFirstOrThrow()
    return { comments: row.comments }
  },
  erase: async (ctx, profileId) => {
    let erased = rowsPerPage
    while (erased > 0) {
      const result = await ctx.db.query
        .deleteFrom('comment')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('comment as page')
            .select('page.id')
            .where('page.profile_id', '=', profileId)
            .limit(rowsPerPage),
        )
        .executeTakeFirst()
      erased = Number(result.numDeletedRows)
    }
  },
}
