import { html } from 'hono/html'
import { lineOf, type Markup, nothing } from '../markup.ts'
import type { Page } from '../page.ts'
import { docsPage } from './frame.ts'
import { queryCharsMax, type Search } from './search.ts'
import type { SearchEntry } from './search-entries.ts'

const excerptCharsMax = 200
const charsBeforeMatch = 60

/** `/docs/search`: the results of a query, and what kind each is. */
export function searchPage(search: Search, query: string): Page {
  const line = lineOf(query, queryCharsMax)
  const results = search(line)
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  return docsPage({
    title: line === '' ? 'Search · Postern' : `${line} · Postern`,
    navLabel: 'Results',
    query: line,
    nav: kinds.map((kind) => ({ address: `#${kind}`, name: `${headings[kind]}` })),
    main: html`<h1>Search</h1>
<p role="status">${summaryOf(line, results.length)}</p>
${kinds.map((kind) => groupOf(kind, results, line))}`,
  })
}

const headings: Readonly<Record<SearchEntry['kind'], string>> = {
  Operation: 'Operations',
  Guide: 'Guides',
  Event: 'Events',
  Error: 'Errors',
}

function summaryOf(query: string, count: number): Markup {
  if (query === '') return html`Search operations, guides, events and error codes.`
  if (count === 0) return html`Nothing was found for “${query}”. Try fewer or other words.`
  return html`${count} ${count === 1 ? 'result' : 'results'} for “${query}”.`
}

function groupOf(
  kind: SearchEntry['kind'],
  results: readonly SearchEntry[],
  query: string,
): Markup {
  const entries = results.filter((entry) => entry.kind === kind)
  return html`<h2 id="${kind}">${headings[kind]}</h2>
<ul class="results">${entries.map(({ id, title, names, text }) => html`<li><a href="${id}">${title}</a>${kind === 'Operation' ? html` <code>${pathOf(names)}</code>` : nothing}<p>${excerptOf(withoutAccess(text), query)}</p></li>`)}</ul>`
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
