import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'

/** The key or member that makes this request, its owner and the profile it is limited to. */
export async function readMe(ctx: Context, scope: Scope) {
  const [key, member, owner] = await Promise.all([
    scope.actor.kind === 'api_key' ? readKey(ctx, scope.actor.id) : null,
    scope.actor.kind === 'member' ? readMember(ctx, scope.actor.id) : null,
    readOwner(ctx, scope),
  ])
  return {
    object: 'me' as const,
    key,
    member,
    owner: { ...owner, account_limit: owner.account_limit ?? ctx.config.accountLimit },
    profile: scope.profile ? { id: scope.profile.id, external_id: scope.profile.externalId } : null,
  }
}

async function readKey(ctx: Context, id: string) {
  const key = await ctx.db.query
    .selectFrom('api_key')
    .select(['id', 'kind', 'name', 'scopes', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...key, expires_at: key.expires_at?.toISOString() ?? null }
}

async function readOwner(ctx: Context, scope: Scope) {
  return await ctx.db.query
    .selectFrom('owner')
    .select(['id', 'name', 'account_limit'])
    .where('id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
}

async function readMember(ctx: Context, id: string) {
  return await ctx.db.query
    .selectFrom('member')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
