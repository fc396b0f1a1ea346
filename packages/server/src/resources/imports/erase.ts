import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'

/** Stops the imports of a deleted profile immediately and erases them later. */
export const importEraser: ProfileEraser = {
  revoke: async (tx, profileId) => {
    await tx
      .updateTable('post_import')
      .set({ due_at: null, lease_until: null, lease_token: null })
      .where('profile_id', '=', profileId)
      .execute()
  },
  erase: (ctx, profileId) => eraseRows(ctx.db, 'post_import', profileId),
}

/** Deletes imports after 30 days; their posts stay. */
export async function deleteOldImports(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.import.keptDays * 86_400_000)
  await ctx.db.query.deleteFrom('post_import').where('created_at', '<', before).execute()
}
