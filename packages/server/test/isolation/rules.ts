import { type ErrorCode, errorCatalogue } from '../../src/core/error-catalogue.ts'
import type { Route } from '../../src/http/route.ts'
import { type Caller, sees } from './callers.ts'
import type { Slot } from './requests.ts'
import type { Space } from './spaces.ts'

export type Verdict =
  /** Refused with this code; `asNever`: exactly as for an id that nobody ever had. */
  | { kind: 'refused'; code: ErrorCode; asNever: boolean }
  /** A list that answers exactly as for an id that nobody ever had. */
  | { kind: 'nothing' }
  | { kind: 'allowed' }

const refused = (code: ErrorCode, asNever = false): Verdict => ({ kind: 'refused', code, asNever })
const allowed: Verdict = { kind: 'allowed' }

const living: readonly Space[] = ['a', 'b', 'home']

/**
 * A repeated DELETE of a profile answers 202 again (decisions.md §2), and what was done in a profile
 * stays in the audit log of its owner.
 */
const tellsEnded: ReadonlySet<string> = new Set(['deleteProfile', 'listAuditLog'])

/**
 * What the contract says of a request: interface.md "Authentication" and "Errors", decisions.md §1
 * (what belongs to another is 404, never 403) and §2 (who may call). Nothing here knows the code.
 */
export function ruleOf(caller: Caller, route: Route, slot: Slot | null, space: Space): Verdict {
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
  const isOfSeveral = caller.kind === 'staff' && caller.sees.length > 1
  const isPlaced = slot?.steps[0] === 'targets' || slot?.name === 'profile_id'
  if (isOfSeveral && homeless.has(route.operationId) && !isPlaced) {
    return refused('profile_required')
  }
  if (!slot) return allowed
  // A target or a delivery of another parent than the path names is not there.
  const isChild = slot.place === 'path' && slot.name !== 'id'
  if (isChild ? space === caller.own : sees(caller, slot.noun, space)) return allowed
  const isOwners = caller.owner === 'home'
  const isEnded = isOwners && (space === 'going' || space === 'gone')
  const isLiving = isOwners && living.includes(space)
  // The header narrows what is seen of profiles, not to whom the owner gives them.
  if (slot.name === 'profile_ids' && isLiving) return allowed
  if (isEnded && !caller.within && tellsEnded.has(route.operationId)) return allowed
  if (slot.place === 'query' && route.operationId === 'listAuditLog') return { kind: 'nothing' }
  const isKnown = isLiving || (isEnded && route.operationId === 'deleteProfile')
  if (slot.noun === 'profile' && caller.within && isKnown) return refused('profile_conflict')
  if (slot.place === 'query') return { kind: 'nothing' }
  // interface.md "Errors": to an owner, who sees all profiles, media of another one is named so.
  if (slot.noun === 'media' && slot.place === 'body' && caller.kind === 'owner' && isLiving) {
    return refused('media_profile_mismatch')
  }
  return refused(`${slot.noun}_not_found` as ErrorCode, true)
}

/** What has no profile but the caller's: staff of several must say which (docs/members.md). */
const homeless: ReadonlySet<string> = new Set([
  'createPost',
  'validatePost',
  'createMedia',
  'createWebhook',
  'syncInsights',
])

/**
 * What an allowed request may answer besides success, because the thing is not in the state for it
 * or the world outside does not play along. Never an answer of access.
 */
export const otherwise: Readonly<Record<string, readonly ErrorCode[]>> = {
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
