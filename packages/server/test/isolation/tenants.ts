import type { DashboardBrowser } from '../dashboard.ts'

/**
 * Where a thing belongs. `home` is the first owner's default profile and what belongs to none of its
 * profiles; `going` is a profile being deleted, `gone` an erased one; `never` names ids that nobody
 * ever had.
 */
export const tenants = ['a', 'b', 'home', 'other', 'deleting', 'erased', 'nonexistent'] as const
export type Tenant = (typeof tenants)[number]
export type ExistingTenant = Exclude<Tenant, 'nonexistent'>

/** A word in every text of a space, to be searched for where it must not be. */
export const markers: Readonly<Record<ExistingTenant, string>> = {
  a: 'mkalpha',
  b: 'mkbravo',
  home: 'mkhome',
  other: 'mkother',
  deleting: 'mkdeleting',
  erased: 'mkerased',
}

/** What an id can name: the word before `_not_found` in the contract's codes. */
export const resourceTypes = [
  'profile',
  'account',
  'post',
  'target',
  'media',
  'comment',
  'webhook',
  'delivery',
  'connect_link',
  'redirect_origin',
  'api_key',
  'insights_sync',
  'member',
  'session',
] as const
export type ResourceType = (typeof resourceTypes)[number]

/** Each thing's spellings: its id, and the `external_id` of a profile. */
export type ResourceIds = Record<ResourceType, Partial<Record<Tenant, string[]>>>

/** What belongs to an owner and never to one of its profiles. */
export const ownerResourceTypes: readonly ResourceType[] = ['redirect_origin', 'member']

/** A member who is signed in, with the browser that holds the session. */
export type SignedInMember = {
  browser: DashboardBrowser
  memberId: string
  email: string
  sessionId: string
}
/** `a`: staff of A; `b`: staff of A and B; the owners. */
export type SignedInMembers = Record<'owner' | 'a' | 'b' | 'other', SignedInMember>
