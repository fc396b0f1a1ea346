import fc, { type Arbitrary } from 'fast-check'
import type { RequestDraft } from './requests.ts'

/** An invalid request. `mustRefuse`: only a 4xx response is right, even though the body may fit the schema. */
export type BrokenRequest = { flaw: string; draft: RequestDraft; mustRefuse: boolean }

export const oddTexts = [
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
  Array.from({ length: 2_000 }, (_, index) => index),
  ...oddTexts,
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

/** Each function makes the body of a valid request invalid. */
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

export function brokenRequest(
  flaw: string,
  draft: RequestDraft,
  mustRefuse = false,
): BrokenRequest {
  return { flaw, draft, mustRefuse }
}

/** Replaces one value anywhere in the body with an odd one. */
function wrongField({ raw: _, headers: _form, ...draft }: RequestDraft): Arbitrary<BrokenRequest> {
  return fc.tuple(fc.nat(), fc.constantFrom(...oddValues)).map(([index, value]) =>
    brokenRequest('wrong field', {
      ...draft,
      headers: {},
      json: replaceNode(draft.json, index, value),
    }),
  )
}

function missingField(draft: RequestDraft): Arbitrary<BrokenRequest> {
  const names = namesOf(draft.json)
  if (names.length === 0) return wrongField(draft)
  return fc.constantFrom(...names).map((name) => {
    const { [name]: _, ...rest } = draft.json as Record<string, unknown>
    return brokenRequest('missing field', { ...draft, json: rest })
  })
}

function extraField(draft: RequestDraft): Arbitrary<BrokenRequest> {
  return fc
    .constantFrom('unknown', 'Name', 'owner_id', 'x'.repeat(5_000), ...oddNames)
    .map((name) => {
      const pairs = [...Object.entries(fieldsOf(draft.json)), [name, 1] as const]
      // Serialized by hand, because `__proto__` in an object literal would set the prototype.
      const raw = `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`
      return brokenRequest('extra field', asJson(draft, raw), true)
    })
}

function oddBody(draft: RequestDraft): Arbitrary<BrokenRequest> {
  return fc
    .constantFrom('null', '[]', '1', '"text"', 'true', '[{}]', '1e400')
    .map((raw) => brokenRequest('odd body', asJson(draft, raw), true))
}

function deepBody(draft: RequestDraft): Arbitrary<BrokenRequest> {
  return fc
    .tuple(fc.constantFrom(33, 1_000, 100_000), fc.constantFrom('metadata', 'options', 'name', 'x'))
    .map(([depth, name]) => {
      const nest = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const fields = JSON.stringify(fieldsOf(draft.json)).slice(1, -1)
      const raw = `{${fields}${fields ? ',' : ''}"${name}":${nest}}`
      return brokenRequest('deep body', asJson(draft, raw), true)
    })
}

function hugeBody(draft: RequestDraft): Arbitrary<BrokenRequest> {
  return fc
    .constantFrom(
      `{"name":"${'x'.repeat(1_100_000)}"}`,
      `{"name":"${'x'.repeat(900_000)}"}`,
      `{${Array.from({ length: 20_000 }, (_, index) => `"field${index}":1`).join()}}`,
      `{"events":[${'"a",'.repeat(50_000)}"a"]}`,
      `{"${'k'.repeat(500_000)}":1}`,
      ' '.repeat(1_100_000),
    )
    .map((raw) => brokenRequest('huge body', asJson(draft, raw), true))
}

function brokenJson(draft: RequestDraft): Arbitrary<BrokenRequest> {
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
    .map((raw) => brokenRequest('broken JSON', asJson(draft, Uint8Array.from(raw)), true))
}

function wrongContentType(draft: RequestDraft): Arbitrary<BrokenRequest> {
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
    return brokenRequest('content type', {
      ...rest,
      headers,
      raw: JSON.stringify(draft.json ?? {}),
    })
  })
}

function asJson(draft: RequestDraft, raw: string | Uint8Array<ArrayBuffer>): RequestDraft {
  const { json: _, ...rest } = draft
  return { ...rest, headers: { 'content-type': 'application/json' }, raw }
}

function fieldsOf(json: unknown): Record<string, unknown> {
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? { ...json } : {}
}

function namesOf(json: unknown): string[] {
  return Object.keys(fieldsOf(json))
}

/** Replaces the node at `index`, modulo the number of nodes, in depth-first order. */
function replaceNode(json: unknown, index: number, value: unknown): unknown {
  const count = { remaining: index % Math.max(1, countNodes(json)) }
  const walk = (inner: unknown): unknown => {
    if (count.remaining-- === 0) return value
    if (Array.isArray(inner)) return inner.map(walk)
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, walk(each)]))
  }
  return walk(json ?? {})
}

function countNodes(json: unknown): number {
  if (json === null || typeof json !== 'object') return 1
  return Object.values(json).reduce((sum: number, each) => sum + countNodes(each), 1)
}
