import { describe, expect, test } from 'vitest'
import {
  buildRequest,
  type Conversion,
  InputError,
  idempotencyKey,
  type Operation,
} from '../nodes/Postern/request.ts'

const berlin = 'Europe/Berlin'

function build(
  conversions: { query?: Record<string, Conversion>; body?: Record<string, Conversion> },
  entered: { first?: object; filters?: object; fields?: object },
  more: Partial<Operation> = {},
) {
  const { query = {}, body = null } = conversions
  const base = { method: 'POST', path: '/v1/posts', isList: false, hasKey: true, isForm: false }
  const operation = { ...base, first: [], query, body, ...more } as Operation
  const values = { first: {}, filters: {}, fields: {}, ...entered } as Parameters<
    typeof buildRequest
  >[1]
  return buildRequest(operation, values, berlin)
}

/** The value that one field of a body becomes. */
function converted(conversion: Conversion, value: unknown): unknown {
  return build({ body: { field: conversion } }, { fields: { field: value } }).body!.field
}

describe('values', () => {
  test.each([
    ['2026-11-20T09:00:00', '2026-11-20T08:00:00.000Z', 'winter time'],
    ['2026-07-20T09:00:00', '2026-07-20T07:00:00.000Z', 'summer time'],
    ['2026-03-29T03:30:00', '2026-03-29T01:30:00.000Z', 'just after the clock moves forward'],
    ['2026-10-25T01:30:00', '2026-10-24T23:30:00.000Z', 'just before the clock moves back'],
    ['2026-11-20 09:00:00', '2026-11-20T08:00:00.000Z', 'a space instead of T'],
    ['2026-11-20', '2026-11-19T23:00:00.000Z', 'a day'],
    ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', 'a time with a zone stays unchanged'],
    ['2026-11-20T09:00:00.000+05:30', '2026-11-20T09:00:00.000+05:30', 'an offset stays unchanged'],
  ])('%s in Berlin → %s: %s', (entered, expected) => {
    expect(converted('instant', entered)).toBe(expected)
  })

  test.each([
    ['instant', { toISO: () => '2026-11-20T09:00:00.000+01:00' }, '2026-11-20T09:00:00.000+01:00'],
    ['instant', new Date('2026-11-20T09:00:00Z'), '2026-11-20T09:00:00.000Z'],
    ['date', '2026-11-20T00:00:00', '2026-11-20'],
    ['list', 'winter, coffee ,', ['winter', 'coffee']],
    ['list', ['a', 'b'], ['a', 'b']],
    ['json', '{"a":1}', { a: 1 }],
    ['json', { a: 1 }, { a: 1 }],
    ['json', '', {}],
    ['value', { __rl: true, mode: 'list', value: 'acc_1' }, 'acc_1'],
    ['value', false, false],
    ['value', '', ''],
  ] as const)('%s: %j → %j', (conversion, entered, expected) => {
    expect(converted(conversion, entered)).toEqual(expected)
  })

  test('entries of an array leave out what was not filled in', () => {
    const conversion: Conversion = {
      items: { account_id: 'value', text: 'value', media: { items: { id: 'value' } } },
    }
    const account_id = { __rl: true, mode: 'id', value: 'acc_1' }
    const items = [
      { account_id, text: '', media: {} },
      { account_id: 'acc_2', text: 'Hi', media: { items: [{ id: 'med_1' }] } },
    ]
    expect(converted(conversion, { items })).toEqual([
      { account_id: 'acc_1' },
      { account_id: 'acc_2', text: 'Hi', media: [{ id: 'med_1' }] },
    ])
  })

  test('the parts of a thread are sent with their media', () => {
    const conversion: Conversion = {
      items: { text: 'value', media: { items: { id: 'value', alt_text: 'value' } } },
    }
    const items = [
      { text: 'Two', media: {} },
      { text: '', media: { items: [{ id: 'med_1', alt_text: '' }] } },
    ]
    expect(converted(conversion, { items })).toEqual([
      { text: 'Two' },
      { media: [{ id: 'med_1' }] },
    ])
  })

  test('text that is not JSON is refused with the text', () => {
    expect(() => converted('json', '{a}')).toThrow(new InputError('This is not valid JSON: {a}'))
  })
})

describe('requests', () => {
  test('IDs are escaped in the path', () => {
    const { url } = build({}, { first: { id: 'a/b?c' } }, { path: '/v1/posts/{id}/retry' })
    expect(url).toBe('/v1/posts/a%2Fb%3Fc/retry')
  })

  test('an empty ID is refused instead of calling the list', () => {
    const path = { path: '/v1/posts/{id}', method: 'DELETE' } as const
    expect(() => build({}, { first: { id: '' } }, path)).toThrow(InputError)
    const id = { __rl: true, mode: 'list', value: '' }
    expect(() => build({}, { first: { id } }, path)).toThrow(InputError)
  })

  test('filters become a query: arrays with commas, empty values left out', () => {
    const query = { status: 'value', account_id: 'list', tag: 'value', from: 'date' } as const
    const filters = {
      status: ['draft', 'failed'],
      account_id: 'acc_1, acc_2',
      tag: '',
      from: '2026-11-20T00:00:00',
    }
    expect(build({ query }, { filters })).toMatchObject({
      qs: { status: 'draft,failed', account_id: 'acc_1,acc_2', from: '2026-11-20' },
      body: undefined,
    })
  })

  test('an empty first field is left out, an empty additional field is sent', () => {
    const body = { text: 'value', name: 'value' } as const
    const entered = { first: { text: '' }, fields: { name: '', idempotencyKey: 'mine' } }
    expect(build({ body }, entered).body).toEqual({ name: '' })
  })

  test('the body as JSON replaces fields of the same name', () => {
    const body = { text: 'value', tags: 'list' } as const
    const fields = { tags: 'a', bodyJson: '{"text":"From JSON","external_id":null}' }
    expect(build({ body }, { first: { text: 'Field' }, fields }).body).toEqual({
      text: 'From JSON',
      tags: ['a'],
      external_id: null,
    })
  })
})

test('idempotency keys: the same for the same item of a run, otherwise different', () => {
  const parts = { workflow: 'w', run: '7', node: 'n', loop: 0, item: 0, operation: 'createPost' }
  const key = idempotencyKey(parts)
  expect(key).toMatch(/^n8n-[0-9a-f]{64}$/)
  expect(idempotencyKey({ ...parts })).toBe(key)
  const others = [
    { ...parts, workflow: 'x' },
    { ...parts, run: '8' },
    { ...parts, node: 'm' },
    { ...parts, loop: 1 },
    { ...parts, item: 1 },
    { ...parts, operation: 'replyToComment' },
  ].map(idempotencyKey)
  expect(new Set([key, ...others]).size).toBe(7)
})
