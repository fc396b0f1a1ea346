import MiniSearch from 'minisearch'
import type { OperationDocument } from './areas.ts'
import { type SearchEntry, searchEntries } from './search-entries.ts'

export type Search = (query: string) => SearchEntry[]

export const queryCharsMax = 100
const wordsMax = 8
const resultsMax = 20
/** Most words begin with one of the letters, so shorter prefixes take long and find everything. */
const prefixFromChars = 3
const fuzzyFromChars = 5
const creationBoost = 1.25
const removalBoost = 0.8
const guideBoost = 3

/**
 * A search in memory. It returns at most 20 entries, the best first: what the query names exactly, then those
 * with all words, else those with any.
 */
export function createSearch(document: OperationDocument): Search {
  const entries = new Map(searchEntries(document).map((entry) => [entry.id, entry]))
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'names', 'text', 'fields', 'details'],
    extractField: (entry, name) => fieldOf(entry, name as keyof SearchEntry),
    tokenize: (text) => wordsOf(text).flatMap((word) => [word, ...partsOf(word)]),
  })
  index.addAll([...entries.values()])
  return (query) => {
    const words = withoutSmallWords(wordsOf(query.slice(0, queryCharsMax))).slice(0, wordsMax)
    const options = {
      tokenize: wordsOf,
      boost: { title: 3, names: 3, fields: 1.5, details: 0.3 },
      prefix: (term: string) => term.length >= prefixFromChars,
      fuzzy: (term: string) => (term.length < fuzzyFromChars ? false : 0.2),
      boostDocument: (id: string, term: string) => boostOf(entries.get(id)!, term),
    }
    const all = index.search(words.join(' '), { ...options, combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(words.join(' '), options)
    const ids = [
      ...[...entries.values()].filter((entry) => isNamed(entry, query)).map(({ id }) => id),
      ...(words.length > 1 ? index.search(words.join('_'), identifier).map(({ id }) => id) : []),
      ...found.map(({ id }) => id),
    ]
    return [...new Set(ids)].slice(0, resultsMax).map((id) => entries.get(id)!)
  }
}

/** The method POST counts little, so that `post` finds posts before the other operations that use POST. */
function fieldOf(entry: SearchEntry, name: keyof SearchEntry): unknown {
  if (name === 'names') return entry.names.replace(/^POST /, '')
  if (name === 'details' && entry.names.startsWith('POST ')) return `POST ${entry.details}`
  return entry[name]
}

/** An identifier that is written as words, such as `first comment`. */
const identifier = {
  tokenize: (text: string) => [text],
  fields: ['title', 'fields'],
  prefix: false,
  fuzzy: false,
}

/** Whether the query is the entry's title, or the path, method and path, or ID of the operation. */
function isNamed({ kind, title, names }: SearchEntry, query: string): boolean {
  const text = query.trim().toLowerCase()
  if (kind !== 'Operation') return [text, `${text}s`].includes(title.toLowerCase())
  const [method = '', path = '', id = ''] = names.toLowerCase().split(' ')
  return [path, `${method} ${path}`, id, title.toLowerCase()].includes(text)
}

/**
 * Most readers who search for a resource look for its guide or the operation that creates it. They name the
 * removal if they look for that.
 */
function boostOf({ id, kind, title, names }: SearchEntry, term: string): number {
  const isAbout = `${title} ${names}`.toLowerCase().includes(term)
  if (kind === 'Guide') return isAbout && !id.includes('#') ? guideBoost : 1
  if (/^POST \S+[^}/]+ create/.test(names)) return creationBoost
  return names.startsWith('DELETE ') && term !== 'delete' ? removalBoost : 1
}

const smallWords = new Set(
  'a an and can do does field for from has have how i in is it my of on one operation or several should that the this to two what when where which with'.split(
    ' ',
  ),
)

/** Without words that nearly every text has, unless there are no others. */
function withoutSmallWords(words: string[]): string[] {
  const others = words.filter((word) => !smallWords.has(word.toLowerCase()))
  return others.length > 0 ? others : words
}

/** Words, among them identifiers such as `api_key_missing` and `post.published` as a whole. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu) ?? []
}

/** The words in an identifier: `api`, `key`, `missing`; `create` and `Post` of `createPost`. */
function partsOf(word: string): string[] {
  const parts = word.split(/[._]|(?<=\p{Ll})(?=\p{Lu})/u)
  return parts.length > 1 ? parts : []
}
