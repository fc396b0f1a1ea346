import { type HTMLElement, Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { describeApi, routes } from '../../app.ts'
import { errorCatalog } from '../../core/error-catalog.ts'
import { eventTypes } from '../../schemas/event.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import { guides } from './guide-list.ts'
import { type SearchEntry, searchEntries } from './search-entries.ts'
import { urlOf } from './search-hit.ts'

const document = describeApi() as OperationDocument
const areas = areasOf(document)
/** Pages with their own template, and two areas of the reference: one with forms, one without. */
const templates = [
  '/docs',
  '/docs/search',
  '/docs/search?q=webhook',
  '/docs/search?q=xyzzyqwert',
  '/docs/errors',
  '/docs/events',
  ...eventTypes.map((type) => `/docs/events/${type}`),
  '/docs/guides',
  ...guides.map(({ name }) => `/docs/guides/${name}`),
  '/docs/reference/media',
  '/docs/reference/live',
]
const paths = [...new Set([...templates, ...areas.map(({ address }) => address)])]

const window = new Window()
let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  await window.happyDOM.close()
  await testApp?.close()
})

type Opened = Awaited<ReturnType<typeof request>>

const opened = new Map<string, Promise<Opened>>()

/** A page of the documentation, which is requested once. */
function open(path: string): Promise<Opened> {
  const known = opened.get(path) ?? request(path)
  opened.set(path, known)
  return known
}

/** Its elements are outside of a document, so that they load nothing. They are parsed when they are needed. */
async function request(path: string) {
  const { status, headers, text } = await textAt(path)
  let root: HTMLElement | undefined
  const all = (selector: string) => {
    root ??= Object.assign(window.document.createElement('div'), { innerHTML: text })
    return [...root.querySelectorAll(selector)]
  }
  return { status, headers, text, all, ids: valuesOf(text, 'id') }
}

/** Every value of an attribute, in the order of the text. */
function valuesOf(text: string, attribute: string): string[] {
  const values = text.matchAll(new RegExp(`<[^>]* ${attribute}="([^"]*)"`, 'g'))
  return [...values].map(([, value]) => value!.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
}

async function textAt(path: string) {
  const response = await testApp.app.request(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the page of an event asks for endpoints only with a session, which a signed-out browser lacks', async () => {
  const path = '/docs/events/post.published'
  const signedOut = await open(path)
  expect(signedOut.text).not.toContain('/docs/assets/events-')
  const headers = { cookie: 'postern_session=any' }
  const signedIn = await testApp.app.request(path, { headers })
  expect(await signedIn.text()).toContain('/docs/assets/events-')
  expect(signedIn.headers.get('etag')).not.toBe(signedOut.headers.get('etag'))
})

const repeated = (values: string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)

describe.each(templates)('%s', (path) => {
  test('has a title, landmarks with different names, and a link that skips to its content', async () => {
    const { status, text, all } = await open(path)
    expect(status).toBe(200)
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en"/i)
    expect(all('title')[0]!.textContent).toMatch(/Postern/)
    expect(all('header form[role=search]')).toHaveLength(1)
    expect(all('main').map(({ id }) => id)).toEqual(['main'])
    const names = all('nav').map((nav) => nav.getAttribute('aria-label'))
    expect(names).toEqual(['Documents', expect.stringMatching(/\w/)])
    expect(all('a')[0]!.getAttribute('href')).toBe('#main')
  })

  test('has one h1, and no heading skips a level', async () => {
    const { all } = await open(path)
    const headings = all('main :is(h1, h2, h3, h4, h5, h6)')
    const levels = headings.map(({ tagName }) => Number(tagName[1]))
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1)).toEqual([])
    expect(headings.filter(({ textContent }) => !textContent.trim())).toEqual([])
  })

  test('names every link, button, field and image, and code and tables scroll by keyboard', async () => {
    const { all } = await open(path)
    const nameOf = (element: ReturnType<typeof all>[number]) =>
      element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent.trim()
    const nameless = all('a, button, input, select, textarea, summary, th, dt').filter(
      (element) => !nameOf(element),
    )
    expect(nameless.map(({ outerHTML }) => outerHTML)).toEqual([])
    const unmarked = all('img:not([alt]), pre:not([tabindex="0"]), :not(.table) > table')
    expect(unmarked.map(({ outerHTML }) => outerHTML)).toEqual([])
  })
})

describe.each(paths)('%s', (path) => {
  test('has no ID twice, and refers to IDs that exist', async () => {
    const { text, ids } = await open(path)
    expect(repeated(ids)).toEqual([])
    const references = ['aria-labelledby', 'aria-controls', 'popovertarget', 'for'].flatMap(
      (name) => valuesOf(text, name),
    )
    expect(references.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('loads files of this service only, and has no code of its own', async () => {
    const { text, headers } = await open(path)
    const loaded = text.match(/<(script|link|img)[^>]*>/g)!
    expect(loaded.filter((each) => !/ (src|href)="(\/docs\/|data:)/.test(each))).toEqual([])
    // A description says that `undefined` is no ID.
    const others = text.replaceAll('<code>undefined</code>', '')
    expect(others).not.toMatch(/\son\w+="|style="|undefined|\[object/i)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`default-src 'none'; script-src 'self'; `)
  })

  test('links to pages and anchors that exist', async () => {
    const { text } = await open(path)
    const links = valuesOf(text.replaceAll(/<link [^>]*>/g, ''), 'href')
    expect(links.length).toBeGreaterThan(5)
    expect(await deadLinks(links, path)).toEqual([])
  })
})

/** Links that lead to nothing. The dashboard and other sites are not looked at. */
async function deadLinks(links: readonly string[], from: string): Promise<string[]> {
  const origin = 'http://docs.test'
  const dead: string[] = []
  for (const link of new Set(links)) {
    const url = new URL(link, `${origin}${from}`)
    if (url.protocol === 'https:' || url.pathname.startsWith('/dashboard')) continue
    const path = `${url.pathname}${url.search}`
    const { status, ids } = await open(path)
    const anchor = url.hash.slice(1)
    const isAnchor =
      anchor === '' || ids.includes(anchor) || ids.includes(decodeURIComponent(anchor))
    if (url.origin !== origin || status !== 200 || !isAnchor) dead.push(link)
  }
  return dead
}

test('everything that the search can find exists, also the fields of each operation', async () => {
  const links = searchEntries(document).flatMap((entry) => [entry.id, ...fieldLinks(entry)])
  expect(links.length).toBeGreaterThan(routes.length * 10)
  expect(await deadLinks(links, '/docs')).toEqual([])
})

function fieldLinks(entry: SearchEntry): string[] {
  return (['request', 'response'] as const).flatMap((place) =>
    [...new Set(entry.fieldsIn?.[place].values())].map((name) => urlOf(entry, { place, name })),
  )
}

test('a link to a missing page or anchor is found', async () => {
  const operation = '/docs/reference/posts#/Posts/createPost'
  const links = [
    '/docs/guides/nothing',
    '#nothing',
    `${operation}s`,
    `${operation}/request/nothing`,
  ]
  expect(await deadLinks([...links, '#lists'], '/docs')).toEqual(links)
})

test('titles differ', async () => {
  const titles: string[] = []
  for (const path of paths) titles.push((await open(path)).text.match(/<title>(.*?)<\/title>/)![1]!)
  expect(repeated(titles)).toEqual([])
})

test('the introduction has the URL of this service, a sample per language and every operation', async () => {
  const { all } = await open('/docs')
  const { publicUrl } = testApp.ctx.config
  expect(all('pre').map(({ textContent }) => textContent)).toContain(publicUrl)
  const languages = all('.tabs summary').map(({ textContent }) => textContent)
  expect(languages).toEqual(['curl', 'TypeScript', 'Python'])
  expect(all('.tabs details')[0]!.textContent).toContain(`curl "${publicUrl}/v1/me"`)
  expect(all('.operations a')).toHaveLength(routes.length)
})

test.each(areas)('the page of $tag links each of its operations', async (area) => {
  const { text } = await open(area.address)
  const side = text.slice(text.indexOf('<nav class="side"'), text.indexOf('<main'))
  const addresses = area.operations.map(({ address }) => address)
  expect(valuesOf(side, 'href')).toEqual(expect.arrayContaining(addresses))
  expect(side.match(/ aria-current="page">[^<]*/g)).toEqual([` aria-current="page">${area.tag}`])
})

test('every error code has its anchor and status', async () => {
  const { text } = await open('/docs/errors')
  for (const [code, { status }] of Object.entries(errorCatalog)) {
    const [, card = ''] = text.split(`id="${code}"`)
    expect(card, code).toMatch(new RegExp(`^.{0,200}<span class="status">${status}<`, 's'))
  }
})

test('without scripts, the reference hides only what Try it out needs, and sends no key', async () => {
  const { all } = await open('/docs/reference/media')
  expect(all('main [hidden]').filter((each) => !each.closest('.try, #key'))).toEqual([])
  const forms = all('main form')
  expect(forms.length).toBeGreaterThan(1)
  expect(forms.filter((form) => form.getAttribute('method') !== 'dialog')).toEqual([])
})

test('every error code has its anchor and status', async () => {
  const { text } = await open('/docs/errors')
  for (const [code, { status }] of Object.entries(errorCatalog)) {
    const [, card = ''] = text.split(`id="${code}"`)
    expect(card, code).toMatch(new RegExp(`^.{0,200}<span class="status">${status}<`, 's'))
  }
})

test('without scripts, the reference hides only Try it out and its key', async () => {
  const { all } = await open('/docs/reference/media')
  const hidden = all('main [hidden]').filter((each) => !each.closest('.try, .authorization, #key'))
  expect(hidden).toEqual([])
})

test('the files of the reference are compressed and cached', async () => {
  const names = valuesOf((await open('/docs/reference/media')).text, 'src')
  expect(names).toHaveLength(2)
  for (const name of names) {
    const { status, headers } = await testApp.app.request(name, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([status, headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await testApp.app.request('/docs/assets/other.js')).status).toBe(404)
})
