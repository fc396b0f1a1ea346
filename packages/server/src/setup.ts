import { sql } from 'kysely'
import type { Context } from './context.ts'
import { newId } from './core/ids.ts'
import type { Tx } from './database/open.ts'
import { insertKey } from './resources/keys/keys.ts'
import { ensureFirstMember } from './resources/members/people/first-member.ts'

/** The credentials shown once in the terminal; `null` when they already existed. */
export type FirstStart = {
  ownerKey: string | null
  signInUrl: string | null
  /** Whether this start created the first member; commands of the machine then create key and link. */
  isFirst: boolean
}

const lockKey = 7_670_118

/**
 * Throws when the keyring lacks a key that sealed tokens or webhook secrets. A process that started
 * anyway would lose every account at its next token refresh and could not sign deliveries.
 */
export async function requireKeys(ctx: Context): Promise<void> {
  const ids = ctx.config.keyring.map(({ id }) => id)
  const { rows } = await sql<{ table: string; count: number }>`
    select 'account' as table, count(*)::integer as count from account
      where substring(tokens_sealed for 4) <> all(${ids}::bytea[])
    union all select 'webhook_endpoint', count(*)::integer from webhook_endpoint
      where substring(secret_sealed for 4) <> all(${ids}::bytea[])`.execute(ctx.db.query)
  const unreadable = rows.filter(({ count }) => count > 0)
  if (unreadable.length === 0) return
  const summary = unreadable.map(({ table, count }) => `${count} of ${table}`).join(' and ')
  throw new Error(
    `The encryption key of ${summary} is missing. Add it to ENCRYPTION_KEYS or secrets.json again.`,
  )
}

/**
 * Creates the owner, default profile and owner key of an empty installation, and the first member
 * with a sign-in link of an owner without members. Returns the key and link only when this call
 * created them; concurrent starts create the owner once. With `FIRST_CREDENTIALS=hide`, whose output goes
 * to a log, there is no key, and the link is not returned.
 */
export async function ensureOwner(ctx: Context): Promise<FirstStart> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const existing = await tx
      .selectFrom('owner')
      .select(['id', 'email'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    const created = existing ? null : await insertOwner(ctx, tx, now)
    const link = await ensureFirstMember(ctx, tx, existing ?? created!.owner, now)
    return {
      ownerKey: created?.secret ?? null,
      signInUrl: (ctx.config.printsFirstCredentials && link?.url) || null,
      isFirst: link !== null,
    }
  })
}

async function insertOwner(ctx: Context, tx: Tx, now: Date) {
  const owner = { id: newId('owner'), email: ctx.config.ownerEmail }
  await tx
    .insertInto('owner')
    .values({ ...owner, name: 'Owner', account_limit: null, created_at: now })
    .execute()
  await tx
    .insertInto('profile')
    .values({
      id: newId('profile'),
      owner_id: owner.id,
      external_id: null,
      name: 'Default',
      is_default: true,
      color: null,
      metadata: '{}',
      created_at: now,
      updated_at: now,
      deleting_at: null,
      erased_at: null,
      erased_external_id: null,
      erase_counts: null,
      due_at: null,
      lease_until: null,
      lease_token: null,
    })
    .execute()
  if (!ctx.config.printsFirstCredentials) return { owner, secret: null }
  const key = { name: 'First owner key', profileId: null, scopes: null, expiresAt: null }
  const { secret } = await insertKey(tx, owner.id, key, now)
  return { owner, secret }
}
