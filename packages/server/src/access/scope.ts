import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../base/errors.ts'
import type { Permission } from '../resources/api-key.ts'

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
export const nobody: Scope = Object.freeze<Scope>({
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
  const only = scope.profile?.id ?? (scope.profileIds?.length === 1 ? scope.profileIds[0] : null)
  if (only) return sql<boolean>`(${owner} = ${scope.ownerId} and ${profile} = ${only})`
  if (scope.profileIds) {
    return sql<boolean>`(${owner} = ${scope.ownerId}
      and ${profile} = any(${scope.profileIds as string[]}))`
  }
  if (scope.hiddenProfileIds.length === 0) return sql<boolean>`(${owner} = ${scope.ownerId})`
  return sql<boolean>`(${owner} = ${scope.ownerId}
    and (${profile} is null or ${profile} <> all(${scope.hiddenProfileIds as string[]})))`
}

/** Whether the scope is all of an owner, with nothing hidden, or one profile. */
export function isPlain({ profile, profileIds, hiddenProfileIds }: Scope): boolean {
  return profile !== null || (profileIds === null && hiddenProfileIds.length === 0)
}

/**
 * `inScope` for rows by their ids, each in a plain scope of its own: three lists of the same length, or
 * places for them. What a row is then shown to still
 * has to be asked with `sees`: two may have asked for the same.
 */
export function inAnyScope(
  { ids, owners, profiles }: { ids: unknown; owners: unknown; profiles: unknown },
  table: string,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  // By the ids first: the planner takes their index for nothing else.
  return sql<boolean>`(${column('id')} = any(${ids}::text[]) and exists (
    select from unnest(${ids}::text[], ${owners}::text[], ${profiles}::text[])
      as asked (id, owner_id, profile_id)
    where asked.id = ${column('id')} and asked.owner_id = ${column('owner_id')}
      and (asked.profile_id is null or asked.profile_id = ${column('profile_id')})))`
}

/** Whether a row lies in a plain scope. */
export function sees(
  { ownerId, profile }: Scope,
  row: { owner_id: string; profile_id: string | null },
): boolean {
  return row.owner_id === ownerId && (profile === null || row.profile_id === profile.id)
}

/**
 * Throws 403 `insufficient_scope` when the key was limited to other things; `all` is what only a
 * key without limits may.
 */
export function requirePermission(scope: Scope, permission: Permission | 'all'): void {
  if (!scope.permissions) return
  if (permission === 'all') {
    throw new ServiceError('insufficient_scope', {
      message: 'This endpoint needs a key that is not limited to scopes.',
    })
  }
  if (scope.permissions.has(permission)) return
  throw new ServiceError('insufficient_scope', {
    message: `This key does not have the scope ${permission}.`,
  })
}
