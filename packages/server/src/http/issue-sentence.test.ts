import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { issueSentence } from './issue-sentence.ts'

const cases: [name: string, schema: z.ZodType, value: unknown, sentence: string][] = [
  ['missing', z.object({ a: z.string() }), {}, 'This field is required.'],
  ['string', z.string(), 1, 'It must be a string.'],
  ['integer', z.int(), 1.5, 'It must be a whole number.'],
  ['number', z.number(), 'x', 'It must be a number.'],
  ['boolean', z.boolean(), 'x', 'It must be true or false.'],
  ['array', z.array(z.string()), {}, 'It must be an array.'],
  ['object', z.strictObject({}), [], 'It must be an object.'],
  ['record', z.record(z.string(), z.unknown()), 'x', 'It must be an object.'],
  ['null', z.null(), 'x', 'It must be null.'],
  ['another type', z.date(), 'x', 'It has the wrong type.'],
  ['empty text', z.string().min(1), '', 'It must not be empty.'],
  ['short text', z.string().min(8), 'x', 'It must have at least 8 characters.'],
  ['long text', z.string().max(2), 'xxx', 'It must have at most 2 characters.'],
  ['empty list', z.array(z.string()).min(1), [], 'It must not be empty.'],
  ['long list', z.array(z.string()).max(1), ['', ''], 'It must have at most 1 item.'],
  ['small number', z.number().min(1), 0, 'It must be at least 1.'],
  ['large number', z.number().max(1_000), 1_001, 'It must be at most 1,000.'],
  ['multiple', z.number().multipleOf(5), 3, 'It must be a multiple of 5.'],
  ['value of a list', z.enum(['a', 'b']), 'c', 'It must be one of a, b.'],
  ['one value', z.literal('a'), 'c', 'It must be a.'],
  ['instant', z.iso.datetime(), 'x', 'It must be a date and time such as 2026-12-01T09:00:00Z.'],
  ['day', z.iso.date(), 'x', 'It must be a date such as 2026-12-01.'],
  ['e-mail', z.email(), 'x', 'It must be an email address.'],
  ['uuid', z.uuid(), 'x', 'It must be a UUID.'],
  ['url', z.url(), 'x', 'It must be a URL.'],
  ['https url', z.url({ protocol: /^https$/ }), 'http://a.b', 'It must be an https URL.'],
  ['no url', z.url({ protocol: /^https$/ }), 'x', 'It must be an https URL.'],
  ['web url', z.url({ protocol: /^https?$/ }), 'ftp://a.b', 'It must be an http or https URL.'],
  ['pattern', z.string().regex(/^a$/), 'x', 'It has the wrong format.'],
  ['union', z.union([z.int(), z.null()]), 'x', 'It has none of the allowed forms.'],
  ['unknown field', z.strictObject({}), { a: 1 }, 'It is not a field of this request.'],
  [
    'key',
    z.record(z.string().max(1), z.string()),
    { ab: 'x' },
    'It contains a name that is not allowed.',
  ],
  [
    'element',
    z.map(z.unknown(), z.string()),
    new Map([[{}, 1]]),
    'It contains an item that is not allowed.',
  ],
  ['custom', z.string().refine(() => false), 'x', 'It is invalid.'],
  ['words of the schema', z.string().refine(() => false, 'Send less.'), 'x', 'Send less.'],
]

test.each(cases)('%s → a plain sentence', (_name, schema, value, sentence) => {
  const { error } = schema.safeParse(value, { error: issueSentence })
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('the cases cover every zod issue code', () => {
  const seen = cases.flatMap(([, schema, value]) =>
    (schema.safeParse(value).error?.issues ?? []).map(({ code }) => code),
  )
  const all = `invalid_type too_big too_small invalid_format not_multiple_of unrecognized_keys
    invalid_union invalid_key invalid_element invalid_value custom`
  expect([...new Set(seen)].sort()).toEqual(all.split(/\s+/).sort())
})

describe('the message of validation_failed', () => {
  const messageOf = (path: string, message: string) =>
    new ServiceError('validation_failed', { details: [{ path, code: 'invalid', message }] }).message

  test.each([
    ['name', 'This field is required.', '`name` is required.'],
    ['limit', 'It must be between 1 and 100.', '`limit` must be between 1 and 100.'],
    ['targets', 'Name at least one account.', '`targets`: Name at least one account.'],
    ['', 'It must be an object.', 'The body must be an object.'],
    ['', 'The body has too much.', 'The body has too much.'],
  ])('names %s', (path, sentence, message) => {
    expect(messageOf(path, sentence)).toBe(message)
  })

  test('truncates a long field name but not the problem', () => {
    const message = messageOf('x'.repeat(60_000), 'It is not a field of this request.')
    expect(message.length).toBeLessThan(limits.error.messageCharsMax)
    expect(message).toMatch(/…` is not a field of this request\.$/)
  })

  test('mentions further problems', () => {
    const details = ['a', 'b'].map((path) => ({ path, code: 'invalid', message: 'It is wrong.' }))
    const { message } = new ServiceError('validation_failed', { details })
    expect(message).toBe('`a` is wrong. See details for the rest.')
  })
})

describe('a request', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
  })
  afterAll(() => testApp.close())

  test.each([
    ['POST', '/v1/profiles', {}, '`name` is required.'],
    ['GET', '/v1/profiles?limit=0', undefined, '`limit` must be between 1 and 100.'],
    ['GET', '/v1/profiles?limit=x', undefined, '`limit` must be between 1 and 100.'],
    ['GET', '/v1/posts?from=monday', undefined, '`from` must be a date such as 2026-12-01.'],
    [
      'POST',
      '/v1/profiles',
      { name: 'A', colour: 'red' },
      '`colour` is not a field of this request.',
    ],
    [
      'POST',
      '/v1/connect/redirect-origins',
      { origin: 'http://app.example.com' },
      '`origin` must be an https URL. http is allowed only for localhost.',
    ],
    [
      'PATCH',
      '/v1/connect/settings',
      { logo_url: 'http://example.com/logo.png' },
      '`logo_url` must be an https URL.',
    ],
  ] as const)('%s %s with %j → %s', async (method, path, body, message) => {
    const response = await testApp.call(method, path, body)
    expect([response.status, response.body.error.message]).toEqual([400, message])
  })
})
