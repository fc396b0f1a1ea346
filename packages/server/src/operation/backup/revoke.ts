import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/**
 * Revokes every API key, session, sign-in link and password. In a restored backup those that were
 * revoked or changed after it was made are valid again.
 */
export async function revokeAccess(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    await tx
      .updateTable('api_key')
      .set({ revoked_at: sql`coalesce(revoked_at, ${now})` })
      .execute()
    await tx.deleteFrom('session').execute()
    await tx.deleteFrom('sign_in_link').execute()
    await tx.updateTable('member').set({ password_hash: null, updated_at: now }).execute()
  })
}
