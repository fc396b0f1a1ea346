import { countRows, eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'

/** Erases a deleted profile's comments, with other people's texts and names and the replies. */
export const commentEraser: ProfileEraser = {
  count: async (db, profileId) => ({ comments: await countRows(db, 'comment', profileId) }),
  erase: (ctx, profileId) => eraseRows(ctx.db, 'comment', profileId),
}
