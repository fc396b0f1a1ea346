import { expect, test } from 'vitest'
import { fieldList } from './field-list.ts'
import { fieldOf, fieldsOf, type Schema } from './fields.ts'

const schemas = {
  Account: {
    type: 'object',
    properties: { username: { type: 'string', description: 'Its name.' } },
  },
  Anything: { description: 'Any JSON value.' },
}

test.each<[Schema, string]>([
  [{ type: 'string', format: 'date-time' }, 'string, date-time'],
  [{ anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] }, 'string or null, uri'],
  [{ anyOf: [{ $ref: '#/components/schemas/Account' }, { type: 'null' }] }, 'object or null'],
  [
    { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] },
    'number or string or null',
  ],
  [{ type: 'array', items: { type: 'string' } }, 'array of strings'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Account' } }, 'array of objects'],
  [
    { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    'array of strings or null',
  ],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integers'],
  [
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/Anything' } },
    'object of any values',
  ],
  [{ $ref: '#/components/schemas/Anything' }, 'any value'],
])('the type of %j is %s', (schema, type) => {
  expect(fieldOf('a', schema, schemas, true, false).type).toBe(type)
})

test('the limits of a list are followed by those of each item', () => {
  const items = { type: 'string', maxLength: 2_000, pattern: '^a', description: 'One line.' }
  const schema = { type: 'array', minItems: 1, maxItems: 20, items, description: 'Tags.' }
  expect(fieldOf('tags', schema, schemas, true, false)).toMatchObject({
    limits: ['1 to 20 items', 'each up to 2,000 characters', 'each matches `^a`'],
    description: 'Tags. One line.',
  })
})

test('fields of a request have limits and say which are required, those of a response do not', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', minLength: 1, enum: ['a', 'b'], default: 'a' } },
  }
  const values = [
    ['One of', ['a', 'b']],
    ['Default', ['a']],
  ]
  expect(fieldsOf(schema, schemas, true)).toMatchObject([
    { isRequired: true, limits: ['at least 1 character'], values },
  ])
  expect(fieldsOf(schema, schemas, false)).toMatchObject([
    { isRequired: false, limits: [], values },
  ])
})

test('the fields of items and of values by name are those of their objects', () => {
  const account = { $ref: '#/components/schemas/Account' }
  for (const schema of [{ type: 'array', items: account }, { additionalProperties: account }]) {
    expect(fieldsOf(schema, schemas, false).map(({ name }) => name)).toEqual(['username'])
  }
})

test('the outermost field of a name has its anchor, and objects are open down to a level', async () => {
  const account = (inner: Schema): Schema => ({ type: 'object', properties: { inner } })
  const text = { type: 'object', properties: { text: { type: 'string' } } }
  const schema: Schema = { properties: { text: { type: 'string' }, first: account(text) } }
  const shown = String(await fieldList(fieldsOf(schema, {}, true), { openLevels: 1, anchor: '/a' }))
  expect([...shown.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    '/a/text',
    '/a/first',
    '/a/inner',
  ])
  expect(shown.match(/<details open>/g)).toHaveLength(1)
  expect(shown.match(/<details>/g)).toHaveLength(1)
})

test('texts of a field are shown as text, and code in backticks as code', async () => {
  const schema = {
    properties: { '<b>': { type: 'string', description: '`<i>` & <u>', default: '' } },
  }
  const shown = String(await fieldList(fieldsOf(schema, {}, true), { openLevels: 1 }))
  expect(shown).toContain('<code>&lt;b&gt;</code>')
  expect(shown).toContain('<code>&lt;i&gt;</code> &amp; &lt;u&gt;')
  expect(shown).toContain('Default empty')
})
