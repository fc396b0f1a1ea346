import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { Owner, OwnerUpdate } from '../../schemas/owner.ts'

export async function readOwner(ctx: Context, scope: Scope): Promise<Owner> {
  const row = await ctx.db.query
    .selectFrom('owner')
    .select(['id', 'name', 'email', 'account_limit', 'second_factor_required_for', 'created_at'])
    .where('id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    object: 'owner',
    name: row.name,
    email: row.email,
    account_limit: row.account_limit ?? ctx.config.accountLimit,
    second_factor_required_for: row.second_factor_required_for,
    created_at: row.created_at.toISOString(),
  }
}

/** `email: null` turns off the emails to the owner. */
export async function updateOwner(ctx: Context, scope: Scope, input: OwnerUpdate): Promise<Owner> {
  const values = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<Required<OwnerUpdate>>
  if (Object.keys(values).length > 0) {
    await ctx.db.query.updateTable('owner').set(values).where('id', '=', scope.ownerId).execute()
  }
  return await readOwner(ctx, scope)
}
