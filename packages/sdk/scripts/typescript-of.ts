/** The keywords of OpenAPI 3.1 that zod and the routes produce. Others throw. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  format?: string
}

const knownKeywords = new Set(
  `$ref type const enum anyOf items properties required additionalProperties description format
  examples pattern minimum maximum minLength maxLength minItems maxItems propertyNames default
  deprecated title uniqueItems minProperties x-untrusted`.split(/\s+/),
)

/** Components whose names would hide a global. */
const renamed: Record<string, string> = { Error: 'ErrorBody' }

export function nameOf(component: string): string {
  return renamed[component] ?? component
}

/** The TypeScript type of a schema; `indent` is that of its line. Throws on unknown keywords. */
export function typeOf(schema: Schema, indent = ''): string {
  const unknown = Object.keys(schema).find((keyword) => !knownKeywords.has(keyword))
  if (unknown) throw new Error(`Unknown keyword ${unknown} in a schema. Add it to typeOf.`)
  if (schema.$ref) return nameOf(schema.$ref.split('/').at(-1)!)
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return union(schema.anyOf.map((option) => typeOf(option, indent)))
  const types = [schema.type ?? 'unknown'].flat()
  return union(types.map((type) => typeOfOne(type, schema, indent)))
}

function typeOfOne(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `${inBrackets(typeOf(schema.items ?? {}, indent))}[]`
  if (type === 'object') return objectOf(schema, indent)
  if (schema.format === 'binary') return 'Blob'
  return type
}

function objectOf(schema: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isOptional = !schema.required?.includes(name)
    return propertyOf(name, isOptional, typeOf(property, inner), property.description, inner)
  })
  const rest = schema.additionalProperties === true ? {} : schema.additionalProperties
  if (rest && (lines.length === 0 || Object.keys(rest).length === 0)) {
    lines.push(`${inner}[name: string]: ${typeOf(rest, inner)}\n`)
  }
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`
}

/** One property with its description. An optional property may also be `undefined`. */
export function propertyOf(
  name: string,
  isOptional: boolean,
  type: string,
  description: string | undefined,
  indent: string,
): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
  const typed = isOptional ? `${key}?: ${union([type, 'undefined'])}` : `${key}: ${type}`
  return `${comment(description, indent)}${indent}${typed}\n`
}

/** A description as a comment; escapes the end marker of a comment in it. */
export function comment(text: string | undefined, indent: string): string {
  if (!text) return ''
  return `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim()} */\n`
}

export function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

export function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value)
}

function inBrackets(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type
}
