import type { DashboardBrowser } from '../dashboard.ts'

/**
 * To whom a resource belongs. `a`, `b`, `deleting` and `erased` are profiles of the first owner; `home` is
 * its default profile and everything outside a profile; `other` is another owner with its profile.
 * `contributor` has only the session of A's contributor, and `nonexistent` IDs that were never assigned.
 */
export const tenants = [
  'a',
  'b',
  'home',
  'other',
  'deleting',
  'erased',
  'contributor',
  'nonexistent',
] as const
export type Tenant = (typeof tenants)[number]
export type ExistingTenant = Exclude<Tenant, 'contributor' | 'nonexistent'>

/** A word in every text of a tenant. Responses to other tenants are searched for it. */
export const markers: Readonly<Record<ExistingTenant, string>> = {
  a: 'mkalpha',
  b: 'mkbravo',
  home: 'mkhome',
  other: 'mkother',
  deleting: 'mkdeleting',
  erased: 'mkerased',
}

/** The types of resources with an ID: the word before `_not_found` in the contract's codes. */
export const resourceTypes = [
  'profile',
  'account',
  'post',
  'import',
  'target',
  'media',
  'comment',
  'comment_note',
  'saved_text',
  'webhook',
  'delivery',
  'event',
  'connect_link',
  'invitation',
  'approval_link',
  'report_link',
  'redirect_origin',
  'api_key',
  'insights_sync',
  'api_request',
  'member',
  'session',
] as const
export type ResourceType = (typeof resourceTypes)[number]

/** The references to a resource: its ID and, for a profile, its `external_id`. */
export type ResourceIds = Record<ResourceType, Partial<Record<Tenant, string[]>>>

/** Resources that belong to an owner and never to a profile. */
export const ownerResourceTypes: readonly ResourceType[] = ['redirect_origin', 'member']

/** A signed-in member with the browser that holds its session. */
export type SignedInMember = {
  browser: DashboardBrowser
  memberId: string
  email: string
  sessionId: string
}
/** `owner` and `other` are owners, `a` is staff of A, `b` of A and B, `contributor` drafts in A. */
export type SignedInMembers = Record<'owner' | 'a' | 'b' | 'other' | 'contributor', SignedInMember>
