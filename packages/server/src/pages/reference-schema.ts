import { html } from 'hono/html'
import { inline } from './docs-frame.ts'
import { type Markup, nothing } from './markup.ts'

/** As much of JSON Schema as our own documents use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** How deep fields of fields are listed in place; deeper ones are in their own schema or nowhere. */
const depthMax = 4
const patternCharsMax = 80

/** The name of a schema that a reference leads to. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** zod's own names for values of any JSON shape are of no use to a reader. */
export function isNamed(name: string): boolean {
  return !name.startsWith('__')
}

/** Which way a value goes: what must be sent is marked in one, what may be absent in the other. */
export type Direction = 'in' | 'out'

/** The fields of an object, those of its inner objects under dotted names. */
export function fieldList(schema: Schema, direction: Direction): Markup {
  const rows = rowsOf(schema, direction, '', 0)
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`
  return html`<dl class="fields">${rows}</dl>`
}

function rowsOf(schema: Schema, direction: Direction, prefix: string, depth: number): Markup[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isRequired = (schema.required ?? []).includes(name)
    const row = fieldRow(path, field, isRequired, direction)
    const inner = innerOf(field)
    if (!inner || depth >= depthMax) return [row]
    return [row, ...rowsOf(inner.schema, direction, `${path}${inner.suffix}.`, depth + 1)]
  })
}

export function fieldRow(
  name: string,
  schema: Schema,
  isRequired: boolean,
  direction: Direction = 'in',
): Markup {
  const must = direction === 'in' && isRequired ? html`<span class="must">required</span>` : nothing
  const may =
    direction === 'out' && !isRequired ? html`<span class="type">may be absent</span>` : nothing
  const notes = [...(schema.description ? [inline(schema.description)] : []), ...limitsOf(schema)]
  return html`<div><dt><code>${name}</code><span class="type">${typeOf(schema)}</span>${must}${may}</dt>${notes.length > 0 ? html`<dd>${notes.map((note, index) => html`${index > 0 ? ' ' : ''}${note}`)}</dd>` : nothing}</div>`
}

/** The object inside a field: itself, one that may be null, or the items of a list. */
function innerOf(schema: Schema): { schema: Schema; suffix: string } | null {
  const own = withoutNull(schema)
  if (own.properties) return { schema: own, suffix: '' }
  const item = own.items && withoutNull(own.items)
  return item?.properties ? { schema: item, suffix: '[]' } : null
}

function withoutNull(schema: Schema): Schema {
  const rest = (schema.anyOf ?? []).filter((one) => one.type !== 'null')
  return rest.length === 1 ? rest[0]! : schema
}

/** The type in words: `string or null`, `array of Account`. */
export function typeOf(schema: Schema): Markup {
  if (schema.$ref) {
    const name = refName(schema.$ref)
    return isNamed(name) ? html`<a href="#schema-${name}">${name}</a>` : html`any JSON value`
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    return html`${choices.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one)}`)}`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.type === 'array') return html`array of ${schema.items ? typeOf(schema.items) : 'any'}`
  const types = [schema.type ?? 'any JSON value'].flat()
  const words = types.map((type) =>
    schema.format && type === 'string' ? formatName(schema.format) : type,
  )
  return html`${words.join(' or ')}`
}

function formatName(format: string): string {
  const names: Record<string, string> = {
    'date-time': 'instant',
    uri: 'URL',
    email: 'e-mail address',
    uuid: 'UUID',
  }
  return names[format] ?? format
}

/** What a value may be, in short sentences. */
function limitsOf(schema: Schema): Markup[] {
  const own = withoutNull(schema)
  const items = own.items ?? {}
  const words = [
    range('characters', own.minLength, own.maxLength),
    range('', safe(own.minimum), safe(own.maximum)),
    range('items', own.minItems, own.maxItems),
    range('characters each', items.minLength, items.maxLength),
  ]
  const notes = words.filter((word) => word !== null).map((word) => html`${word}`)
  const values = own.enum ?? items.enum
  if (values) notes.push(html`One of ${list(values)}.`)
  if (own.pattern && !own.format && own.pattern.length <= patternCharsMax) {
    notes.push(html`Shape: <code>${own.pattern}</code>.`)
  }
  if (own.default !== undefined)
    notes.push(html`Default: <code>${JSON.stringify(own.default)}</code>.`)
  return notes
}

function list(values: unknown[]): Markup {
  return html`${values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${String(value)}</code>`)}`
}

/** zod writes the safe integers as the limits of every integer, which says nothing. */
function safe(limit: number | undefined): number | undefined {
  return limit !== undefined && Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit
}

function range(unit: string, min: number | undefined, max: number | undefined): string | null {
  const of = unit ? ` ${unit}` : ''
  const [low, high] = [min, max].map((value) => value?.toLocaleString('en'))
  if (min !== undefined && max !== undefined) return `${low} to ${high}${of}.`
  if (max !== undefined) return `At most ${high}${of}.`
  if (min !== undefined && !(unit && min === 0)) return `At least ${low}${of}.`
  return null
}
