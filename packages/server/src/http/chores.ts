import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'

/** Forgets the stored answers of idempotency keys that are free again. */
export async function forgetOldAnswers(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - limits.idempotency.keptHours * 3_600_000)
  await ctx.db.read.deleteFrom('idempotency').where('created_at', '<', since).execute()
}
