import { sql } from 'kysely'
import { ServiceError } from '../../core/errors.ts'
import type { Queries, Tx } from '../../database/open.ts'

/** The members of an owner with the profiles assigned to them, without profiles being deleted. */
export function selectMembers(db: Queries, ownerId: string) {
  return db
    .selectFrom('member')
    .select([
      'member.id',
      'member.name',
      'member.email',
      'member.role',
      'member.disabled_at',
      'member.last_sign_in_at',
      'member.created_at',
      'member.updated_at',
      sql<boolean>`exists(select 1 from second_factor
        where member_id = member.id and enabled_at is not null)`.as('second_factor'),
      sql<boolean>`member.password_hash is not null`.as('has_password'),
      sql<boolean>`member.provider_subject is not null`.as('is_linked'),
      sql<string[]>`array(select assigned.profile_id from member_profile assigned
        join profile on profile.id = assigned.profile_id and profile.deleting_at is null
        where assigned.member_id = member.id
        order by profile.is_default desc, profile.created_at, profile.id)`.as('profile_ids'),
    ])
    .where('member.owner_id', '=', ownerId)
}

export type MemberRow = Awaited<
  ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>
>

/** 404 `member_not_found` unless the owner has this member. */
export async function findMember(db: Queries, ownerId: string, id: string): Promise<MemberRow> {
  const row = await selectMembers(db, ownerId).where('member.id', '=', id).executeTakeFirst()
  if (!row) throw new ServiceError('member_not_found')
  return row
}

/** Replaces the profiles a member sees. 404 `profile_not_found` names the first unknown one in `param`. */
export async function replaceProfiles(
  tx: Tx,
  ownerId: string,
  memberId: string,
  profileIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('member_profile').where('member_id', '=', memberId).execute()
  if (profileIds.length === 0) return
  // The lock keeps a concurrent deletion of a profile from committing before this transaction.
  const living = await tx
    .selectFrom('profile')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...profileIds])
    .where('deleting_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const foundIds = new Set(living.map(({ id }) => id))
  const missing = profileIds.findIndex((id) => !foundIds.has(id))
  if (missing >= 0) throw new ServiceError('profile_not_found', { param: `profile_ids.${missing}` })
  await tx
    .insertInto('member_profile')
    .values(profileIds.map((id) => ({ member_id: memberId, owner_id: ownerId, profile_id: id })))
    .execute()
}

/** Whether an enabled member has signed in before: with a password, or an account at the provider. */
export function canSignIn(member: Pick<MemberRow, 'has_password' | 'is_linked'>): boolean {
  return member.has_password || member.is_linked
}

/** 409 `last_owner` when the change to this member left no owner who can sign in. */
export async function requireRemainingOwner(
  tx: Tx,
  ownerId: string,
  changed: MemberRow,
): Promise<void> {
  if (changed.role !== 'owner' || changed.disabled_at) return
  const remaining = await tx
    .selectFrom('member')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .$if(canSignIn(changed), (query) =>
      query.where((eb) =>
        eb.or([eb('password_hash', 'is not', null), eb('provider_subject', 'is not', null)]),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  if (!remaining) throw new ServiceError('last_owner')
}
