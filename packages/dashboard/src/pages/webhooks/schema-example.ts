/** The subset of JSON Schema used in openapi.json. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

const depthMax = 8
const formats: Record<string, string> = {
  uuid: '0193e0a0-0000-7000-8000-000000000001',
  'date-time': '2026-11-21T09:00:00.000Z',
  date: '2026-11-21',
}
/** Readable examples by property name. */
const examplesByName: Record<string, unknown> = {
  username: 'bergmann.bakery',
  author_username: 'kim',
  text: 'Do you have rye bread tomorrow?',
  permalink: 'https://www.threads.net/@bergmann.bakery/post/C8xYz',
  external_id: 'client-42',
  profile_external_id: 'client-42',
  display_name: 'Bergmann Bakery',
  name: 'Bergmann Bakery',
  platform_account_id: '17841400000000001',
  error_message: 'The platform refused the picture.',
  message: 'This is a test of your webhook endpoint.',
}

/** Generates a value for a schema, preferring the schema's own examples. */
export function exampleOf(
  schema: Schema | undefined,
  schemas: Record<string, Schema>,
  name = '',
  depth = 0,
): unknown {
  if (!schema || depth > depthMax) return null
  const recurse = (next: Schema | undefined, of = name) => exampleOf(next, schemas, of, depth + 1)
  if (schema.$ref) return recurse(schemas[schema.$ref.split('/').at(-1)!])
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
    return Object.fromEntries(entries.map(([key, value]) => [key, recurse(value, key)]))
  }
  if (name in examplesByName) return examplesByName[name]
  const choices = schema.anyOf ?? schema.allOf
  if (choices) return recurse(choices.find(({ type }) => type !== 'null'))
  const type = Array.isArray(schema.type) ? schema.type.at(-1) : schema.type
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null
  return plainValue(type, schema, recurse)
}

function plainValue(
  type: string | undefined,
  schema: Schema,
  go: (next: Schema | undefined) => unknown,
): unknown {
  switch (type) {
    case 'array':
      return schema.items ? [go(schema.items)] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'string':
      return formats[schema.format ?? ''] ?? '…'
    default:
      return null
  }
}
