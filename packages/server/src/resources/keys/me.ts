import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'

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
  const key = await ctx.db.read
    .selectFrom('api_key')
    .select(['id', 'kind', 'name', 'scopes', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...key, expires_at: key.expires_at?.toISOString() ?? null }
}

async function readOwnerOf(ctx: Context, scope: Scope) {
  return await ctx.db.read
    .selectFrom('owner')
    .select(['id', 'name', 'account_limit'])
    .where('id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
}

async function readOwnMember(ctx: Context, id: string) {
  return await ctx.db.read
    .selectFrom('member')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
