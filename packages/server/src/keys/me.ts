import { sql } from 'kysely'
import { partsFinder } from '../access/rows.ts'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'

/** What the key or the member of this request is and sees. */
export async function readMe(ctx: Context, scope: Scope) {
  const [key, member, owner] = await Promise.all([
    scope.actor.kind === 'api_key' ? readOwnKey(ctx, scope.actor.id) : null,
    scope.actor.kind === 'member' ? readOwnMember(ctx, scope.actor.id) : null,
    readOwnerOf(ctx, scope),
  ])
  return {
    object: 'me' as const,
    key,
    member,
    owner: { ...owner, account_limit: owner.account_limit ?? ctx.config.accountLimit },
    profile: scope.profile ? { id: scope.profile.id, external_id: scope.profile.externalId } : null,
  }
}

async function readOwnKey(ctx: Context, id: string) {
  const [key] = await findOwnKeys(ctx.db.read, [id])
  if (!key) throw new Error('The key of a request exists.')
  return { ...key, expires_at: key.expires_at?.toISOString() ?? null }
}

async function readOwnerOf(ctx: Context, scope: Scope) {
  const [owner] = await findOwners(ctx.db.read, [scope.ownerId])
  if (!owner) throw new Error('The owner of a request exists.')
  return owner
}

const findOwnKeys = partsFinder(
  (db, ids) =>
    db
      .selectFrom('api_key')
      .select(['id', 'kind', 'name', 'scopes', 'expires_at'])
      .where(sql<boolean>`id = any(${ids}::text[])`),
  (row) => row.id,
)

const findOwners = partsFinder(
  (db, ids) =>
    db
      .selectFrom('owner')
      .select(['id', 'name', 'account_limit'])
      .where(sql<boolean>`id = any(${ids}::text[])`),
  (row) => row.id,
)

async function readOwnMember(ctx: Context, id: string) {
  return await ctx.db.read
    .selectFrom('member')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
