import { ServiceError } from '../base/errors.ts'
import { isId } from '../base/ids.ts'
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
 * profile of the header is 400 `profile_conflict`, out of the profile of the key 404.
 */
export async function resolveProfile(
  db: Reader,
  scope: Scope,
  reference: string,
): Promise<ProfileReference> {
  const profile = await findProfile(db, scope.ownerId, reference)
  if (!scope.profile || scope.profile.id === profile.id) return profile
  throw new ServiceError(scope.kind === 'profile' ? 'profile_not_found' : 'profile_conflict')
}
