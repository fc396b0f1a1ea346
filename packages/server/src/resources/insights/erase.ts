import type { ProfileEraser } from '../profiles/deletion.ts'

/** The syncs of a deleted profile; its figures go with the accounts and posts they belong to. */
export const insightEraser: ProfileEraser = {
  erase: async (ctx, profileId) => {
    await ctx.db.read.deleteFrom('insight_sync').where('profile_id', '=', profileId).execute()
  },
}
