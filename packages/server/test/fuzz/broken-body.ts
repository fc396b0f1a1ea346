import fc, { type Arbitrary } from 'fast-check'
import type { Draft } from './requests.ts'

/** What is wrong with a request, and whether nothing but a refusal will do. */
export type Broken = { flaw: string; draft: Draft; mustRefuse: boolean }

export const strangers = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202eabc',
  '../../etc/passwd',
  "'; drop table profile; --",
  '<script>alert(1)</script>',
  '%00',
  '9'.repeat(400),
  '-1',
  '1e309',
  'null',
  'é'.repeat(300),
  '💥'.repeat(70_000),
]
const oddValues: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  2 ** 53,
  -0,
  [],
  {},
  [[[[[]]]]],
  { toString: 1 },
  { $ref: '#' },
  Array.from({ length: 2_000 }, (_, place) => place),
  ...strangers,
]
export const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  '\ud800',
  'x.y',
  '0',
]

/** The ways in which a body can be wrong. */
export const bodyBreakers = [
  wrongField,
  missingField,
  extraField,
  oddBody,
  deepBody,
  hugeBody,
  brokenJson,
  wrongContentType,
]

export function broken(flaw: string, draft: Draft, mustRefuse = false): Broken {
  return { flaw, draft, mustRefuse }
}

/** One value somewhere in the body becomes another of any kind. */
function wrongField({ raw: _, headers: _form, ...draft }: Draft): Arbitrary<Broken> {
  return fc
    .tuple(fc.nat(), fc.constantFrom(...oddValues))
    .map(([place, value]) =>
      broken('wrong field', { ...draft, headers: {}, json: replaceAt(draft.json, place, value) }),
    )
}

function missingField(draft: Draft): Arbitrary<Broken> {
  const names = namesOf(draft.json)
  if (names.length === 0) return wrongField(draft)
  return fc.constantFrom(...names).map((name) => {
    const { [name]: _, ...rest } = draft.json as Record<string, unknown>
    return broken('missing field', { ...draft, json: rest })
  })
}

function extraField(draft: Draft): Arbitrary<Broken> {
  return fc
    .constantFrom('unknown', 'Name', 'owner_id', 'x'.repeat(5_000), ...oddNames)
    .map((name) => {
      const pairs = [...Object.entries(fieldsOf(draft.json)), [name, 1] as const]
      // Written by hand, as an object would make of `__proto__` its prototype.
      const raw = `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`
      return broken('extra field', asJson(draft, raw), true)
    })
}

function oddBody(draft: Draft): Arbitrary<Broken> {
  return fc
    .constantFrom('null', '[]', '1', '"text"', 'true', '[{}]', '1e400')
    .map((raw) => broken('odd body', asJson(draft, raw), true))
}

function deepBody(draft: Draft): Arbitrary<Broken> {
  return fc
    .tuple(fc.constantFrom(33, 1_000, 100_000), fc.constantFrom('metadata', 'options', 'name', 'x'))
    .map(([depth, name]) => {
      const nest = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const known = JSON.stringify(fieldsOf(draft.json)).slice(1, -1)
      const raw = `{${known}${known ? ',' : ''}"${name}":${nest}}`
      return broken('deep body', asJson(draft, raw), true)
    })
}

function hugeBody(draft: Draft): Arbitrary<Broken> {
  return fc
    .constantFrom(
      `{"name":"${'x'.repeat(1_100_000)}"}`,
      `{"name":"${'x'.repeat(900_000)}"}`,
      `{${Array.from({ length: 20_000 }, (_, place) => `"field${place}":1`).join()}}`,
      `{"events":[${'"a",'.repeat(50_000)}"a"]}`,
      `{"${'k'.repeat(500_000)}":1}`,
      ' '.repeat(1_100_000),
    )
    .map((raw) => broken('huge body', asJson(draft, raw), true))
}

function brokenJson(draft: Draft): Arbitrary<Broken> {
  const whole = Buffer.from(JSON.stringify(draft.json ?? { a: 1 }) ?? '{}')
  const raws = [
    whole.subarray(0, -1),
    Buffer.concat([whole, Buffer.from('}')]),
    Buffer.concat([Buffer.from([0xff, 0xfe]), whole]),
    Buffer.from('{"a":"\xff"}', 'latin1'),
    Buffer.from('{"name":NaN}'),
    Buffer.from("{'name':'x'}"),
    Buffer.from('{"name":"a\u0001b"}'),
    Buffer.from('name=x&y=1'),
    Buffer.from([0]),
  ]
  return fc
    .constantFrom(...raws)
    .map((raw) => broken('broken JSON', asJson(draft, Uint8Array.from(raw)), true))
}

function wrongContentType(draft: Draft): Arbitrary<Broken> {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json2',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    '*/*',
    'x',
    'application/json;'.repeat(50),
  ]
  return fc.constantFrom(...types).map((type) => {
    const { raw: _, ...rest } = draft
    const headers = { ...draft.headers, 'content-type': type }
    return broken('content type', { ...rest, headers, raw: JSON.stringify(draft.json ?? {}) })
  })
}

function asJson(draft: Draft, raw: string | Uint8Array<ArrayBuffer>): Draft {
  const { json: _, ...rest } = draft
  return { ...rest, headers: { 'content-type': 'application/json' }, raw }
}

function fieldsOf(json: unknown): Record<string, unknown> {
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? { ...json } : {}
}

function namesOf(json: unknown): string[] {
  return Object.keys(fieldsOf(json))
}

/** The `place`-th value of a nest, counted through and around, replaced. */
function replaceAt(json: unknown, place: number, value: unknown): unknown {
  const count = { left: place % Math.max(1, sizeOf(json)) }
  const walk = (inner: unknown): unknown => {
    if (count.left-- === 0) return value
    if (Array.isArray(inner)) return inner.map(walk)
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, walk(each)]))
  }
  return walk(json ?? {})
}

function sizeOf(json: unknown): number {
  if (json === null || typeof json !== 'object') return 1
  return Object.values(json).reduce((sum: number, each) => sum + sizeOf(each), 1)
}
