import { ServiceError } from '../core/errors.ts'
import { isId } from '../core/ids.ts'
import type { Reader } from '../database/open.ts'
import type { Scope } from './scope.ts'

export type ProfileReference = { id: string; externalId: string | null; isDefault: boolean }

/**
 * The profile that an id or `external_id` of this owner names; 404 `profile_not_found` when there
 * is none, or when it is being deleted. An `external_id` never has the shape of an id, so a
 * reference is never ambiguous.
 */
export async function findProfile(
  db: Reader,
  ownerId: string,
  reference: string,
): Promise<ProfileReference> {
  const column = isId('profile', reference) ? 'id' : 'external_id'
  const row = await db
    .selectFrom('profile')
    .select(['id', 'external_id', 'is_default'])
    .where('owner_id', '=', ownerId)
    .where(column, '=', reference)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ServiceError('profile_not_found')
  return { id: row.id, externalId: row.external_id, isDefault: row.is_default }
}

/**
 * The profile that a path or body names, within the scope: a reference that leads out of the
 * profile of the header is 400 `profile_conflict`, out of those of the key or member 404.
 */
export async function resolveProfile(
  db: Reader,
  scope: Scope,
  reference: string,
): Promise<ProfileReference> {
  const profile = await findProfile(db, scope.ownerId, reference)
  requireVisible(scope, profile.id)
  return profile
}

/** The same for a profile of the owner that was found already. */
export function requireVisible(scope: Scope, profileId: string): void {
  if (scope.profileIds && !scope.profileIds.includes(profileId)) {
    throw new ServiceError('profile_not_found')
  }
  if (!scope.profile || scope.profile.id === profileId) return
  throw new ServiceError(scope.kind === 'profile' ? 'profile_not_found' : 'profile_conflict')
}

/**
 * Where data goes for which no profile was named: the one of the key or header, the only one of a
 * member of the staff (400 `profile_required` with several), else `null`, all of the owner's.
 */
export function impliedProfileId(scope: Scope): string | null {
  if (scope.profile) return scope.profile.id
  if (!scope.profileIds) return null
  const [only, ...others] = scope.profileIds
  if (!only)
    throw new ServiceError('profile_not_found', {
      message: 'You have no profiles yet. Ask an owner to assign you one.',
    })
  if (others.length > 0) throw new ServiceError('profile_required')
  return only
}

/** As `onlyProfileId`, and the default profile where the owner named none. */
export async function profileIdOrDefault(db: Reader, scope: Scope): Promise<string> {
  const id = impliedProfileId(scope)
  if (id) return id
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('owner_id', '=', scope.ownerId)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  return row.id
}
