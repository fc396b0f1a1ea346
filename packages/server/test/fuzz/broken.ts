import fc, { type Arbitrary } from 'fast-check'
import {
  type BrokenRequest,
  bodyBreakers,
  brokenRequest,
  oddNames,
  oddTexts,
} from './broken-body.ts'
import { type Operation, operations } from './document.ts'
import type { RequestDraft } from './requests.ts'

const segments = [
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '%2e%2e',
  '%2F',
  '%2f..%2f',
  '💥',
  'a'.repeat(9_000),
  '%F0%9F',
  ';',
  '*',
  '%0d%0a',
]

const listNames = new Set(
  operations
    .flatMap((each) => each.parameters)
    .filter((each) => each.schema.type === 'array')
    .map((each) => each.name),
)

/** Each function makes the path, headers or query of a valid request invalid. */
const headBreakers = [oddHeader, oddPath, unknownParameter, oddParameter, doubledParameter]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']

/** Requests made from valid ones by breaking one part each. */
export function brokenRequestsOf(
  operation: Operation,
  drafts: Arbitrary<RequestDraft>,
): Arbitrary<BrokenRequest> {
  const here = operations.filter((each) => each.path === operation.path)
  const others = methods.filter((method) => here.every((each) => each.method !== method))
  const breakers = operation.method === 'GET' ? headBreakers : [...headBreakers, ...bodyBreakers]
  return drafts.chain((draft) =>
    fc.oneof(...breakers.map((breaker) => breaker(draft)), otherMethod(draft, others)),
  )
}

function oddHeader(draft: RequestDraft): Arbitrary<BrokenRequest> {
  const texts = [
    '',
    ' ',
    'x',
    '\u00ff\u00fe',
    '%00',
    'a b',
    '"',
    'x'.repeat(3_000),
    'prof_01k4wz7tq8e1n9mdh2y6c3vbfa',
    '../..',
  ]
  const names = [
    'service-profile',
    'idempotency-key',
    'x-request-id',
    'accept',
    'content-length',
    'origin',
    'cookie',
    'x-forwarded-for',
    'x-http-method-override',
    'range',
    'if-none-match',
    'host',
    'authorization',
  ]
  return fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...texts))
    .map(([name, text]) =>
      brokenRequest('odd header', { ...draft, headers: { ...draft.headers, [name]: text } }),
    )
}

function oddPath(draft: RequestDraft): Arbitrary<BrokenRequest> {
  const parts = draft.path.split('/')
  return fc
    .tuple(fc.integer({ min: 2, max: parts.length }), fc.constantFrom(...segments))
    .map(([index, segment]) => {
      const path = [...parts.slice(0, index), segment, ...parts.slice(index + 1)].join('/')
      return brokenRequest('odd path', { ...draft, path })
    })
}

function unknownParameter(draft: RequestDraft): Arbitrary<BrokenRequest> {
  return fc
    .tuple(
      fc.constantFrom('unknown', 'Limit', 'x'.repeat(2_000), ...oddNames.filter(Boolean)),
      fc.constantFrom('', '1'),
    )
    .map(([name, value]) =>
      brokenRequest(
        'unknown parameter',
        { ...draft, query: [...draft.query, [name, value]] },
        true,
      ),
    )
}

function oddParameter(draft: RequestDraft): Arbitrary<BrokenRequest> {
  const names = [
    'limit',
    'cursor',
    'from',
    'to',
    'since',
    'status',
    'account_id',
    'metrics',
    'platform',
    'external_id',
    'force',
    'event_type',
  ]
  const values = [
    ...oddTexts.slice(0, -1),
    ',',
    ',,,',
    'a,'.repeat(2_000),
    '0',
    '101',
    '01',
    '+1',
    'W10',
    '2026-02-30',
    '0000-00-00',
    '2026-11-21',
  ]
  return fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)).map(([name, value]) => {
    const query = draft.query.filter(([key]) => key !== name)
    return brokenRequest('odd parameter', { ...draft, query: [...query, [name, value]] })
  })
}

/** Repeats a parameter; only filters with several values may be repeated. */
function doubledParameter(draft: RequestDraft): Arbitrary<BrokenRequest> {
  const single = draft.query.find(([name]) => !listNames.has(name))
  const pair = single ?? (['limit', '1'] as [string, string])
  return fc.constant(
    brokenRequest(
      'doubled parameter',
      { ...draft, query: [...draft.query, pair, ...(single ? [] : [pair])] },
      true,
    ),
  )
}

/** Uses a method that the path does not have. */
function otherMethod(draft: RequestDraft, others: string[]): Arbitrary<BrokenRequest> {
  return fc
    .constantFrom(...others)
    .map((method) => brokenRequest('other method', { ...draft, method }, method !== 'HEAD'))
}
