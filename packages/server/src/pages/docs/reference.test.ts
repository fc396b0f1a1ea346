import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { describeApi, routes } from '../../app.ts'
import { type ErrorCode, errorCatalog } from '../../core/error-catalog.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import type { Schema } from './fields.ts'

const document = describeApi() as OperationDocument
const areas = areasOf(document)
const operations = areas.flatMap((area) => area.operations)
/** The HTML of each operation by its anchor. */
const sections = new Map<string, string>()
const window = new Window()
let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
  for (const { address } of areas) {
    const text = await (await testApp.app.request(address)).text()
    for (const section of text.split('<section class="operation" id="').slice(1)) {
      sections.set(section.slice(0, section.indexOf('"')), section)
    }
  }
})
afterAll(async () => {
  await window.happyDOM.close()
  await testApp?.close()
})

/** What a pattern finds in HTML, as text. */
const found = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => textOf(text))

function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]+>/g, '')
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

test('every operation is on the page of its area, once', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    routes.map(({ operationId }) => operationId).sort(),
  )
  expect([...sections.keys()]).toEqual(operations.map(({ anchor }) => anchor))
})

describe.each(operations)('$operationId', (operation) => {
  const names = /<dt><code>([^<]+)<\/code>/g

  test('has its method, path, summary, description and who may call it', () => {
    const html = sections.get(operation.anchor)!
    expect(found(html, /<p class="call">(.*?)<\/p>/g)).toEqual([
      `${operation.method}${operation.path}`,
    ])
    expect(found(html, /<h2 .*?>(.*?)<\/h2>/g)).toEqual([operation.summary])
    const about = found(html, /<p class="call">.*?<\/p>\n(.*?)<\/div>/gs)[0]!.trim()
    expect(about.split('\n')).toEqual(operation.description.replaceAll(/[`*]/g, '').split('\n\n'))
    expect(about).toMatch(/\nAccess: /)
  })

  test('shows its parameters and body, which Try it out sends unless it is a stream', () => {
    const html = sections.get(operation.anchor)!
    const parameters = operation.parameters.map(({ name }) => name)
    const body = operation.requestBody?.content['application/json']
    const expected = [...parameters, ...(body ? propertiesOf(body.schema) : [])]
    expect(found(html, names)).toEqual(expect.arrayContaining(expected))
    const isStream = /^(streamEvents|listenLive)$/.test(operation.operationId)
    const sent = found(html, / name="(?:(?:path|query|header)\.|(?=body))([^"]+)"/g)
    const inputs = isStream ? [] : [...parameters, ...(body ? ['body'] : [])]
    expect([...new Set(sent)].sort()).toEqual(inputs.sort())
  })

  test('shows the fields of its response, and its example', () => {
    const html = sections.get(operation.anchor)!
    const successes = Object.entries(operation.responses).filter(([each]) => each.startsWith('2'))
    const schemas = successes.map(([, { content }]) => Object.values(content)[0]!.schema)
    expect(new Set(schemas.map((each) => JSON.stringify(each))).size).toBe(1)
    const [status, { content }] = successes.at(-1)!
    const { schema, example } = Object.values(content)[0]!
    expect(html).toContain(`<h3>Response ${status}</h3>`)
    expect(found(html, names)).toEqual(expect.arrayContaining(propertiesOf(schema)))
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    const shown = found(html, /<h3>Example response \d+<\/h3>\n<pre tabindex="0"><code>(.*?)<\//gs)
    expect(shown.map(withoutTimes)).toEqual([withoutTimes(text)])
  })

  test('links each of its error codes, below its status', () => {
    const html = sections.get(operation.anchor)!
    const codes = Object.values(operation.responses).flatMap((each) => each['x-codes'] ?? [])
    expect(codes.length).toBeGreaterThan(5)
    expect(found(html, /<dd><a href="\/docs\/errors#(\w+)">/g)).toEqual(codes)
    const statuses = [...new Set(codes.map((code) => errorCatalog[code as ErrorCode].status))]
    expect(found(html, /<span class="status">(\d+)/g)).toEqual(statuses.map(String))
  })
})

/** Some times are moved into the future. */
const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')

/** The names of the fields of an object. */
function propertiesOf({ $ref, properties = {} }: Schema): string[] {
  const schema = $ref && document.components.schemas[$ref.split('/').at(-1)!]
  return schema ? propertiesOf(schema) : Object.keys(properties)
}

/** The elements of one operation. */
function open(operationId: string) {
  const { anchor } = operations.find((each) => each.operationId === operationId)!
  const root = window.document.createElement('div')
  root.innerHTML = `<section id="${sections.get(anchor)!}`
  const all = (selector: string) => [...root.querySelectorAll(selector)]
  const byId = (path: string) => all('.fields > div').find(({ id }) => id === `${anchor}/${path}`)!
  return {
    all,
    texts: (selector: string) => all(selector).map(({ textContent }) => textContent.trim()),
    isShown: (path: string) => byId(path).closest('details:not([open])') === null,
    /** The words about a field, without those of its fields. */
    field: (path: string) =>
      [...byId(path).children]
        .flatMap((part) => (part.tagName === 'DT' ? [...part.children] : [part]))
        .filter((part) => !part.querySelector('details'))
        .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
        .join(' | '),
  }
}

test('fields say their type, limits, values, defaults and whether they are required', () => {
  const { field } = open('createPost')
  expect(field('request/text')).toBe(
    'text | string | The text of the post. Each platform has its own limit, in text.max of GET /v1/platforms. Up to 65,000 characters. | Default empty',
  )
  expect(field('request/targets')).toContain(' | array of objects | ')
  expect(field('request/targets')).toContain('1 to 50 items.')
  expect(field('request/account_id')).toMatch(/^account_id \| string \| required \| Example acc_/)
  expect(field('request/mode')).toContain('One of draft now schedule')
  expect(field('request/tags')).toContain('Up to 20 items, each 1 to 64 characters.')
  expect(field('request/alt_text')).toContain(' | string or null | ')
  expect(field('request/Idempotency-Key')).toContain('1 to 255 characters, matches ^[!-~]+$.')
  expect(field('response/created_at')).toMatch(/^created_at \| string, date-time/)
  const list = open('listPosts')
  expect(list.field('request/limit')).toContain('Default 50')
  expect(list.field('request/order')).toContain('One of asc desc')
  expect(list.field('request/id')).toContain('array of strings')
})

test('the URL comes first, then the body, its headers and the response', () => {
  expect(open('updatePost').texts('h3')).toEqual([
    'Example response 200',
    'Path',
    'Body',
    'Headers',
    'Response 200',
  ])
  expect(open('createMedia').texts('h3')).toContain('Body as multipart/form-data')
  expect(open('listPosts').texts('h3')).toContain('Query')
})

test('the fields of the items of a request and of a list are open, deeper ones are not', () => {
  const { isShown } = open('createPost')
  expect(isShown('request/account_id')).toBe(true)
  expect(isShown('response/created_at')).toBe(true)
  expect(isShown('response/next_attempt_at')).toBe(false)
  const list = open('listPosts')
  expect(list.isShown('response/created_at')).toBe(true)
  expect(list.isShown('response/next_attempt_at')).toBe(false)
})

test('a filter with known values has boxes or a choice, others a field with the default', () => {
  const { all, texts } = open('listPosts')
  expect(texts('fieldset > legend')).toEqual(['status', 'approval', 'platform'])
  expect(texts('fieldset label')).toEqual(expect.arrayContaining(['draft', 'failed', 'threads']))
  expect(texts('select[name="query.order"] option')).toEqual(['Not set', 'asc', 'desc'])
  expect(all('[name="query.limit"]')[0]!.getAttribute('placeholder')).toBe('50')
})

test('Try it out has the example of the body, and says where to find IDs that exist', () => {
  const { all } = open('createPost')
  const [body] = all('textarea').map(({ textContent }) => textContent)
  expect(JSON.parse(body!)).toMatchObject({ text: expect.any(String), targets: expect.any(Array) })
  expect(all('form p a').map((link) => link.getAttribute('href'))).toEqual([
    '/docs/reference/accounts#/Accounts/listAccounts',
    '/docs/reference/media#/Media/listMedia',
  ])
})

test('an upload and a stream are commands for a terminal', () => {
  const lines = [
    `curl -X POST "${testApp.ctx.config.publicUrl}/v1/media"`,
    '-H "Authorization: Bearer $POSTERN_KEY"',
    '-F "file=@photo.jpg"',
  ]
  expect(open('createMedia').texts('.try pre').at(-1)).toBe(lines.join(' \\\n  '))
  const stream = open('streamEvents')
  expect(stream.texts('.beside > p')).toEqual([expect.stringContaining('run the curl sample')])
  expect(stream.texts('.tabs pre')[0]).toMatch(/^curl -N /)
})

test('an area asks for a key only if one of its operations takes one', async () => {
  const takesKey = areas.map((area) =>
    area.operations.some((each) => /key|owner/.test(each['x-access'])),
  )
  const asks = areas.map(async ({ address }) => {
    const text = await (await testApp.app.request(address)).text()
    return /<p class="authorization"[^>]*><button/.test(text)
  })
  expect(await Promise.all(asks)).toEqual(takesKey)
  expect(new Set(takesKey)).toEqual(new Set([true, false]))
})
