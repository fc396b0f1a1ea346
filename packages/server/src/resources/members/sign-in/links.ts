import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import type { SignInLinkTable } from '../../../database/member-tables.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import type { SignInLink } from '../../../schemas/sign-in-link.ts'
import { hashToken, newToken } from '../../../security/secrets.ts'

export type NewLink = { url: string; expiresAt: Date }
type Purpose = SignInLinkTable['purpose']

/**
 * Creates a sign-in link and deletes the member's unused ones. Browsers do not send a URL's fragment, so the
 * token in it reaches no log.
 */
export async function insertLink(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  memberId: string,
  purpose: Purpose,
  now: Date,
  newEmail: string | null = null,
): Promise<NewLink> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + limits.signIn.linkLifetimeMs[purpose])
  await deleteLinks(tx, memberId)
  await tx
    .insertInto('sign_in_link')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      purpose,
      email: newEmail,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return { url: `${ctx.config.publicUrl}/dashboard/sign-in#token=${token}`, expiresAt }
}

/** Deletes the member's unused links, which may be in a mailbox that is no longer the member's. */
export async function deleteLinks(tx: Tx, memberId: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_link')
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute()
}

/** Describes a link without using it. 404 `sign_in_link_invalid`. */
export async function readLink(ctx: Context, token: string): Promise<SignInLink> {
  const link = await findLink(ctx.db.query, token, ctx.clock.now())
  return {
    object: 'sign_in_link',
    purpose: link.purpose,
    email: link.new_email ?? link.email,
    name: link.name,
    second_factor: link.purpose !== 'email' && link.second_factor,
    expires_at: link.expires_at.toISOString(),
  }
}

/** The unused, unexpired link of an enabled member. Throws `sign_in_link_invalid` otherwise. */
export async function findLink(db: Queries, token: string, now: Date) {
  const link = await db
    .selectFrom('sign_in_link')
    .innerJoin('member', 'member.id', 'sign_in_link.member_id')
    .select([
      'sign_in_link.purpose',
      'sign_in_link.email as new_email',
      'sign_in_link.expires_at',
      'member.id as member_id',
      'member.owner_id',
      'member.email',
      'member.name',
      'member.role',
      sql<boolean>`exists(select 1 from second_factor
        where member_id = member.id and enabled_at is not null)`.as('second_factor'),
    ])
    .where('sign_in_link.token_hash', '=', hashToken(token))
    .where('sign_in_link.used_at', 'is', null)
    .where('sign_in_link.expires_at', '>', now)
    .where('member.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!link) throw new ServiceError('sign_in_link_invalid')
  return link
}

/** Marks a link as used. A concurrent second use throws `sign_in_link_invalid`. */
export async function consumeLink(tx: Tx, token: string, now: Date): Promise<void> {
  const consumed = await tx
    .updateTable('sign_in_link')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
  if (!consumed) throw new ServiceError('sign_in_link_invalid')
}
