import type { ProfileEraser } from '../profiles/deletion.ts'

/** Erases the syncs of a deleted profile; its metrics are deleted with their accounts and posts. */
export const insightEraser: ProfileEraser = {
  erase: async (ctx, profileId) => {
    await ctx.db.query.deleteFrom('insight_sync').where('profile_id', '=', profileId).execute()
  },
}
