import { ServiceError } from '../core/errors.ts'
import { isId } from '../core/ids.ts'
import type { Queries } from '../database/open.ts'
import type { Scope } from './scope.ts'

export type ProfileReference = { id: string; externalId: string | null; isDefault: boolean }

/**
 * Finds a profile of the owner by its id or `external_id`; 404 `profile_not_found` when it does not
 * exist or is being deleted. An `external_id` never has the shape of an id, so a reference is
 * unambiguous.
 */
export async function findProfile(
  db: Queries,
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
 * Finds the profile that a path or body names. Throws 400 `profile_conflict` when the header names
 * another profile, and 404 when the key or member cannot see it.
 */
export async function resolveProfile(
  db: Queries,
  scope: Scope,
  reference: string,
): Promise<ProfileReference> {
  const profile = await findProfile(db, scope.ownerId, reference)
  requireVisible(scope, profile.id)
  return profile
}

/** Throws the errors of `resolveProfile` for a profile of the owner that was already read. */
export function requireVisible(scope: Scope, profileId: string): void {
  if (scope.profileIds && !scope.profileIds.includes(profileId)) {
    throw new ServiceError('profile_not_found')
  }
  if (!scope.profile || scope.profile.id === profileId) return
  throw new ServiceError(scope.kind === 'profile' ? 'profile_not_found' : 'profile_conflict')
}

/**
 * The profile of a request that names none: the key's or the header's, or the only one of a staff
 * member (400 `profile_required` with several). `null` means all profiles of the owner.
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

/** Like `impliedProfileId`, but falls back to the owner's default profile. */
export async function profileIdOrDefault(db: Queries, scope: Scope): Promise<string> {
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
