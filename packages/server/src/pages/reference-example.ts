import type { Operation } from './reference-operation.ts'
import { refName, type Schema } from './reference-schema.ts'

type Schemas = Record<string, Schema>

const depthMax = 6

/** Values that say more than "string" would, by the name of the field. */
const byName: Record<string, unknown> = {
  brand_name: 'Acme Agency',
  color: '#1a2b3c',
  display_name: 'Acme',
  events: ['account.connected'],
  external_id: 'client-42',
  name: 'Acme',
  password: 'correct horse battery staple',
  profile_id: 'client-42',
  redirect_url: 'https://app.example.com/connected',
  scopes: ['accounts:read'],
  state: 'your-own-value',
  support_email: 'help@example.com',
  text: 'Hello',
  url: 'https://app.example.com/webhooks',
  username: 'acme',
}

const byFormat: Record<string, string> = {
  'date-time': '2026-11-21T09:00:00.000Z',
  date: '2026-11-21',
  email: 'help@example.com',
  uri: 'https://example.com/',
  uuid: '01936d2e-7c00-7000-8000-000000000000',
}

/** A value that the schema takes. With `all` the optional fields are there too. */
export function exampleOf(
  schema: Schema,
  schemas: Schemas,
  all: boolean,
  name = '',
  depth = 0,
): unknown {
  if (schema.$ref) {
    const target = schemas[refName(schema.$ref)]
    return target && depth < depthMax ? exampleOf(target, schemas, all, name, depth + 1) : null
  }
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return exampleOf(choice, schemas, all, name, depth + 1)
  if (schema.properties) return exampleObject(schema, schemas, all, depth)
  return exampleValue(schema, schemas, all, name, depth)
}

function exampleObject(schema: Schema, schemas: Schemas, all: boolean, depth: number): unknown {
  const fields = Object.entries(schema.properties ?? {})
  const wanted = fields.filter(([name]) => all || (schema.required ?? []).includes(name))
  // A body of optional fields only is shown with the first of them, or it would say nothing.
  const shown = wanted.length > 0 || depth > 0 ? wanted : fields.slice(0, 1)
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleOf(field, schemas, all, name, depth + 1)]),
  )
}

function exampleValue(
  schema: Schema,
  schemas: Schemas,
  all: boolean,
  name: string,
  depth: number,
): unknown {
  const type = [schema.type].flat()[0]
  if (type === 'array') {
    if (name in byName) return byName[name]
    return schema.items && depth < depthMax
      ? [exampleOf(schema.items, schemas, all, '', depth + 1)]
      : []
  }
  if (type === 'string') {
    if (name in byName) return byName[name]
    return (schema.format && byFormat[schema.format]) ?? 'text'
  }
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 0)
  if (type === 'boolean') return true
  return type === 'null' ? null : {}
}

export type CurlExample = { command: string; variables: string[] }

/** The call as a command for a shell; what only the reader knows is a variable of it. */
export function curlOf(operation: Operation, publicUrl: string, schemas: Schemas): CurlExample {
  const variables: string[] = []
  const path = operation.path.replaceAll(
    /([\w-]+)\/\{(\w+)\}/g,
    (_, segment: string, name: string) => {
      const variable = variableOf(segment, name)
      variables.push(variable)
      return `${segment}/$${variable}`
    },
  )
  const body = operation.bodySchema
  const lines = [
    `curl${operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`} "${publicUrl}${path}"`,
    `-H "Authorization: Bearer $POSTERN_KEY"`,
  ]
  if (body) {
    lines.push(`-H 'Content-Type: application/json'`)
    const json = JSON.stringify(exampleOf(body, schemas, false))
    lines.push(`-d '${json.replaceAll("'", "'\\''")}'`)
  }
  return { command: lines.join(' \\\n  '), variables }
}

/** `{id}` after `api-keys` is `API_KEY_ID`; a parameter with a name of its own keeps it. */
function variableOf(segment: string, name: string): string {
  const words = name === 'id' ? `${segment.replace(/s$/, '')}_id` : name
  return words
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()
}
