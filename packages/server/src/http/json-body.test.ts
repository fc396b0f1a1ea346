import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useTestApp } from '../../test/test-app.ts'
import { describeApi, routes } from '../app.ts'
import { limits } from '../core/limits.ts'
import { invalidInput } from './errors.ts'

const testApp = useTestApp()

const { jsonBytesMax, logoBytesMax, keyedBytesMax, publicBytesMax, valuesMax } = limits.body

/** A JSON object of exactly this many bytes. */
function objectOf(bytes: number): string {
  return JSON.stringify({ filler: 'x'.repeat(bytes - '{"filler":""}'.length) })
}

const document = describeApi()
const changes = routes.filter(({ method, path }) => method !== 'get' && path !== '/v1/live')
const largest: Record<string, number> = {
  createPost: jsonBytesMax,
  validatePost: jsonBytesMax,
  updatePost: jsonBytesMax,
  repeatPost: jsonBytesMax,
  uploadConnectLogo: logoBytesMax,
  createImport: limits.import.bodyBytesMax,
}

describe.each(changes.map((route) => [route.operationId, route] as const))('%s', (id, route) => {
  const max = route.access === 'public' ? publicBytesMax : keyedBytesMax
  const bytesMax = largest[id] ?? max
  const send = (raw: string) => {
    const path = route.path.replaceAll(/\{\w+\}/g, 'unknown')
    const isPublic = route.access === 'public'
    const headers: Record<string, string> = isPublic ? { 'sec-fetch-site': 'same-origin' } : {}
    const key = isPublic ? { key: null } : {}
    return testApp.call(route.method.toUpperCase(), path, undefined, { raw, headers, ...key })
  }

  test.runIf(route.access !== 'member')('a body over its limit returns 413', async () => {
    const over = await send(objectOf(bytesMax + 1))
    expect([over.status, over.body.error.code]).toEqual([413, 'payload_too_large'])
    expect(over.body.error.message).toBe(
      `The body is larger than ${bytesMax} bytes, the limit of this endpoint. Send less.`,
    )
    const within = await send(objectOf(bytesMax))
    expect(within.status).not.toBe(413)
  })

  test('the OpenAPI document has the body limit', () => {
    const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>
    const operation = paths[route.path]![route.method]!
    expect(operation['x-body-bytes-max']).toBe(bytesMax)
    const { description } = (operation.responses as Record<string, { description: string }>)['413']!
    expect(description).toContain(`${bytesMax.toLocaleString('en')} bytes`)
  })
})

const mebibyte = 1_000_000
const repeat = (text: string, place: (index: number) => string = () => '') => {
  const parts: string[] = []
  for (let bytes = 0, index = 0; bytes < mebibyte; index += 1) {
    const part = text + place(index)
    parts.push(part)
    bytes += part.length + 1
  }
  return parts.join(',')
}

describe('a body of 1 MB', () => {
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const fields = repeat('', (index) => `"field${index}":1`)
  test.each([
    ['unknown fields', `{${fields}}`, 'too_many_values'],
    ['short fields of metadata', `{"metadata":{${fields}}}`, 'too_many_values'],
    ['values in an array', `{"metadata":{"a":[${repeat('1')}]}}`, 'too_many_values'],
    ['arrays in an array', `{"metadata":{"a":[${repeat('[]')}]}}`, 'too_many_values'],
    ['arrays in each other', `{"metadata":{"a":${nest(mebibyte / 2)}}}`, 'too_many_values'],
    ['broken fields', `{${fields}`, 'too_many_values'],
    ['targets', `{"targets":[${repeat('{}')}]}`, 'too_many_values'],
  ])('with many %s is rejected after %s values', async (_shape, raw, code) => {
    const response = await testApp.call('POST', '/v1/posts', undefined, { raw })
    expect([response.status, response.body.error.code]).toEqual([400, 'validation_failed'])
    expect(response.body.error.details).toEqual([
      {
        path: '',
        code,
        message: `The body has more than ${valuesMax.toLocaleString('en')} values.`,
      },
    ])
  })

  test('with a long text in metadata is rejected for its size', async () => {
    const body = { metadata: { a: 'x'.repeat(mebibyte) } }
    const { status, body: response } = await testApp.call('POST', '/v1/posts', body)
    expect([status, response.error.param]).toEqual([400, 'metadata'])
    expect(response.error.details).toHaveLength(1)
  })
})

test('commas, brackets and quotes in strings do not count as values', async () => {
  const text = ',[{"\\'.repeat(13_000)
  const { status, body } = await testApp.call('POST', '/v1/posts', { text })
  expect([status, body.text]).toEqual([201, text])
})

test('a body with the maximum number of values is accepted', async () => {
  const metadata = { a: Array.from({ length: valuesMax - 4 }, () => 1) }
  const body = { text: 'x', metadata }
  const { status, body: response } = await testApp.call('POST', '/v1/posts', body)
  expect([status, response.error.param]).toEqual([400, 'metadata'])
  expect(response.error.details[0].message).toContain('8192 bytes')
})

test('only the first 20 issues become details', () => {
  const object = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]))
  const unknown = z.strictObject({}).safeParse(object).error!
  expect(invalidInput(unknown).details).toHaveLength(limits.error.detailsMax)
  const wrong = z.array(z.string()).safeParse(Array.from({ length: 5_000 }, () => 1)).error!
  expect(invalidInput(wrong).details).toHaveLength(limits.error.detailsMax)
})

describe('metadata', () => {
  const create = (metadata: string) =>
    testApp.call('POST', '/v1/profiles', undefined, { raw: `{"name":"A","metadata":${metadata}}` })

  test.each([
    ['{"__proto__":"y"}', 'metadata.__proto__'],
    ['{"a":[{"__proto__":{}}]}', 'metadata.a.0.__proto__'],
    ['{"n":9007199254740993}', 'metadata.n'],
    ['{"n":-9007199254740992}', 'metadata.n'],
    ['{"a":{"n":[1,12345678901234567890123]}}', 'metadata.a.n.1'],
    ['{"n":1e400}', 'metadata.n'],
  ])('with %s, which cannot be stored unchanged, is rejected by name', async (raw, path) => {
    const { status, body } = await create(raw)
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toEqual([path])
  })

  test.each([
    '{"n":9007199254740991,"m":-9007199254740991}',
    '{"constructor":"c","toString":1,"prototype":null,"hasOwnProperty":false,"toJSON":"t"}',
    '{"n":0.1,"text":"9007199254740993"}',
  ])('with %s is stored as sent', async (raw) => {
    const created = await create(raw)
    expect(created.status).toBe(201)
    const read = await testApp.call('GET', `/v1/profiles/${created.body.id}`)
    expect(JSON.stringify(Object.entries(read.body.metadata).sort())).toBe(
      JSON.stringify(Object.entries(JSON.parse(raw)).sort()),
    )
  })
})
