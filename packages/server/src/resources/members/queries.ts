import { sql } from 'kysely'
import { ServiceError } from '../../core/errors.ts'
import type { Reader, Tx } from '../../database/open.ts'

/** The members of an owner with the living profiles that they were given. */
export function selectMembers(db: Reader, ownerId: string) {
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
      sql<boolean>`member.password_hash is not null`.as('has_password'),
      sql<string[]>`array(select given.profile_id from member_profile given
        join profile on profile.id = given.profile_id and profile.deleting_at is null
        where given.member_id = member.id
        order by profile.is_default desc, profile.created_at, profile.id)`.as('profile_ids'),
    ])
    .where('member.owner_id', '=', ownerId)
}

export type MemberRow = Awaited<
  ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>
>

/** 404 `member_not_found` for one that this owner does not have. */
export async function findMember(db: Reader, ownerId: string, id: string): Promise<MemberRow> {
  const row = await selectMembers(db, ownerId).where('member.id', '=', id).executeTakeFirst()
  if (!row) throw new ServiceError('member_not_found')
  return row
}

/** Replaces the profiles that a member sees; 404 `profile_not_found` names one that is not there. */
export async function giveProfiles(
  tx: Tx,
  ownerId: string,
  memberId: string,
  profileIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('member_profile').where('member_id', '=', memberId).execute()
  if (profileIds.length === 0) return
  // Held against a deletion that commits meanwhile.
  const living = await tx
    .selectFrom('profile')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...profileIds])
    .where('deleting_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const known = new Set(living.map(({ id }) => id))
  const place = profileIds.findIndex((id) => !known.has(id))
  if (place >= 0) throw new ServiceError('profile_not_found', { param: `profile_ids.${place}` })
  await tx
    .insertInto('member_profile')
    .values(profileIds.map((id) => ({ member_id: memberId, owner_id: ownerId, profile_id: id })))
    .execute()
}

/** Throws 409 `last_owner` when the change of an owner left none who can sign in. */
export async function requireOwners(tx: Tx, ownerId: string, changed: MemberRow): Promise<void> {
  if (changed.role !== 'owner' || changed.disabled_at) return
  const left = await tx
    .selectFrom('member')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .$if(changed.has_password, (query) => query.where('password_hash', 'is not', null))
    .limit(1)
    .executeTakeFirst()
  if (!left) throw new ServiceError('last_owner')
}
