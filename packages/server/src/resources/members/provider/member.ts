import { sql } from 'kysely'
import type { Tx } from '../../../database/open.ts'
import type { ProviderIdentity } from './provider.ts'

/** Why a person whom the provider identified cannot sign in. */
export type ProviderRefusal = 'unverified_email' | 'unknown_member' | 'disabled' | 'other_account'

type LinkedMember = { id: string; owner_id: string; name: string }

/** Column values of a member without an account at the provider. */
export const unlinked = { provider_issuer: null, provider_subject: null }

/**
 * The member of a person: the one linked to their account at the provider, or, the first time, the one
 * with their verified email, which is then linked. An email never leads to a member who is linked to
 * another account of this provider, because providers give addresses to other people.
 */
export async function linkMember(
  tx: Tx,
  identity: ProviderIdentity,
): Promise<{ member: LinkedMember } | { refusal: ProviderRefusal; member: LinkedMember | null }> {
  const linked = await findMember(tx, identity, 'account')
  if (linked) return enabled(linked)
  if (!identity.email) return { refusal: 'unverified_email', member: null }
  const found = await findMember(tx, identity, 'email')
  if (!identity.isEmailVerified) return { refusal: 'unverified_email', member: found ?? null }
  if (!found) return { refusal: 'unknown_member', member: null }
  if (found.provider_issuer === identity.issuer) return { refusal: 'other_account', member: found }
  if (found.disabled_at) return { refusal: 'disabled', member: found }
  await tx
    .updateTable('member')
    .set({ provider_issuer: identity.issuer, provider_subject: identity.subject })
    .where('id', '=', found.id)
    .execute()
  return { member: found }
}

type Row = LinkedMember & { disabled_at: Date | null; provider_issuer: string | null }

function enabled(member: Row) {
  return member.disabled_at ? { refusal: 'disabled' as const, member } : { member }
}

/** An email is unique per owner. Of several owners' members, an enabled and unlinked one comes first. */
async function findMember(
  tx: Tx,
  { issuer, subject, email }: ProviderIdentity,
  by: 'account' | 'email',
): Promise<Row | undefined> {
  return await tx
    .selectFrom('member')
    .select(['id', 'owner_id', 'name', 'disabled_at', 'provider_issuer'])
    .$if(by === 'account', (query) =>
      query.where('provider_issuer', '=', issuer).where('provider_subject', '=', subject),
    )
    .$if(by === 'email', (query) => query.where('email', '=', email))
    .orderBy(sql`disabled_at is not null`)
    .orderBy(sql`provider_issuer is not distinct from ${issuer}`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}
