import { type ErrorCode, errorCatalog } from '../../src/core/error-catalog.ts'
import type { Route } from '../../src/http/route.ts'
import { type Caller, canSee } from './callers.ts'
import type { IdField } from './requests.ts'
import type { Tenant } from './tenants.ts'

export type Verdict =
  /** Refused with this code; `sameAsNonexistent`: exactly the response to a nonexistent ID. */
  | { kind: 'refused'; code: ErrorCode; sameAsNonexistent: boolean }
  /** An empty list, exactly the response to a nonexistent ID. */
  | { kind: 'empty' }
  | { kind: 'allowed' }

const refused = (code: ErrorCode, asNever = false): Verdict => ({
  kind: 'refused',
  code,
  sameAsNonexistent: asNever,
})
const allowed: Verdict = { kind: 'allowed' }

const activeTenants: readonly Tenant[] = ['a', 'b', 'home']

/**
 * A repeated DELETE of a profile returns 202 again (contract.md §3), and the audit log keeps the
 * entries of deleted profiles.
 */
const allowsDeletedProfiles: ReadonlySet<string> = new Set([
  'deleteProfile',
  'listAuditLog',
  'exportAuditLog',
])

/**
 * The result that contract.md §2 requires: who may call, and another tenant's resource is 404,
 * never 403. Written without using the server's code.
 */
export function expectedVerdict(
  caller: Caller,
  route: Route,
  idField: IdField | null,
  tenant: Tenant,
): Verdict {
  const isRead = route.method === 'get'
  const isCrossSite = !isRead && !caller.isSameOrigin
  if (route.access === 'public') return isCrossSite ? refused('csrf_refused') : allowed
  const isBrowser = caller.session !== null || caller.refused === 'session_invalid'
  if (isBrowser && isCrossSite) return refused('csrf_refused')
  if (caller.refused) return refused(caller.refused)
  if (route.access === 'member' && caller.session === null) return refused('session_required')
  if (route.access === 'owner' && caller.kind !== 'owner') return refused('owner_key_required')
  if (route.permission && caller.isLimited) return refused('insufficient_scope')
  if (caller.isContributor && !mayContribute(route)) return refused('insufficient_scope')
  // A new profile cannot be the one of the header.
  if (route.operationId === 'createProfile' && caller.headerProfile)
    return refused('profile_conflict')
  const hasSeveralProfiles = caller.kind === 'staff' && caller.visibleTenants.length > 1
  const namesProfile = idField?.steps[0] === 'targets' || idField?.name === 'profile_id'
  if (hasSeveralProfiles && needsProfile.has(route.operationId) && !namesProfile) {
    return refused('profile_required')
  }
  if (!idField) return allowed
  // A target or delivery under another parent than its own is not found.
  const isInPath = idField.location === 'path' && idField.name !== 'id'
  const isChild = isInPath || idField.name === 'delivery_ids'
  const namesOwnPost = idField.location === 'body' || canSee(caller, idField.type, tenant)
  if (caller.isContributor && changesPost.has(route.operationId) && namesOwnPost)
    return refused('insufficient_scope')
  if (isChild ? tenant === caller.ownTenant : canSee(caller, idField.type, tenant)) return allowed
  const isFirstOwner = caller.owner === 'home'
  const isDeleted = isFirstOwner && (tenant === 'deleting' || tenant === 'erased')
  const isActive = isFirstOwner && activeTenants.includes(tenant)
  // The header does not restrict which profiles an owner may assign to members.
  if (idField.name === 'profile_ids' && isActive) return allowed
  if (isDeleted && !caller.headerProfile && allowsDeletedProfiles.has(route.operationId))
    return allowed
  // Owner keys make requests in a profile too.
  if (idField.name === 'key_id' && isFirstOwner && caller.headerProfile && tenant === 'home')
    return allowed
  if (idField.location === 'query' && route.operationId.endsWith('AuditLog'))
    return { kind: 'empty' }
  const isKnown = isActive || (isDeleted && route.operationId === 'deleteProfile')
  if (idField.type === 'profile' && caller.headerProfile && isKnown)
    return refused('profile_conflict')
  if (idField.location === 'query') return { kind: 'empty' }
  // contract.md §2: an owner sees all profiles, so another profile's media has its own code.
  if (
    idField.type === 'media' &&
    idField.location === 'body' &&
    caller.kind === 'owner' &&
    isActive
  ) {
    return refused('media_profile_mismatch')
  }
  return refused(`${idField.type}_not_found` as ErrorCode, true)
}

/** The scopes of a contributor (docs/members.md). */
const contributorScopes: ReadonlySet<string> = new Set([
  'profiles:read',
  'accounts:read',
  'posts:read',
  'posts:draft',
  'media:read',
  'media:write',
  'comments:read',
  'insights:read',
])

/** A contributor changes drafts only, and the post of A is scheduled. */
const changesPost: ReadonlySet<string> = new Set(['updatePost', 'cancelPost'])

const mayContribute = ({ permission }: Route) =>
  permission === null || contributorScopes.has(permission)

/** Operations whose profile comes from the caller; staff with several must name one (docs/members.md). */
const needsProfile: ReadonlySet<string> = new Set([
  'createPost',
  'createImport',
  'validatePost',
  'createMedia',
  'createWebhook',
  'syncInsights',
])

/**
 * Errors that an allowed request may get because of the state of the resource or an unreachable URL. None
 * of them is about access.
 */
export const allowedFailures: Readonly<Record<string, readonly ErrorCode[]>> = {
  createMedia: ['media_unreachable'],
  // Without targets the post belongs to the default profile, the media perhaps to another.
  validatePost: ['media_profile_mismatch'],
  deleteProfile: ['default_profile'],
  getAccountInsights: ['insights_not_supported'],
  exportAccountInsights: ['insights_not_supported'],
  signIn: ['sign_in_failed'],
  readSignInLink: ['sign_in_link_invalid'],
  redeemSignInLink: ['sign_in_link_invalid'],
  confirmEmail: ['sign_in_link_invalid'],
  // The codes of the second factor are wrong here; members/second-factor/second-factor.test.ts has right ones.
  enableSecondFactor: ['second_factor_not_enabled', 'validation_failed'],
  disableSecondFactor: ['second_factor_not_enabled'],
  createRecoveryCodes: ['second_factor_not_enabled'],
  resetSecondFactor: ['second_factor_not_enabled'],
}

export function statusOf(code: ErrorCode): number {
  return errorCatalog[code].status
}
