import { sql } from 'kysely'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { cancelTargets } from './cancel.ts'

const rowsPerPage = 500

/** Cancels the waiting targets of a deleted profile immediately and erases its posts later. */
export const postEraser: ProfileEraser = {
  revoke: async (tx, profileId, now) => {
    const waiting = await tx
      .selectFrom('post_target')
      .select('id')
      .where('profile_id', '=', profileId)
      .where('status', 'in', ['draft', 'scheduled'])
      .orderBy('id')
      .forUpdate()
      .execute()
    await cancelTargets(
      tx,
      waiting.map((row) => row.id),
      now,
    )
  },
  count: async (db, profileId) => {
    const row = await db
      .selectFrom('post')
      .select(sql<number>`count(*)::integer`.as('posts'))
      .where('profile_id', '=', profileId)
      .executeTakeFirstOrThrow()
    return { posts: row.posts }
  },
  erase: async (ctx, profileId) => {
    let erased = rowsPerPage
    while (erased > 0) {
      const result = await ctx.db.query
        .deleteFrom('post')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('post as page')
            .select('page.id')
            .where('page.profile_id', '=', profileId)
            .limit(rowsPerPage),
        )
        .executeTakeFirst()
      erased = Number(result.numDeletedRows)
    }
  },
}
