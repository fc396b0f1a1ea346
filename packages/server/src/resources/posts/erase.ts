import { countRows, eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { cancelTargets } from './cancel.ts'

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
  count: async (db, profileId) => ({ posts: await countRows(db, 'post', profileId) }),
  erase: (ctx, profileId) => eraseRows(ctx.db, 'post', profileId),
}
