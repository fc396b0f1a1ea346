import { sql } from 'kysely'
import { newId } from './base/ids.ts'
import type { Context } from './context.ts'
import { insertKey } from './keys/keys.ts'

const lockKey = 7_670_118

/**
 * Gives an empty installation its owner, default profile and owner key. Answers the key the one
 * time it is made, else `null`; of two starting processes one makes it.
 */
export async function ensureOwner(ctx: Context): Promise<{ ownerKey: string } | null> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const existing = await tx.selectFrom('owner').select('id').executeTakeFirst()
    if (existing) return null
    const ownerId = newId('owner')
    await tx
      .insertInto('owner')
      .values({
        id: ownerId,
        name: 'Owner',
        email: ctx.config.ownerEmail,
        account_limit: null,
        created_at: now,
      })
      .execute()
    await tx
      .insertInto('profile')
      .values({
        id: newId('profile'),
        owner_id: ownerId,
        external_id: null,
        name: 'Default',
        is_default: true,
        metadata: '{}',
        created_at: now,
        updated_at: now,
        deleting_at: null,
        erased_at: null,
        erase_counts: null,
        due_at: null,
        lease_until: null,
        lease_token: null,
      })
      .execute()
    const key = { name: 'First owner key', profileId: null, scopes: null, expiresAt: null }
    const { secret } = await insertKey(tx, ownerId, key, now)
    return { ownerKey: secret }
  })
}
