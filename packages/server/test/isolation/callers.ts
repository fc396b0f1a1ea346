import type { ErrorCode } from '../../src/core/error-catalogue.ts'
import type { Route } from '../../src/http/route.ts'
import { type Lived, marks, type Noun, ownerNouns, type Person, type Space } from './spaces.ts'
import type { World } from './world.ts'

/** Somebody who asks, and what the contract says of such a one. */
export type Caller = {
  name: string
  headers(route: Route): Record<string, string>
  owner: 'home' | 'other'
  kind: 'owner' | 'profile' | 'staff'
  /** The one profile of the `Service-Profile` header. */
  within: Lived | null
  /** Whose things it sees. */
  sees: readonly Space[]
  /** Whose things it names where its own are needed. */
  own: 'a' | 'b' | 'other'
  /** The space that the person's own sessions are noted in. */
  session: Space | null
  /** Whether a browser says that a page of this service asks. */
  hasProof: boolean
  /** Every request is refused so, whatever it asks for. */
  refused: ErrorCode | null
  isLimited: boolean
  /** What is of its own and may be told although it lies in another space. */
  ownIds: readonly string[]
}

/** Whether the contract lets the caller see things of this kind in this space. */
export function sees(caller: Caller, noun: Noun, space: Space): boolean {
  if (noun === 'session') return caller.session !== null && space === caller.session
  if (ownerNouns.includes(noun)) return caller.kind === 'owner' && space === caller.owner
  return caller.sees.includes(space)
}

const nothing = {
  owner: 'home',
  kind: 'owner',
  within: null,
  sees: [],
  own: 'a',
  session: null,
  hasProof: false,
  refused: null,
  isLimited: false,
  ownIds: [],
} as const

type More = Partial<Omit<Caller, 'name' | 'headers'>>

const everything: More = { sees: ['a', 'b', 'home'] }
const onlyA: More = { sees: ['a'] }
const withinA: More = { ...onlyA, within: 'a' }
const keyA: More = { ...onlyA, kind: 'profile' }
const theirs: More = { owner: 'other', sees: ['other'], own: 'other' }

export function callersOf(world: World): Caller[] {
  const { keys, people, profiles, limited } = world
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
  const bySession = (name: string, person: Person, more: More, profile?: string): Caller => ({
    ...nothing,
    hasProof: true,
    ...more,
    name,
    get ownIds() {
      return [person.memberId, person.sessionId]
    },
    headers: () => ({
      cookie: person.visitor.cookie()!,
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
  const staff = bySession('staff of A', people.a, staffA)
  const unlimited = limited.get('all')!
  const unknown = 'ext-of-nobody'
  return [
    byKey('owner key', keys.owner, everything),
    byKey('owner key in A', keys.owner, withinA, profiles.a),
    byKey('owner key in A by external_id', keys.owner, withinA, `ext-${marks.a}`),
    byKey('owner key in an unknown profile', keys.owner, refused('profile_not_found'), unknown),
    byKey(
      'owner key in a profile being deleted',
      keys.owner,
      refused('profile_not_found'),
      profiles.going,
    ),
    byKey(
      'owner key in an erased profile',
      keys.owner,
      refused('profile_not_found'),
      `ext-${marks.gone}`,
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
    byKey('key of B', keys.b, { kind: 'profile', sees: ['b'], own: 'b' }),
    byKey('key of a profile being deleted', keys.going, refused('api_key_revoked')),
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
    bySession('owner signed in', people.owner, { ...everything, session: 'home' }),
    bySession('owner signed in, in A', people.owner, { ...withinA, session: 'home' }, profiles.a),
    staff,
    bySession('staff of A in B', people.a, { ...staffA, refused: 'profile_not_found' }, profiles.b),
    bySession('staff of A in A', people.a, staffA, `ext-${marks.a}`),
    bySession('staff of A and B', people.b, { kind: 'staff', sees: ['a', 'b'], session: 'b' }),
    bySession('owner of another owner signed in', people.other, { ...theirs, session: 'other' }),
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
      headers: () => ({ cookie: world.endedCookie, 'sec-fetch-site': 'same-origin' }),
    },
  ]
}
