import MiniSearch from 'minisearch'
import type { OperationDocument } from './areas.ts'
import { type SearchEntry, searchEntries } from './search-entries.ts'

export type Search = (query: string) => SearchEntry[]

export const queryCharsMax = 100
const wordsMax = 8
const resultsMax = 20
const fuzzyFromChars = 5

/** A search in memory. It returns at most 20 entries, the best first: those with all words, else with any. */
export function createSearch(document: OperationDocument): Search {
  const entries = new Map(searchEntries(document).map((entry) => [entry.id, entry]))
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'names', 'text', 'fields', 'details'],
    tokenize: (text) => wordsOf(text).flatMap((word) => [word, ...partsOf(word)]),
  })
  index.addAll([...entries.values()])
  return (query) => {
    const words = withoutSmallWords(wordsOf(query.slice(0, queryCharsMax)))
      .slice(0, wordsMax)
      .join(' ')
    const options = {
      tokenize: wordsOf,
      boost: { title: 3, names: 3, fields: 1.5, details: 0.3 },
      prefix: true,
      fuzzy: (term: string) => (term.length < fuzzyFromChars ? false : 0.2),
    }
    const all = index.search(words, { ...options, combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(words, options)
    return found.slice(0, resultsMax).map(({ id }) => entries.get(id)!)
  }
}

const smallWords = new Set('a an and do for how i in is my of on the to what with'.split(' '))

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
