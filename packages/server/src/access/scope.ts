import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../core/errors.ts'
import type { Permission } from '../schemas/api-key.ts'

/** The authenticated caller: an API key or a signed-in member. */
export type Actor = {
  readonly kind: 'api_key' | 'member'
  readonly id: string
  readonly name: string
}

/** The caller of a request, and the part of the owner's data that it can see. */
export type Scope = {
  readonly ownerId: string
  readonly actor: Actor
  /** `owner`: an owner key or a signed-in owner; `staff`: another member, limited to some profiles. */
  readonly kind: 'owner' | 'profile' | 'staff'
  /** The one profile this request is limited to, by the key or by the Service-Profile header. */
  readonly profile: { readonly id: string; readonly externalId: string | null } | null
  /** The profiles that such a member may see, in the order of the profiles; `null` for all. */
  readonly profileIds: readonly string[] | null
  /** `null` means all. */
  readonly permissions: ReadonlySet<Permission> | null
  /** Profiles being deleted: no request sees their data once the DELETE is committed. */
  readonly hiddenProfileIds: readonly string[]
  /** The session of a member; `null` with a key. */
  readonly sessionId: string | null
  /** Whether the member may only set up a second factor, because the owner requires one. */
  readonly mustSetUpSecondFactor: boolean
}

/** What a contributor may do in their profiles: the scopes of a key that drafts and reads. */
export const contributorPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'profiles:read',
  'accounts:read',
  'posts:read',
  'posts:draft',
  'media:read',
  'media:write',
  'comments:read',
  'insights:read',
])

/** The scope of a request to a public endpoint: it sees no data. */
export const unauthenticatedScope: Scope = Object.freeze<Scope>({
  ownerId: '',
  actor: { kind: 'member', id: '', name: '' },
  kind: 'staff',
  profile: null,
  profileIds: [],
  permissions: new Set<Permission>(),
  hiddenProfileIds: [],
  sessionId: null,
  mustSetUpSecondFactor: false,
})

/**
 * The condition that every query over profile-owned rows starts with. `table` is the name or alias of
 * the table with `owner_id` and `profile_id`. Only the owner sees rows without a profile.
 */
export function inScope(scope: Scope, table: string): RawBuilder<boolean> {
  const owner = sql.ref(`${table}.owner_id`)
  const profile = sql.ref(`${table}.profile_id`)
  // Use `=` for a single profile, so that the indexes that start with it apply.
  const sole = soleProfileId(scope)
  if (sole) return sql<boolean>`(${owner} = ${scope.ownerId} and ${profile} = ${sole})`
  if (scope.profileIds) {
    return sql<boolean>`(${owner} = ${scope.ownerId}
      and ${profile} = any(${scope.profileIds as string[]}))`
  }
  if (scope.hiddenProfileIds.length === 0) return sql<boolean>`(${owner} = ${scope.ownerId})`
  return sql<boolean>`(${owner} = ${scope.ownerId}
    and (${profile} is null or ${profile} <> all(${scope.hiddenProfileIds as string[]})))`
}

/** The profile of a scope that sees only one. */
export function soleProfileId(scope: Scope): string | undefined {
  if (scope.profile) return scope.profile.id
  return scope.profileIds?.length === 1 ? scope.profileIds[0] : undefined
}

/**
 * Throws 403 `insufficient_scope` when the key or the member's role lacks the permission. `all` requires
 * a caller that is not limited.
 */
export function requirePermission(scope: Scope, permission: Permission | 'all'): void {
  if (!scope.permissions || includesPermission(scope.permissions, permission)) return
  if (scope.actor.kind === 'member') {
    throw new ServiceError('insufficient_scope', {
      message: 'Your role can draft, but not do this. Ask an owner or a staff member.',
    })
  }
  if (permission === 'all') {
    throw new ServiceError('insufficient_scope', {
      message: 'This endpoint does not accept keys with scopes. Use a key without scopes.',
    })
  }
  throw new ServiceError('insufficient_scope', {
    message: `This key lacks the scope ${permission}. Use a key that has it.`,
  })
}

/** Whether the permissions include one: `posts:write` includes `posts:draft`. */
export function includesPermission(
  permissions: ReadonlySet<string>,
  permission: Permission | 'all',
): boolean {
  if (permission === 'posts:draft' && permissions.has('posts:write')) return true
  return permissions.has(permission)
}
