import { type ErrorCode, errorCatalogue } from '../../src/core/error-catalogue.ts'
import type { Route } from '../../src/http/route.ts'
import { type Caller, canSee } from './callers.ts'
import type { IdField } from './requests.ts'
import type { Tenant } from './tenants.ts'

export type Verdict =
  /** Refused with this code; `asNever`: exactly as for an id that nobody ever had. */
  | { kind: 'refused'; code: ErrorCode; sameAsNonexistent: boolean }
  /** A list that answers exactly as for an id that nobody ever had. */
  | { kind: 'nothing' }
  | { kind: 'allowed' }

const refused = (code: ErrorCode, asNever = false): Verdict => ({
  kind: 'refused',
  code,
  sameAsNonexistent: asNever,
})
const allowed: Verdict = { kind: 'allowed' }

const living: readonly Tenant[] = ['a', 'b', 'home']

/**
 * A repeated DELETE of a profile answers 202 again (decisions.md §2), and what was done in a profile
 * stays in the audit log of its owner.
 */
const allowsDeletedProfiles: ReadonlySet<string> = new Set(['deleteProfile', 'listAuditLog'])

/**
 * What the contract says of a request: interface.md "Authentication" and "Errors", decisions.md §1
 * (what belongs to another is 404, never 403) and §2 (who may call). Nothing here knows the code.
 */
export function expectedVerdict(
  caller: Caller,
  route: Route,
  idField: IdField | null,
  tenant: Tenant,
): Verdict {
  const isRead = route.method === 'get'
  const isForged = !isRead && !caller.hasProof
  if (route.access === 'public') return isForged ? refused('csrf_refused') : allowed
  const isBrowser = caller.session !== null || caller.refused === 'session_invalid'
  if (isBrowser && isForged) return refused('csrf_refused')
  if (caller.refused) return refused(caller.refused)
  if (route.access === 'member' && caller.session === null) return refused('session_required')
  if (route.access === 'owner' && caller.kind !== 'owner') return refused('owner_key_required')
  if (route.permission && caller.isLimited) return refused('insufficient_scope')
  // A new profile is never the one of the header.
  if (route.operationId === 'createProfile' && caller.within) return refused('profile_conflict')
  const isOfSeveral = caller.kind === 'staff' && caller.visibleTenants.length > 1
  const isPlaced = idField?.steps[0] === 'targets' || idField?.name === 'profile_id'
  if (isOfSeveral && needsProfile.has(route.operationId) && !isPlaced) {
    return refused('profile_required')
  }
  if (!idField) return allowed
  // A target or a delivery of another parent than the path names is not there.
  const isChild = idField.place === 'path' && idField.name !== 'id'
  if (isChild ? tenant === caller.own : canSee(caller, idField.type, tenant)) return allowed
  const isOwners = caller.owner === 'home'
  const isEnded = isOwners && (tenant === 'deleting' || tenant === 'erased')
  const isLiving = isOwners && living.includes(tenant)
  // The header narrows what is seen of profiles, not to whom the owner gives them.
  if (idField.name === 'profile_ids' && isLiving) return allowed
  if (isEnded && !caller.within && allowsDeletedProfiles.has(route.operationId)) return allowed
  if (idField.place === 'query' && route.operationId === 'listAuditLog') return { kind: 'nothing' }
  const isKnown = isLiving || (isEnded && route.operationId === 'deleteProfile')
  if (idField.type === 'profile' && caller.within && isKnown) return refused('profile_conflict')
  if (idField.place === 'query') return { kind: 'nothing' }
  // interface.md "Errors": to an owner, who sees all profiles, media of another one is named so.
  if (idField.type === 'media' && idField.place === 'body' && caller.kind === 'owner' && isLiving) {
    return refused('media_profile_mismatch')
  }
  return refused(`${idField.type}_not_found` as ErrorCode, true)
}

/** What has no profile but the caller's: staff of several must say which (docs/members.md). */
const needsProfile: ReadonlySet<string> = new Set([
  'createPost',
  'validatePost',
  'createMedia',
  'createWebhook',
  'syncInsights',
])

/**
 * What an allowed request may answer besides success, because the thing is not in the state for it
 * or the fixture outside does not play along. Never an answer of access.
 */
export const allowedFailures: Readonly<Record<string, readonly ErrorCode[]>> = {
  createMedia: ['media_unreachable'],
  // Without targets the post is of the default profile, and the media need not be.
  validatePost: ['media_profile_mismatch'],
  deleteProfile: ['default_profile'],
  getAccountInsights: ['insights_not_supported'],
  exportAccountInsights: ['insights_not_supported'],
  signIn: ['sign_in_failed'],
  readSignInLink: ['sign_in_link_invalid'],
  redeemSignInLink: ['sign_in_link_invalid'],
}

export function statusOf(code: ErrorCode): number {
  return errorCatalogue[code].status
}
