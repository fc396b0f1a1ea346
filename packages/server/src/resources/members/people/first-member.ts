import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { newId } from '../../../core/ids.ts'
import type { Tx } from '../../../database/open.ts'
import { insertLink, type NewLink } from '../sign-in/links.ts'

/**
 * Creates the owner's first member and its sign-in link. With the embedded database, which one process uses,
 * each start replaces the link until someone has signed in. `null` if there is nothing to print.
 */
export async function ensureFirstMember(
  ctx: Context,
  tx: Tx,
  owner: { id: string; email: string | null },
  now: Date,
): Promise<NewLink | null> {
  const existing = await tx
    .selectFrom('member')
    .select(['id', 'role', 'disabled_at'])
    .select(sql<boolean>`bool_or(last_sign_in_at is not null) over ()`.as('has_sign_in'))
    .where('owner_id', '=', owner.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (existing) {
    const { id, role, disabled_at: disabledAt, has_sign_in: hasSignIn } = existing
    const { databaseUrl, printsFirstCredentials } = ctx.config
    // A link that is not printed would only end the one that `postern sign-in` created.
    if (databaseUrl !== null || !printsFirstCredentials) return null
    if (hasSignIn || role !== 'owner' || disabledAt) return null
    return await insertLink(ctx, tx, id, 'first', now)
  }
  const id = newId('member')
  await tx
    .insertInto('member')
    .values({
      id,
      owner_id: owner.id,
      email: owner.email?.toLowerCase() ?? null,
      name: 'Owner',
      role: 'owner',
      password_hash: null,
      created_at: now,
      updated_at: now,
      disabled_at: null,
      last_sign_in_at: null,
    })
    .execute()
  return await insertLink(ctx, tx, id, 'first', now)
}

/**
 * Creates a sign-in link for an owner who lost their password, for the command `postern sign-in`. Without an
 * email, the link is for the oldest enabled member with the role `owner`.
 */
export async function createOwnerLink(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  email: string | null,
  now: Date,
): Promise<NewLink & { email: string | null; ownerId: string; memberId: string }> {
  const member = await tx
    .selectFrom('member')
    .select(['id', 'owner_id', 'email', 'password_hash'])
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .$if(email !== null, (query) => query.where('email', '=', email?.toLowerCase() ?? null))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!member) {
    throw new Error(
      email
        ? `No owner has the email ${email}. Omit it to use the oldest owner.`
        : 'No enabled owner exists.',
    )
  }
  const purpose = member.email && member.password_hash ? 'reset' : 'first'
  const link = await insertLink(ctx, tx, member.id, purpose, now)
  return { ...link, email: member.email, ownerId: member.owner_id, memberId: member.id }
}
