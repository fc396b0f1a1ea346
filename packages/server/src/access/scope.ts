import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../core/errors.ts'
import type { Permission } from '../schemas/api-key.ts'

/** Who asks: an API key or a member who signed in. */
export type Actor = {
  readonly kind: 'api_key' | 'member'
  readonly id: string
  readonly name: string
}

/** Who asks, and what of the owner's data exists for this request. */
export type Scope = {
  readonly ownerId: string
  readonly actor: Actor
  /** `owner`: an owner key or an owner who signed in; `staff`: a member confined to its profiles. */
  readonly kind: 'owner' | 'profile' | 'staff'
  /** The one profile this request is confined to, by the key or by the Service-Profile header. */
  readonly profile: { readonly id: string; readonly externalId: string | null } | null
  /** The profiles that staff may see, in the order of the profiles; `null` for all. */
  readonly profileIds: readonly string[] | null
  /** `null` means all. */
  readonly permissions: ReadonlySet<Permission> | null
  /** Profiles being deleted: their data is gone for every request from the moment of the DELETE. */
  readonly hiddenProfileIds: readonly string[]
  /** The session of a member; `null` with a key. */
  readonly sessionId: string | null
}

/** The scope of a request that needs no credentials: nothing at all is in it. */
export const unauthenticatedScope: Scope = Object.freeze<Scope>({
  ownerId: '',
  actor: { kind: 'member', id: '', name: '' },
  kind: 'staff',
  profile: null,
  profileIds: [],
  permissions: new Set<Permission>(),
  hiddenProfileIds: [],
  sessionId: null,
})

/**
 * The condition every query over profile-owned rows starts with. `table` is the name or alias of
 * the table whose `owner_id` and `profile_id` are meant. Rows of no profile are the owner's alone.
 */
export function inScope(scope: Scope, table: string): RawBuilder<boolean> {
  const owner = sql.ref(`${table}.owner_id`)
  const profile = sql.ref(`${table}.profile_id`)
  // One profile is asked for by equality, which the indexes that lead with it are made for.
  const soleProfileId =
    scope.profile?.id ?? (scope.profileIds?.length === 1 ? scope.profileIds[0] : null)
  if (soleProfileId)
    return sql<boolean>`(${owner} = ${scope.ownerId} and ${profile} = ${soleProfileId})`
  if (scope.profileIds) {
    return sql<boolean>`(${owner} = ${scope.ownerId}
      and ${profile} = any(${scope.profileIds as string[]}))`
  }
  if (scope.hiddenProfileIds.length === 0) return sql<boolean>`(${owner} = ${scope.ownerId})`
  return sql<boolean>`(${owner} = ${scope.ownerId}
    and (${profile} is null or ${profile} <> all(${scope.hiddenProfileIds as string[]})))`
}

/**
 * Throws 403 `insufficient_scope` when the key was limited to other things; `all` is what only a
 * key without limits may.
 */
export function requirePermission(scope: Scope, permission: Permission | 'all'): void {
  if (!scope.permissions) return
  if (permission === 'all') {
    throw new ServiceError('insufficient_scope', {
      message: 'This endpoint does not accept keys with scopes. Use a key without scopes.',
    })
  }
  if (scope.permissions.has(permission)) return
  throw new ServiceError('insufficient_scope', {
    message: `This key lacks the scope ${permission}. Use a key that has it.`,
  })
}
