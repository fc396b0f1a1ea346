import { fromString, typeidUnboxed } from 'typeid-js'
import { v7 } from 'uuid'

/** The kinds of TypeID on the wire (contract.md §1). */
export const idPrefixes = {
  owner: 'own',
  profile: 'prof',
  account: 'acc',
  link: 'link',
  invitation: 'inv',
  approval: 'apr',
  report: 'rpt',
  origin: 'orig',
  post: 'post',
  import: 'imp',
  target: 'tgt',
  media: 'med',
  comment: 'cmt',
  reply: 'rep',
  note: 'note',
  savedText: 'text',
  webhook: 'whk',
  key: 'key',
  member: 'mem',
  session: 'sess',
  auditEntry: 'aud',
  sync: 'sync',
  request: 'req',
} as const

export type IdKind = keyof typeof idPrefixes

/** A new id: prefix, `_`, and a UUIDv7 in base 32 (26 characters). Ids sort by time. */
export function newId(kind: IdKind): string {
  return typeidUnboxed(idPrefixes[kind])
}

/** Whether the text is a well-formed id of the kind. */
export function isId(kind: IdKind, text: string): boolean {
  try {
    fromString(text, idPrefixes[kind])
    return true
  } catch {
    return false
  }
}

const anyIdShape = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_[0-9a-hjkmnp-tv-z]{26}$`)

/** Whether the text has the shape of an id that this service assigns. */
export function hasIdShape(text: string): boolean {
  return anyIdShape.test(text) || isUuid(text)
}

/** A UUIDv7, the id format of events and deliveries. Those of one process sort by creation. */
export function newUuid(): string {
  // Node's own `randomUUIDv7` is random inside a millisecond, which mixes the events of one change.
  return v7()
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text is a UUID in its usual form. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text)
}

/** The creation time in a UUIDv7's first 48 bits (RFC 9562 §5.7); `null` for other UUIDs. */
export function timeOfUuid(text: string): Date | null {
  if (text[14] !== '7') return null
  return new Date(Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16))
}

/** The smallest UUIDv7 of this time, for comparing IDs with a time. */
export function uuidAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
