import type { ErrorCode } from '../../src/core/error-catalogue.ts'
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

/** Somebody who asks, and what the contract says of such a one. */
export type Caller = {
  name: string
  headers(route: Route): Record<string, string>
  owner: 'home' | 'other'
  kind: 'owner' | 'profile' | 'staff'
  /** The one profile of the `Service-Profile` header. */
  within: ExistingTenant | null
  /** Whose things it sees. */
  visibleTenants: readonly Tenant[]
  /** Whose things it names where its own are needed. */
  own: 'a' | 'b' | 'other'
  /** The space that the person's own sessions are noted in. */
  session: Tenant | null
  /** Whether a browser says that a page of this service asks. */
  hasProof: boolean
  /** Every request is refused so, whatever it asks for. */
  refused: ErrorCode | null
  isLimited: boolean
  /** What is of its own and may be told although it lies in another space. */
  ownIds: readonly string[]
}

/** Whether the contract lets the caller see things of this kind in this space. */
export function canSee(caller: Caller, type: ResourceType, tenant: Tenant): boolean {
  if (type === 'session') return caller.session !== null && tenant === caller.session
  if (ownerResourceTypes.includes(type)) return caller.kind === 'owner' && tenant === caller.owner
  return caller.visibleTenants.includes(tenant)
}

const nothing = {
  owner: 'home',
  kind: 'owner',
  within: null,
  visibleTenants: [],
  own: 'a',
  session: null,
  hasProof: false,
  refused: null,
  isLimited: false,
  ownIds: [],
} as const

type More = Partial<Omit<Caller, 'name' | 'headers'>>

const everything: More = { visibleTenants: ['a', 'b', 'home'] }
const onlyA: More = { visibleTenants: ['a'] }
const withinA: More = { ...onlyA, within: 'a' }
const keyA: More = { ...onlyA, kind: 'profile' }
const theirs: More = { owner: 'other', visibleTenants: ['other'], own: 'other' }

export function callersOf(fixture: Fixture): Caller[] {
  const { keys, members, profiles, limited } = fixture
  const byKey = (name: string, key: string, more: More, profile?: string): Caller => ({
    ...nothing,
    ...more,
    name,
    headers: () => ({
      authorization: `Bearer ${key}`,
      ...(profile ? { 'service-profile': profile } : {}),
    }),
  })
  const refused = (code: ErrorCode): More => ({ refused: code })
  const bySession = (
    name: string,
    person: SignedInMember,
    more: More,
    profile?: string,
  ): Caller => ({
    ...nothing,
    hasProof: true,
    ...more,
    name,
    get ownIds() {
      return [person.memberId, person.sessionId]
    },
    headers: () => ({
      cookie: person.browser.cookie()!,
      'sec-fetch-site': 'same-origin',
      ...(profile ? { 'service-profile': profile } : {}),
    }),
  })
  const withoutProof = (caller: Caller, headers: Record<string, string>): Caller => ({
    ...caller,
    hasProof: false,
    headers: (route) => {
      const { 'sec-fetch-site': _, ...rest } = caller.headers(route)
      return { ...rest, ...headers }
    },
  })
  const staffA: More = { ...onlyA, kind: 'staff', session: 'a' }
  const staff = bySession('staff of A', members.a, staffA)
  const unlimited = limited.get('all')!
  const unknown = 'ext-of-nobody'
  return [
    byKey('owner key', keys.owner, everything),
    byKey('owner key in A', keys.owner, withinA, profiles.a),
    byKey('owner key in A by external_id', keys.owner, withinA, `ext-${markers.a}`),
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
    byKey('key of B', keys.b, { kind: 'profile', visibleTenants: ['b'], own: 'b' }),
    byKey('key of a profile being deleted', keys.deleting, refused('api_key_revoked')),
    byKey('owner key of another owner', keys.other, theirs),
    byKey('owner key of another owner in A', keys.other, refused('profile_not_found'), profiles.a),
    byKey('profile key of another owner', keys.otherProfile, { ...theirs, kind: 'profile' }),
    byKey('expired key', keys.expired, refused('api_key_expired')),
    byKey('revoked key', keys.revoked, refused('api_key_revoked')),
    byKey('unknown key', `pst_owner_${'x'.repeat(43)}`, refused('api_key_invalid')),
    byKey('malformed key', 'pst_owner_short', refused('api_key_invalid')),
    { ...nothing, name: 'no key', headers: () => ({}), refused: 'api_key_missing' },
    {
      ...nothing,
      ...everything,
      name: 'key limited to everything else',
      isLimited: true,
      headers: ({ permission }) => ({
        authorization: `Bearer ${permission ? limited.get(permission) : unlimited}`,
      }),
    },
    bySession('owner signed in', members.owner, { ...everything, session: 'home' }),
    bySession('owner signed in, in A', members.owner, { ...withinA, session: 'home' }, profiles.a),
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
    bySession('owner of another owner signed in', members.other, { ...theirs, session: 'other' }),
    withoutProof(
      { ...staff, name: 'staff of A from another site' },
      {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example.com',
      },
    ),
    withoutProof({ ...staff, name: 'staff of A without a word of where from' }, {}),
    {
      ...nothing,
      name: 'ended session',
      hasProof: true,
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
    includes: ({ visibleTenants, own }) => visibleTenants.length === 1 && own === 'a',
    elsewhere: ['b', 'other', ...deleted],
  },
  {
    name: 'staff of A and B',
    includes: ({ kind, visibleTenants }) => kind === 'staff' && visibleTenants.length === 2,
    elsewhere: ['other', ...deleted],
  },
  {
    name: 'the key of B',
    includes: ({ own }) => own === 'b',
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
