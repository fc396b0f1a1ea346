import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'

/** Deletes imports after 30 days; their posts stay. */
export async function deleteOldImports(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.import.keptDays * 86_400_000)
  await ctx.db.query.deleteFrom('post_import').where('created_at', '<', before).execute()
}
