import type { SearchEntry } from './search-entries.ts'

/** A field of an operation that a query names. */
export type FoundField = { place: 'request' | 'response'; name: string }

/**
 * The field that the query names, as itself or by one of its values. A single word without `_` names a field only
 * if nothing else about the operation contains it.
 */
export function foundField(entry: SearchEntry, query: string): FoundField | null {
  const written = query.toLowerCase().trim()
  const words = written.split(/\s+/)
  const isOnlyField =
    words.length === 1 &&
    !`${entry.title} ${entry.names} ${entry.text}`.toLowerCase().includes(written)
  const names = isOnlyField ? words : [...words, words.join('_')].filter(isIdentifier)
  for (const place of ['request', 'response'] as const) {
    for (const [word, name] of entry.fieldsIn?.[place] ?? []) {
      if (names.includes(word.toLowerCase())) return { place, name }
    }
  }
  return null
}

const isIdentifier = (word: string) => word.includes('_')

/** The URL of an entry, or of its field that the query names. */
export function urlOf({ id }: SearchEntry, field: FoundField | null): string {
  return field ? `${id}/${field.place}/${encodeURIComponent(field.name)}` : id
}
