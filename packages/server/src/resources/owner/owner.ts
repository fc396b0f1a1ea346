import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { Owner } from '../../schemas/owner.ts'

export async function readOwner(ctx: Context, scope: Scope): Promise<Owner> {
  const row = await ctx.db.read
    .selectFrom('owner')
    .select(['id', 'name', 'email', 'account_limit', 'created_at'])
    .where('id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    object: 'owner',
    name: row.name,
    email: row.email,
    account_limit: row.account_limit ?? ctx.config.accountLimit,
    created_at: row.created_at.toISOString(),
  }
}

/** `email: null` turns off the emails to the owner. */
export async function updateOwner(
  ctx: Context,
  scope: Scope,
  input: { name?: string | undefined; email?: string | null | undefined },
): Promise<Owner> {
  if (input.name !== undefined || input.email !== undefined) {
    await ctx.db.read
      .updateTable('owner')
      .set({
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.email === undefined ? {} : { email: input.email }),
      })
      .where('id', '=', scope.ownerId)
      .execute()
  }
  return await readOwner(ctx, scope)
}
