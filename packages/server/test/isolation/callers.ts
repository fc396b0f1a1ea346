import type { ErrorCode } from '../../src/core/error-catalog.ts'
import type { Route } from '../../src/http/route.ts'
import type { Fixture } from './fixture.ts'
import {
  type ExistingTenant,
  markers,
  ownerResourceTypes,
  type ResourceType,
  type SignedInMember,
  type Tenant,
} from './tenants.ts'

/** A kind of caller with its credentials and what the contract allows it. */
export type Caller = {
  name: string
  headers(route: Route): Record<string, string>
  owner: 'home' | 'other'
  kind: 'owner' | 'profile' | 'staff'
  /** The one profile of the `Service-Profile` header. */
  headerProfile: ExistingTenant | null
  /** The tenants whose resources it can see. */
  visibleTenants: readonly Tenant[]
  /** The tenant whose IDs it uses in requests. */
  ownTenant: 'a' | 'b' | 'other'
  /** The tenant under which its session is listed in `ResourceIds`; `null` without a session. */
  session: Tenant | null
  /** Whether the request has `Sec-Fetch-Site: same-origin`. */
  isSameOrigin: boolean
  /** The error code of every request, if the credentials are invalid. */
  refused: ErrorCode | null
  isLimited: boolean
  /** A member who may draft and not publish. */
  isContributor: boolean
  /** Its own member and session IDs, which it may see although they belong to another tenant. */
  ownIds: readonly string[]
}

/** Whether the contract lets the caller see resources of this type of this tenant. */
export function canSee(caller: Caller, type: ResourceType, tenant: Tenant): boolean {
  if (type === 'session') return caller.session !== null && tenant === caller.session
  if (ownerResourceTypes.includes(type)) return caller.kind === 'owner' && tenant === caller.owner
  return caller.visibleTenants.includes(tenant)
}

const noAccess = {
  owner: 'home',
  kind: 'owner',
  headerProfile: null,
  visibleTenants: [],
  ownTenant: 'a',
  session: null,
  isSameOrigin: false,
  refused: null,
  isLimited: false,
  isContributor: false,
  ownIds: [],
} as const

type CallerOptions = Partial<Omit<Caller, 'name' | 'headers'>>

const allOfOwner: CallerOptions = { visibleTenants: ['a', 'b', 'home'] }
const seesA: CallerOptions = { visibleTenants: ['a'] }
const headerA: CallerOptions = { ...seesA, headerProfile: 'a' }
const keyA: CallerOptions = { ...seesA, kind: 'profile' }
const otherOwner: CallerOptions = { owner: 'other', visibleTenants: ['other'], ownTenant: 'other' }

export function callersOf(fixture: Fixture): Caller[] {
  const { keys, members, profiles, limited } = fixture
  const byKey = (name: string, key: string, options: CallerOptions, profile?: string): Caller => ({
    ...noAccess,
    ...options,
    name,
    headers: () => ({
      authorization: `Bearer ${key}`,
      ...(profile ? { 'service-profile': profile } : {}),
    }),
  })
  const refused = (code: ErrorCode): CallerOptions => ({ refused: code })
  const bySession = (
    name: string,
    member: SignedInMember,
    options: CallerOptions,
    profile?: string,
  ): Caller => ({
    ...noAccess,
    isSameOrigin: true,
    ...options,
    name,
    get ownIds() {
      return [member.memberId, member.sessionId]
    },
    headers: () => ({
      cookie: member.browser.cookie()!,
      'sec-fetch-site': 'same-origin',
      ...(profile ? { 'service-profile': profile } : {}),
    }),
  })
  const notSameOrigin = (caller: Caller, headers: Record<string, string>): Caller => ({
    ...caller,
    isSameOrigin: false,
    headers: (route) => {
      const { 'sec-fetch-site': _, ...rest } = caller.headers(route)
      return { ...rest, ...headers }
    },
  })
  const staffA: CallerOptions = { ...seesA, kind: 'staff', session: 'a' }
  const staff = bySession('staff of A', members.a, staffA)
  const unlimited = limited.get('all')!
  const unknown = 'ext-unknown'
  return [
    byKey('owner key', keys.owner, allOfOwner),
    byKey('owner key in A', keys.owner, headerA, profiles.a),
    byKey('owner key in A by external_id', keys.owner, headerA, `ext-${markers.a}`),
    byKey('owner key in an unknown profile', keys.owner, refused('profile_not_found'), unknown),
    byKey(
      'owner key in a profile being deleted',
      keys.owner,
      refused('profile_not_found'),
      profiles.deleting,
    ),
    byKey(
      'owner key in an erased profile',
      keys.owner,
      refused('profile_not_found'),
      `ext-${markers.erased}`,
    ),
    byKey(
      'owner key in a profile of another owner',
      keys.owner,
      refused('profile_not_found'),
      profiles.other,
    ),
    byKey('key of A', keys.a, keyA),
    byKey('key of A in A', keys.a, keyA, profiles.a),
    byKey('key of A in B', keys.a, refused('profile_mismatch'), profiles.b),
    byKey('key of A in an unknown profile', keys.a, refused('profile_mismatch'), unknown),
    byKey('key of B', keys.b, { kind: 'profile', visibleTenants: ['b'], ownTenant: 'b' }),
    byKey('key of a profile being deleted', keys.deleting, refused('api_key_revoked')),
    byKey('owner key of another owner', keys.other, otherOwner),
    byKey('owner key of another owner in A', keys.other, refused('profile_not_found'), profiles.a),
    byKey('profile key of another owner', keys.otherProfile, { ...otherOwner, kind: 'profile' }),
    byKey('expired key', keys.expired, refused('api_key_expired')),
    byKey('revoked key', keys.revoked, refused('api_key_revoked')),
    byKey('unknown key', `pst_owner_${'x'.repeat(43)}`, refused('api_key_invalid')),
    byKey('malformed key', 'pst_owner_short', refused('api_key_invalid')),
    { ...noAccess, name: 'no key', headers: () => ({}), refused: 'api_key_missing' },
    {
      ...noAccess,
      ...allOfOwner,
      name: 'key limited to everything else',
      isLimited: true,
      headers: ({ permission }) => ({
        authorization: `Bearer ${permission ? limited.get(permission) : unlimited}`,
      }),
    },
    bySession('owner signed in', members.owner, { ...allOfOwner, session: 'home' }),
    bySession('owner signed in, in A', members.owner, { ...headerA, session: 'home' }, profiles.a),
    staff,
    bySession(
      'staff of A in B',
      members.a,
      { ...staffA, refused: 'profile_not_found' },
      profiles.b,
    ),
    bySession('staff of A in A', members.a, staffA, `ext-${markers.a}`),
    bySession('staff of A and B', members.b, {
      kind: 'staff',
      visibleTenants: ['a', 'b'],
      session: 'b',
    }),
    bySession('contributor of A', members.contributor, {
      ...seesA,
      kind: 'staff',
      isContributor: true,
      session: 'contributor',
    }),
    bySession('owner of another owner signed in', members.other, {
      ...otherOwner,
      session: 'other',
    }),
    notSameOrigin(
      { ...staff, name: 'staff of A from another site' },
      {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example.com',
      },
    ),
    notSameOrigin({ ...staff, name: 'staff of A without Sec-Fetch-Site and Origin' }, {}),
    {
      ...noAccess,
      name: 'ended session',
      isSameOrigin: true,
      refused: 'session_invalid',
      headers: () => ({ cookie: fixture.endedCookie, 'sec-fetch-site': 'same-origin' }),
    },
  ]
}

/** Callers that make their changes together; the rows of the tenants `elsewhere` must stay the same. */
type CallerGroup = {
  name: string
  includes: (caller: Caller) => boolean
  elsewhere: ExistingTenant[]
}

const deleted: ExistingTenant[] = ['deleting', 'erased']

export const callerGroups: CallerGroup[] = [
  {
    name: 'callers who see only A',
    includes: ({ visibleTenants, ownTenant }) => visibleTenants.length === 1 && ownTenant === 'a',
    elsewhere: ['b', 'other', ...deleted],
  },
  {
    name: 'staff of A and B',
    includes: ({ kind, visibleTenants }) => kind === 'staff' && visibleTenants.length === 2,
    elsewhere: ['other', ...deleted],
  },
  {
    name: 'the key of B',
    includes: ({ ownTenant }) => ownTenant === 'b',
    elsewhere: ['a', 'other', ...deleted],
  },
  {
    name: 'another owner',
    includes: ({ owner }) => owner === 'other',
    elsewhere: ['a', 'b', 'home', ...deleted],
  },
  {
    name: 'the owner',
    includes: ({ visibleTenants }) => visibleTenants.length === 3,
    elsewhere: ['other', ...deleted],
  },
]
