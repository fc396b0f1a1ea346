import { expect, test } from 'vitest'
import { describeApi, routes } from '../../app.ts'
import { type ErrorCode, errorCatalog } from '../../core/error-catalog.ts'
import { documentOf } from '../page.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import { errorListPage } from './error-list.ts'
import { areaDocument, referenceDocument } from './reference-document.ts'

const errors = await documentOf(errorListPage())
const document = referenceDocument(
  describeApi(),
  'https://posts.example.com',
  new Date('2027-03-01T12:00:00Z'),
)
const documentJson = JSON.stringify(document)
const areas = areasOf(describeApi() as OperationDocument).map((area) => ({
  ...area,
  document: areaDocument(document, area.tag),
}))

const anchorsOf = (text: string) => [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
const codes = Object.keys(errorCatalog) as ErrorCode[]

test('every code of an operation links to the list of errors', () => {
  const links = new Set(
    [...documentJson.matchAll(/\/docs\/errors#(\w+)\)/g)].map(([, code]) => code),
  )
  const declared = [...documentJson.matchAll(/"x-codes":\[([^\]]*)\]/g)].flatMap(
    ([, list]) => JSON.parse(`[${list}]`) as string[],
  )
  expect(declared.length).toBeGreaterThan(routes.length)
  expect([...new Set(declared)].filter((code) => !links.has(code))).toEqual([])
  expect([...links].filter((code) => !anchorsOf(errors).includes(code))).toEqual([])
})

test('every operation is in the document and in the list of exactly one area', () => {
  const listed = areas.flatMap(({ operations }) => operations.map((each) => each.operationId))
  const shown = areas.flatMap(({ document: { paths } }) =>
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    ),
  )
  const all = routes.map(({ operationId }) => operationId).sort()
  expect(listed.sort()).toEqual(all)
  expect(shown.sort()).toEqual(all)
})

test.each(areas)('the document of $tag has the schemas it refers to, and no others', (area) => {
  const text = JSON.stringify(area.document)
  const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(Object.keys(area.document.components.schemas).sort()).toEqual(
    [...new Set(references)].sort(),
  )
})

test('the document of an area keeps samples, success responses and linked error codes', () => {
  const { paths } = areas.find(({ tag }) => tag === 'Posts')!.document
  const { responses, 'x-codeSamples': samples } = paths['/v1/posts']!.post!
  expect(samples).toEqual(document.paths['/v1/posts']!.post!['x-codeSamples'])
  expect(responses[201]?.content).toEqual(
    document.paths['/v1/posts']!.post!.responses[201]?.content,
  )
  expect(responses[403]?.description).toContain('(/docs/errors#insufficient_scope)')
  expect(responses[403]?.content).toBeUndefined()
})

test('the requests of the reference go to the service that shows it', () => {
  expect(JSON.parse(documentJson).servers).toEqual([{ url: '/' }])
})

test('requests schedule posts after today', () => {
  const { paths } = JSON.parse(documentJson)
  const { example } = paths['/v1/posts'].post.requestBody.content['application/json']
  expect(example.scheduled_at).toBe('2027-08-28T09:00:00Z')
  expect(paths['/v1/posts'].post['x-codeSamples'][0].source).toContain('2027-08-28T09:00:00Z')
})

test('every link on the page of errors leads to something', () => {
  const links = [...errors.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  for (const href of links.filter((each) => each.startsWith('#'))) {
    expect(anchorsOf(errors), href).toContain(href.slice(1))
  }
})

test('no anchor is there twice', () => {
  const ids = anchorsOf(errors)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('every error code has its anchor, status, meaning and what to do', () => {
  for (const code of codes) {
    const [, card = ''] = errors.split(`id="${code}"`)
    expect(card, code).toContain(`<span class="status">${errorCatalog[code].status}</span>`)
  }
})
