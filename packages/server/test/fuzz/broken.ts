import fc, { type Arbitrary } from 'fast-check'
import { type Broken, bodyBreakers, broken, oddNames, strangers } from './broken-body.ts'
import { type Operation, operations } from './document.ts'
import type { Draft } from './requests.ts'

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

/** The ways in which a request can be wrong. */
const headBreakers = [oddHeader, oddPath, unknownParameter, oddParameter, doubledParameter]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']

/** Requests like these with one thing wrong each. */
export function brokenOf(operation: Operation, drafts: Arbitrary<Draft>): Arbitrary<Broken> {
  const here = operations.filter((each) => each.path === operation.path)
  const others = methods.filter((method) => here.every((each) => each.method !== method))
  const breakers = operation.method === 'GET' ? headBreakers : [...headBreakers, ...bodyBreakers]
  return drafts.chain((draft) =>
    fc.oneof(...breakers.map((breaker) => breaker(draft)), otherMethod(draft, others)),
  )
}

function oddHeader(draft: Draft): Arbitrary<Broken> {
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
      broken('odd header', { ...draft, headers: { ...draft.headers, [name]: text } }),
    )
}

function oddPath(draft: Draft): Arbitrary<Broken> {
  const parts = draft.path.split('/')
  return fc
    .tuple(fc.integer({ min: 2, max: parts.length }), fc.constantFrom(...segments))
    .map(([place, segment]) => {
      const path = [...parts.slice(0, place), segment, ...parts.slice(place + 1)].join('/')
      return broken('odd path', { ...draft, path })
    })
}

function unknownParameter(draft: Draft): Arbitrary<Broken> {
  return fc
    .tuple(
      fc.constantFrom('unknown', 'Limit', 'x'.repeat(2_000), ...oddNames.filter(Boolean)),
      fc.constantFrom('', '1'),
    )
    .map(([name, value]) =>
      broken('unknown parameter', { ...draft, query: [...draft.query, [name, value]] }, true),
    )
}

function oddParameter(draft: Draft): Arbitrary<Broken> {
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
    ...strangers.slice(0, -1),
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
    const query = draft.query.filter(([known]) => known !== name)
    return broken('odd parameter', { ...draft, query: [...query, [name, value]] })
  })
}

/** A filter of several values may be there once for each; any other parameter may not. */
function doubledParameter(draft: Draft): Arbitrary<Broken> {
  const known = draft.query.find(([name]) => !listNames.has(name))
  const pair = known ?? (['limit', '1'] as [string, string])
  return fc.constant(
    broken(
      'doubled parameter',
      { ...draft, query: [...draft.query, pair, ...(known ? [] : [pair])] },
      true,
    ),
  )
}

/** One that the path has not. */
function otherMethod(draft: Draft, others: string[]): Arbitrary<Broken> {
  return fc
    .constantFrom(...others)
    .map((method) => broken('other method', { ...draft, method }, method !== 'HEAD'))
}
