import { html } from 'hono/html'
import { lineOf, type Markup, nothing } from '../markup.ts'
import type { Page } from '../page.ts'
import type { Area } from './areas.ts'
import { docsPage, overviewEntry } from './frame.ts'
import { queryCharsMax, type Search } from './search.ts'
import type { SearchEntry } from './search-entries.ts'
import { type FoundField, foundField, urlOf } from './search-hit.ts'

const excerptCharsMax = 200
const charsBeforeMatch = 60
const suggestionsMax = 8

/** `/docs/search`: the results of a query, the best first, and what kind each is. */
export function searchPage(search: Search, query: string, areas: readonly Area[]): Page {
  const line = lineOf(query, queryCharsMax)
  const results = search(line)
  return docsPage({
    title: line === '' ? 'Search · Postern' : `${line} · Postern`,
    navLabel: 'API reference',
    menu: 'Operations',
    query: line,
    nav: [
      overviewEntry,
      {
        address: '/docs#operations',
        name: 'Operations',
        entries: areas.map(({ address, tag }) => ({ address, name: tag })),
      },
    ],
    main: html`<h1>Search</h1>
<p role="status">${summaryOf(line, results.length)}</p>
<ul class="results">${results.map((entry) => resultOf(entry, line))}</ul>`,
  })
}

function summaryOf(query: string, count: number): Markup {
  if (query === '') return html`Search operations, guides, events and error codes.`
  if (count === 0) return html`Nothing was found for “${query}”. Try fewer or other words.`
  return html`${count} ${count === 1 ? 'result' : 'results'} for “${query}”.`
}

function resultOf(entry: SearchEntry, query: string): Markup {
  const { kind, title, names, text } = entry
  const field = foundField(entry, query)
  const path = kind === 'Operation' ? html` <code>${pathOf(names)}</code>` : nothing
  return html`<li><a href="${urlOf(entry, field)}">${title}</a>${path} <small>${kind}</small>${field ? fieldNote(field) : nothing}<p>${excerptOf(withoutAccess(text), query)}</p></li>`
}

const fieldNote = (field: FoundField) =>
  html` <small>${kindOf[field.place]} <code>${field.name}</code></small>`

const kindOf = { request: 'Request field', response: 'Response field' }

/** The first results and the number of all, for suggestions while a query is typed. */
export function suggestionsOf(search: Search, query: string) {
  const line = lineOf(query, queryCharsMax)
  const results = search(line)
  const data = results.slice(0, suggestionsMax).map((entry) => {
    const field = foundField(entry, line)
    return {
      url: urlOf(entry, field),
      title: entry.title,
      kind: field ? kindOf[field.place] : entry.kind,
      name: field?.name ?? (entry.kind === 'Operation' ? pathOf(entry.names) : null),
    }
  })
  return { data, count: results.length }
}

/** `GET /v1/posts` of the names of an operation. */
const pathOf = (names: string) => names.split(' ').slice(0, 2).join(' ')

/** A description without its last paragraph, which says who can call the operation. */
const withoutAccess = (text: string) => text.replace(/\n\nAccess: .*/s, '')

/** A short text, or the part of it around the first word of the query that is in it. */
function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase()
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
  const match = Math.min(...places.filter((place) => place >= 0), text.length)
  const isNear =
    text.length <= excerptCharsMax || match <= charsBeforeMatch || match === text.length
  const from = isNear ? 0 : text.indexOf(' ', match - charsBeforeMatch)
  return `${from > 0 ? '…' : ''}${lineOf(text.slice(from), excerptCharsMax)}`
}
