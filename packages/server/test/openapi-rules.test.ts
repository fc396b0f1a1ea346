import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limits } from '../src/core/limits.ts'
import { type document as api, operations, resolveRef, type Schema } from './contract.ts'

type Parameter = {
  name: string
  in: string
  style?: string
  explode?: boolean
  schema: Schema & Record<string, unknown>
}
type Info = { contact: unknown; license: unknown }

const text = readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8')
const document = JSON.parse(text) as typeof api & {
  info: Info
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
}

/** Every schema of the document, including nested ones. */
const schemas: (Schema & Record<string, unknown>)[] = []
JSON.parse(text, (_, value) => {
  if (value && typeof value === 'object' && !Array.isArray(value)) schemas.push(value)
  return value
})

describe('parameters', () => {
  const queries = operations.flatMap(({ name, operation }) =>
    (operation.parameters as Parameter[])
      .filter((each) => each.in === 'query')
      .map((each) => ({ operation: name, ...each })),
  )
  const queriesNamed = (...names: string[]) => queries.filter((each) => names.includes(each.name))

  test('limit has minimum, maximum and default', () => {
    expect(queriesNamed('limit').length).toBeGreaterThan(10)
    for (const { schema } of queriesNamed('limit')) {
      const { max: maximum, default: page } = limits.page
      expect(schema).toEqual({ type: 'integer', minimum: 1, maximum, default: page })
    }
  })

  test('from, to, since and until are days or instants', () => {
    const times = queriesNamed('from', 'to', 'since', 'until')
    expect(times.length).toBeGreaterThan(5)
    for (const { operation, name, schema } of times) {
      expect(['date', 'date-time'], `${operation} ${name}`).toContain(schema.format)
    }
  })

  test('a filter with several values is a comma-separated array parameter', () => {
    const filters = queriesNamed('status', 'platform', 'reply_status', 'event_type')
    expect(filters.length).toBeGreaterThan(8)
    for (const { operation, name, schema, style, explode } of filters) {
      expect([schema.type, style, explode], `${operation} ${name}`).toEqual([
        'array',
        'form',
        false,
      ])
      expect(resolveRef(schema.items!).enum, `${operation} ${name}`).not.toHaveLength(0)
    }
    const ids = queriesNamed('account_id', 'post_id', 'metrics')
    for (const { operation, name, schema, style, explode } of ids) {
      expect([schema.type, style, explode], `${operation} ${name}`).toEqual([
        'array',
        'form',
        false,
      ])
    }
  })

  test('Idempotency-Key has its pattern and length limits', () => {
    const keys = operations.flatMap(({ operation }) =>
      (operation.parameters as Parameter[]).filter(({ name }) => name === 'Idempotency-Key'),
    )
    expect(keys.length).toBeGreaterThan(10)
    for (const { schema } of keys) {
      expect(schema).toEqual({
        type: 'string',
        pattern: '^[!-~]+$',
        minLength: 1,
        maxLength: limits.idempotency.keyCharsMax,
      })
    }
  })
})

describe('schemas', () => {
  test('URLs have the format uri, and a pattern if they must use https', () => {
    const { properties: settings } = bodyOf('PATCH /v1/connect/settings')
    for (const name of ['logo_url', 'privacy_url']) {
      const [address] = settings![name]!.anyOf as (Schema & { pattern?: string })[]
      expect(address).toMatchObject({ type: 'string', format: 'uri', pattern: '^https://' })
    }
    for (const name of ['POST /v1/webhooks', 'PATCH /v1/webhooks/{id}']) {
      expect(bodyOf(name).properties!.url).toMatchObject({ type: 'string', format: 'uri' })
    }
  })

  test('patterns use only syntax that JavaScript, Python and Go share', () => {
    const patterns = schemas
      .map(({ pattern }) => pattern)
      .filter((each) => typeof each === 'string')
    expect(patterns).not.toHaveLength(0)
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pPkux0]|\(\?/)
    const onNumbers = schemas.filter(({ type, pattern }) => pattern && type !== 'string')
    expect(onNumbers).toEqual([])
    const long = patterns.filter((pattern) => pattern.length > 80)
    expect(long).toEqual([])
  })

  test('no schema refers to itself', () => {
    const refersTo = (name: string) =>
      [...JSON.stringify(document.components.schemas[name]).matchAll(/schemas\/(\w+)"/g)].map(
        ([, other]) => other!,
      )
    for (const name of Object.keys(document.components.schemas)) {
      const reached = new Set<string>()
      const walk = (from: string) => {
        for (const next of refersTo(from)) {
          if (reached.has(next)) continue
          reached.add(next)
          walk(next)
        }
      }
      walk(name)
      expect(reached, name).not.toContain(name)
    }
  })

  test('a schema has at most one type other than null', () => {
    const mixed = schemas.filter(
      ({ type }) => Array.isArray(type) && type.filter((each) => each !== 'null').length > 1,
    )
    expect(mixed).toEqual([])
  })
})

describe('descriptions', () => {
  test.each(['Post', 'Target', 'Media'])('the fields of %s have one', (name) => {
    const { properties = {} } = resolveRef(document.components.schemas[name]!)
    const bare = Object.entries(properties as Record<string, Record<string, unknown>>)
      .filter(([field]) => !/^(id|object|platform|type)$|_id$/.test(field))
      .filter(([, schema]) => !schema.description)
    expect(bare.map(([field]) => field)).toEqual([])
  })

  test('every operation has one', () => {
    for (const { name, operation } of operations) {
      const { description } = operation as { description?: string }
      expect(description, name).toMatch(/^[A-Z`].{20,}[.)]$/s)
    }
  })

  test('every operation has exactly one tag, and every tag a description', () => {
    const tags = new Map(document.tags.map(({ name, description }) => [name, description]))
    for (const { name, operation } of operations) {
      const operationTags = (operation as { tags?: string[] }).tags ?? []
      expect(operationTags, name).toHaveLength(1)
      expect(tags.get(operationTags[0]!), name).toMatch(/\.$/)
    }
  })

  test('the document has a contact, a license and the address of a server', () => {
    expect(document.info.contact).toMatchObject({ name: 'Postern', url: expect.any(String) })
    expect(document.info.license).toMatchObject({ name: 'MIT' })
    expect(document.servers.map(({ url }) => URL.canParse(url))).toEqual([true])
  })
})

function bodyOf(name: string): Schema {
  const { requestBody } = operations.find((each) => each.name === name)!.operation
  return resolveRef(requestBody!.content['application/json']!.schema)
}
