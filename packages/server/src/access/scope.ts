import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../base/errors.ts'
import type { Permission } from '../resources/api-key.ts'

/** Who asks, and what of the owner's data exists for this request. */
export type Scope = {
  readonly ownerId: string
  readonly keyId: string
  readonly kind: 'owner' | 'profile'
  /** The one profile this request is confined to, by the key or by the Service-Profile header. */
  readonly profile: { readonly id: string; readonly externalId: string | null } | null
  /** `null` means all. */
  readonly permissions: ReadonlySet<Permission> | null
  /** Profiles being deleted: their data is gone for every request from the moment of the DELETE. */
  readonly hiddenProfileIds: readonly string[]
}

/**
 * The condition every query over profile-owned rows starts with. `table` is the name or alias of
 * the table whose `owner_id` and `profile_id` are meant.
 */
export function inScope(scope: Scope, table: string): RawBuilder<boolean> {
  const owner = sql.ref(`${table}.owner_id`)
  const profile = sql.ref(`${table}.profile_id`)
  if (scope.profile) {
    return sql<boolean>`(${owner} = ${scope.ownerId} and ${profile} = ${scope.profile.id})`
  }
  if (scope.hiddenProfileIds.length === 0) return sql<boolean>`(${owner} = ${scope.ownerId})`
  return sql<boolean>`(${owner} = ${scope.ownerId}
    and (${profile} is null or ${profile} <> all(${scope.hiddenProfileIds as string[]})))`
}

/** Throws 403 `insufficient_scope` when the key was limited to other things. */
export function requirePermission(scope: Scope, permission: Permission): void {
  if (!scope.permissions || scope.permissions.has(permission)) return
  throw new ServiceError('insufficient_scope', {
    message: `This key does not have the scope ${permission}.`,
  })
}
