import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'

/** Erases the saved texts of a deleted profile. Those for all profiles stay. */
export const savedTextEraser: ProfileEraser = {
  erase: (ctx, profileId) => eraseRows(ctx.db, 'saved_text', profileId),
}
