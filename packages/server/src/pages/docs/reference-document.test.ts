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

test('schemas of responses have no rules for validators, those of requests do', () => {
  const { components, paths } = areas.find(({ tag }) => tag === 'Posts')!.document
  const { Post: post, Target: target } = components.schemas as Record<
    string,
    { required?: unknown; properties: Record<string, object> }
  >
  expect(post!.required).toBeUndefined()
  expect(post!.properties.created_at).toMatchObject({ type: 'string', format: 'date-time' })
  for (const rule of ['pattern', 'minimum', 'maximum', 'required']) {
    expect(post!.properties.created_at).not.toHaveProperty(rule)
    expect(target!.properties.attempts).not.toHaveProperty(rule)
    expect(target!.properties.error).not.toHaveProperty(rule)
  }
  const { requestBody } = paths['/v1/posts']!.post! as unknown as {
    requestBody: { content: Record<string, { schema: { properties: Record<string, object> } }> }
  }
  const { targets } = requestBody.content['application/json']!.schema.properties
  expect(targets).toMatchObject({ items: { required: ['account_id'] } })
})

test('the requests of the reference go to the service that shows it', () => {
  expect(JSON.parse(documentJson).servers).toEqual([{ url: '/' }])
})

test.each([
  ['/v1/posts', 'post', '201'],
  ['/v1/posts/{id}', 'patch', '200'],
] as const)('the examples of %s, %s, schedule a post after today', (path, method, status) => {
  const { requestBody, responses, 'x-codeSamples': samples } = document.paths[path]![method]!
  const { example } = requestBody!.content['application/json']!
  expect(example).toMatchObject({ scheduled_at: '2027-08-28T09:00:00Z' })
  expect(samples![0]!.source).toContain('2027-08-28T09:00:00Z')
  expect(responses[status]!.content!['application/json']).toMatchObject({
    example: {
      scheduled_at: '2027-08-28T09:00:00.000Z',
      targets: [
        { scheduled_at: '2027-08-28T09:00:00.000Z' },
        { scheduled_at: '2027-08-28T09:00:00.000Z' },
      ],
    },
  })
})

test('no request example publishes immediately', () => {
  const examples = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ requestBody }) => requestBody?.content['application/json']?.example)
    .filter((example) => example !== undefined)
  expect(examples.length).toBeGreaterThan(10)
  for (const example of examples) expect(example).not.toMatchObject({ mode: 'now' })
})

test('every error code has its anchor, status, meaning and what to do', () => {
  for (const code of codes) {
    const [, card = ''] = errors.split(`id="${code}"`)
    expect(card, code).toContain(`<span class="status">${errorCatalog[code].status}</span>`)
  }
})

test('a field that can be null has its types in one list, with all rules of the value', () => {
  const { properties } = document.components.schemas.Post as {
    properties: Record<string, Record<string, unknown>>
  }
  expect(properties.scheduled_at).toEqual({
    type: ['string', 'null'],
    format: 'date-time',
    pattern: 'Z$',
    description: 'When to publish the targets without their own time, in UTC.',
    examples: ['2026-11-20T09:00:00.000Z'],
  })
  const { status_reason: reason } = (
    document.components.schemas.Account as { properties: typeof properties }
  ).properties
  expect(reason!.enum).toEqual(expect.arrayContaining(['password_changed', null]))
})

test('Authorize asks for the session only in areas with operations that need it', () => {
  const asksFor = areas.map(({ document: { paths, components } }) => ({
    needsSession: Object.values(paths)
      .flatMap((methods) => Object.values(methods) as { security?: object[] }[])
      .some(({ security = [] }) => security.some((scheme) => 'session' in scheme)),
    schemes: Object.keys(components.securitySchemes),
  }))
  for (const { needsSession, schemes } of asksFor) {
    expect(schemes).toEqual(needsSession ? ['apiKey', 'session'] : ['apiKey'])
  }
  expect(new Set(asksFor.map(({ needsSession }) => needsSession))).toEqual(new Set([true, false]))
})
