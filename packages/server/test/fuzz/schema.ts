import fc, { type Arbitrary } from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

/** Values that exist in the fixture, by the name of the field. */
export type ValuesByField = Readonly<Record<string, Arbitrary<unknown>>>

const depthMax = 3
const itemsMost = 3
const charsMost = 60
const minuteMs = 60_000

/** Any value that JSON can carry, the API takes and PostgreSQL can store. */
const anyJson = fc.jsonValue({ maxDepth: 2 }).map(storable)

const formats: Record<string, Arbitrary<string>> = {
  'date-time': fc
    .date({ min: new Date('2026-10-25'), max: new Date('2027-08-01'), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / minuteMs) * minuteMs).toISOString()),
  date: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uuid: fc.uuid(),
  email: fc.constantFrom('help@example.com', 'a.b+c@mail.example.org'),
  uri: fc.constantFrom('https://example.com/', 'https://media.example.com/photo.jpg?size=1#top'),
  binary: fc.constant('file'),
}

/** Values that fit the schema. Fields in `valuesByField` get a value from there in nine of ten cases. */
export function valuesOf(
  schema: Schema,
  schemas: Record<string, Schema>,
  valuesByField: ValuesByField,
  depth = 0,
): Arbitrary<unknown> {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    if (name === 'JsonValue') return anyJson
    return valuesOf(schemas[name]!, schemas, valuesByField, depth + 1)
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) {
    return fc.oneof(
      ...schema.anyOf.map((each) => valuesOf(each, schemas, valuesByField, depth + 1)),
    )
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 })
    case 'number':
      return fc.double({ min: -1e9, max: 1e9, noNaN: true })
    case 'string':
      return texts(schema)
    case 'array':
      return arrays(schema, schemas, valuesByField, depth)
    case 'object':
      return objects(schema, schemas, valuesByField, depth)
    default:
      return anyJson
  }
}

function texts(schema: Schema): Arbitrary<string> {
  const { minLength: min = 0, maxLength: max = charsMost } = schema
  if (schema.format) return formats[schema.format] ?? unknownFormat(schema.format)
  if (schema.pattern && !/\\p\{Cc\}|\\0/.test(schema.pattern)) {
    return fc
      .stringMatching(new RegExp(schema.pattern, 'u'), { maxLength: Math.min(max, charsMost) })
      .filter((text) => text.length >= min && text.length <= max)
  }
  const line = (chars: number) =>
    fc
      .string({ unit: 'grapheme', minLength: min, maxLength: Math.min(chars, max) })
      .map((text) => text.replaceAll(/\p{Cc}/gu, '·').slice(0, max))
      .filter((text) => text.trim().length >= min && text.isWellFormed())
  const longest = fc.constantFrom('x', '€', ' x').map((unit) => unit.repeat(max).slice(0, max))
  if (max > charsMost) {
    return fc.oneof({ weight: 20, arbitrary: line(charsMost) }, { weight: 1, arbitrary: longest })
  }
  return line(max)
}

function unknownFormat(format: string): never {
  throw new Error(`No values for the format ${format}. Add them to test/fuzz/schema.ts.`)
}

function arrays(
  schema: Schema,
  schemas: Record<string, Schema>,
  valuesByField: ValuesByField,
  depth: number,
): Arbitrary<unknown> {
  const { minItems: min = 0, maxItems: max = itemsMost } = schema
  return fc.array(valuesOf(schema.items ?? {}, schemas, valuesByField, depth + 1), {
    minLength: min,
    maxLength: Math.max(min, Math.min(max, itemsMost)),
  })
}

function objects(
  schema: Schema,
  schemas: Record<string, Schema>,
  valuesByField: ValuesByField,
  depth: number,
): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => depth < depthMax || schema.required?.includes(name),
  )
  if (fields.length === 0 && typeof schema.additionalProperties === 'object') {
    const value = valuesOf(schema.additionalProperties, schemas, valuesByField, depth + 1)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }).map(storable), value, {
      maxKeys: itemsMost,
      noNullPrototype: true,
    })
  }
  const model = Object.fromEntries(
    fields.map(([name, field]) => {
      const generated = valuesOf(field, schemas, valuesByField, depth + 1)
      const existing = valuesByField[name]
      return [
        name,
        existing
          ? fc.oneof({ weight: 9, arbitrary: existing }, { weight: 1, arbitrary: generated })
          : generated,
      ]
    }),
  )
  return fc.record(model, {
    requiredKeys: (schema.required ?? []).filter((name) => name in model) as never[],
    noNullPrototype: true,
  })
}

function storable<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, inner) => {
    if (typeof inner === 'string') return inner.toWellFormed().replaceAll('\0', '')
    // The API refuses numbers that lose digits.
    const isTooLarge = typeof inner === 'number' && Math.abs(inner) > Number.MAX_SAFE_INTEGER
    return isTooLarge ? inner % 1_000 : inner
  })
  return JSON.parse(text.toWellFormed().replaceAll(/\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, ''))
}
