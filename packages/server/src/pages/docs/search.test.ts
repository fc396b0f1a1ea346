import { expect, test } from 'vitest'
import { describeApi } from '../../app.ts'
import { errorCatalog } from '../../core/error-catalog.ts'
import { eventTypes } from '../../schemas/event.ts'
import { documentOf } from '../page.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import { guides } from './guide-list.ts'
import { createSearch } from './search.ts'
import { searchEntries } from './search-entries.ts'
import { foundField, urlOf } from './search-hit.ts'
import { searchPage, suggestionsOf } from './search-page.ts'

const document = describeApi() as OperationDocument
const areas = areasOf(document)
const search = createSearch(document)
const firstOf = (query: string) => search(query)[0]

test('every operation, guide, event type and error code can be found', () => {
  const ids = searchEntries(document).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operations } of areasOf(document)) {
    for (const { address } of operations) expect(ids).toContain(address)
  }
  for (const { name } of guides) expect(ids).toContain(`/docs/guides/${name}`)
  for (const type of eventTypes) expect(firstOf(type)?.id).toBe(`/docs/events/${type}`)
  for (const code of Object.keys(errorCatalog)) {
    expect(search(code).map(({ id }) => id)).toContain(`/docs/errors#${code}`)
  }
})

test.each([
  ['createPost', '/docs/reference/posts#/Posts/createPost'],
  ['/v1/accounts/{id}/move', '/docs/reference/accounts#/Accounts/moveAccount'],
  ['verify the signature', '/docs/guides/webhooks#verify-the-signature'],
  ['api_key_missing', '/docs/errors#api_key_missing'],
  ['conect links', '/docs/reference/connect#/Connect/listConnectLinks'],
  ['first_comment', '/docs/reference/posts#/Posts/createPost'],
  ['next_attempt_at', '/docs/reference/posts#/Posts/getPost'],
  ['list failed posts', '/docs/reference/posts#/Posts/listPosts'],
  ['schedule a post for two accounts', '/docs/reference/posts#/Posts/createPost'],
  ['mixed profiles error', '/docs/errors#mixed_profiles'],
  ['schedule', '/docs/reference/posts#/Posts/createPost'],
  ['how do I create a key', '/docs/reference/api-keys#/API%20keys/createApiKey'],
  ['authentication', '/docs#your-first-request'],
  ['pagination', '/docs#lists'],
])('%s finds %s among the first', (query, id) => {
  const ids = search(query).map((entry) => entry.id)
  expect(ids.slice(0, 5)).toContain(id)
})

test.each(['POST /v1/posts', 'first comment', 'createPost', 'create a post'])(
  '%s finds Create a post before Rank posts and the list of notes',
  (query) => {
    const titles = search(query).map(({ title }) => title)
    const place = titles.indexOf('Create a post')
    expect(place).toBeGreaterThanOrEqual(0)
    expect(titles.slice(0, place)).not.toContain('Rank posts')
    expect(titles.slice(0, place)).not.toContain('List notes')
  },
)

test.each([
  ['webhook', 'Create a webhook endpoint'],
  ['post', 'Create a post'],
  ['profile', 'Create a profile'],
  ['connect link', 'Create a connect link'],
])('for %s, creating comes before other changes', (query, title) => {
  const operations = search(query).filter(({ kind }) => kind === 'Operation')
  expect(operations[0]?.title).toBe(title)
})

test.each([
  ['webhook', '/docs/guides/webhooks'],
  ['account', '/docs/guides/accounts'],
  ['comment', '/docs/guides/inbox'],
  ['media', '/docs/guides/media'],
  ['insights', '/docs/guides/insights'],
  ['post', '/docs/guides/publishing'],
])('for %s, the guide %s is among the first', (query, id) => {
  const ids = search(query).map((entry) => entry.id)
  expect(ids.slice(0, 5)).toContain(id)
})

test('post finds no operation only because its method is POST before those of posts', () => {
  const titles = search('post').map(({ title }) => title)
  expect(titles.slice(0, 6)).not.toContain('Create a webhook endpoint')
})

test('a removal comes after what can be read, unless the query names it', () => {
  const titles = search('account').map(({ title }) => title)
  const disconnect = titles.indexOf('Disconnect an account')
  expect(disconnect).toBeGreaterThan(titles.indexOf('Retrieve an account'))
  expect(firstOf('delete account')?.title).toBe('Disconnect an account')
})

test('the method and path of an operation find it first', () => {
  for (const { method, path, address } of areas.flatMap(({ operations }) => operations)) {
    expect(firstOf(`${method} ${path}`)?.id).toBe(address)
  }
})

test('a result says whether the operation takes or returns the field of the query', async () => {
  const found = await documentOf(searchPage(search, 'first_comment', areas))
  const fieldOf = (title: string) =>
    new RegExp(`>${title}</a>.*?<small>Operation</small> <small>(\\w+ field)`).exec(found)?.[1]
  expect(fieldOf('Create a post')).toBe('Request field')
  expect(fieldOf('Retrieve a post')).toBe('Response field')
})

test.each([
  ['first_comment', 'Create a post', '/request/first_comment'],
  ['first com', 'Create a post', '/request/first_comment'],
  ['first_comment', 'Retrieve a post', '/response/first_comment'],
  ['partially_published', 'List posts', '/request/status'],
  ['permalink', 'Retrieve a post', '/response/permalink'],
  ['schedule a post', 'Create a post', ''],
  ['createPost', 'Create a post', ''],
])('the result for %s, %s, leads to the field that it names: %s', (query, title, field) => {
  const entry = search(query).find((each) => each.title === title)!
  expect(urlOf(entry, foundField(entry, query))).toBe(`${entry.id}${field}`)
})

test('suggestions are the first eight results with their URLs', () => {
  const results = search('first_comment').slice(0, 8)
  const { data: suggestions, count } = suggestionsOf(search, 'first_comment')
  expect(count).toBe(search('first_comment').length)
  expect(suggestions.map(({ title }) => title)).toEqual(results.map(({ title }) => title))
  expect(suggestions[0]).toEqual({
    url: '/docs/reference/posts#/Posts/createPost/request/first_comment',
    title: 'Create a post',
    kind: 'Request field',
    name: 'first_comment',
  })
  expect(suggestionsOf(search, '')).toEqual({ data: [], count: 0 })
})

test('words that are in no entry together find those with any of them', () => {
  expect(search('permalink xyzzyqwert').length).toBeGreaterThan(0)
  expect(search('xyzzyqwert')).toEqual([])
  expect(search('')).toEqual([])
  expect(search('  /  ')).toEqual([])
})

test('a query is cut after 100 characters and eight words, and has at most 20 results', () => {
  expect(search(`signature ${' '.repeat(100)}xyzzyqwert`)).toEqual(search('signature'))
  const eight = 'webhook event secret delivery attempt endpoint body time'
  expect(search(`${eight} xyzzyqwert`)).toEqual(search(eight))
  expect(search('a')).toHaveLength(20)
})

test('a query is shown as text, and results are in order with their kind', async () => {
  const text = await documentOf(searchPage(search, '<script>alert(1)</script>"onx=', areas))
  expect(text).not.toMatch(/<script>|"onx/)
  const found = await documentOf(searchPage(search, 'webhook', areas))
  const shown = [...found.matchAll(/<li><a href="([^"]+)">.*?<small>(\w+)<\/small>/g)]
  expect(shown.map(([, id, kind]) => ({ id, kind }))).toEqual(
    search('webhook').map(({ id, kind }) => ({ id, kind })),
  )
  expect(found).toContain('value="webhook"')
  expect(found).not.toMatch(/undefined|\[object/)
})

test.each(['webhook', 'create webhook endpoint', 'scopes'])(
  'results for %s do not repeat which keys can call an operation',
  async (query) => {
    const found = await documentOf(searchPage(search, query, areas))
    expect(found).toContain('<small>Operation</small>')
    expect(found).not.toContain('signed-in member. Keys with scopes need')
  },
)

test('a letter is not the beginning of every word', () => {
  const found = (query: string) => search(query).map(({ id }) => id)
  expect(search('qu')).toEqual([])
  expect(found('que').length).toBeGreaterThan(0)
})
