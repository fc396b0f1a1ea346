import type { Visitor } from '../dashboard.ts'

/**
 * Where a thing belongs. `home` is the first owner's default profile and what belongs to none of its
 * profiles; `going` is a profile being deleted, `gone` an erased one; `never` names ids that nobody
 * ever had.
 */
export const spaces = ['a', 'b', 'home', 'other', 'going', 'gone', 'never'] as const
export type Space = (typeof spaces)[number]
export type Lived = Exclude<Space, 'never'>

/** A word in every text of a space, to be searched for where it must not be. */
export const marks: Readonly<Record<Lived, string>> = {
  a: 'mkalpha',
  b: 'mkbravo',
  home: 'mkhome',
  other: 'mkother',
  going: 'mkgoing',
  gone: 'mkgone',
}

/** What an id can name: the word before `_not_found` in the contract's codes. */
export const nouns = [
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
export type Noun = (typeof nouns)[number]

/** Each thing's spellings: its id, and the `external_id` of a profile. */
export type Things = Record<Noun, Partial<Record<Space, string[]>>>

/** What belongs to an owner and never to one of its profiles. */
export const ownerNouns: readonly Noun[] = ['redirect_origin', 'member']

/** A member who is signed in, with the browser that holds the session. */
export type Person = { visitor: Visitor; memberId: string; email: string; sessionId: string }
/** `a`: staff of A; `b`: staff of A and B; the owners. */
export type People = Record<'owner' | 'a' | 'b' | 'other', Person>
