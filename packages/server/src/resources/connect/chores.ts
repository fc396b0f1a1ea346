import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'

/** Erases logins that ended or were left, and links that nobody needs to look up any more. */
export async function forgetOldLinks(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const keptSince = new Date(now.getTime() - limits.connect.linkKeptDays * 86_400_000)
  await ctx.db.read.deleteFrom('connect_flow').where('expires_at', '<', now).execute()
  await ctx.db.read.deleteFrom('connect_link').where('expires_at', '<', keptSince).execute()
}
