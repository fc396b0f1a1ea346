import type { SearchEntry } from './search-entries.ts'

/** A field of an operation that a query names. */
export type FoundField = { place: 'request' | 'response'; name: string }

const prefixCharsMin = 3

/**
 * The field that the query names, as itself, by its beginning or by one of its values. A single word without `_`
 * names a field only if nothing else about the operation contains it.
 */
export function foundField(entry: SearchEntry, query: string): FoundField | null {
  const line = query.toLowerCase().trim()
  const words = line.split(/\s+/)
  const others = `${entry.title} ${entry.names} ${entry.text}`.toLowerCase()
  const isOnlyField = words.length === 1 && !others.includes(line)
  const names = isOnlyField
    ? words
    : [...words, words.join('_')].filter((word) => word.includes('_'))
  return (
    fieldWhere(entry, (word) => names.includes(word)) ??
    fieldWhere(entry, (word) =>
      names.some((name) => name.length >= prefixCharsMin && word.startsWith(name)),
    )
  )
}

function fieldWhere(
  { fieldsIn }: SearchEntry,
  isNamed: (word: string) => boolean,
): FoundField | null {
  for (const place of ['request', 'response'] as const) {
    for (const [word, name] of fieldsIn?.[place] ?? []) {
      if (isNamed(word.toLowerCase())) return { place, name }
    }
  }
  return null
}

/** The URL of an entry, or of its field that the query names. */
export function urlOf({ id }: SearchEntry, field: FoundField | null): string {
  return field ? `${id}/${field.place}/${encodeURIComponent(field.name)}` : id
}
