import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'

/** Erases the syncs of a deleted profile; its metrics are deleted with their accounts and posts. */
export const insightEraser: ProfileEraser = {
  erase: (ctx, profileId) => eraseRows(ctx.db, 'insight_sync', profileId),
}
