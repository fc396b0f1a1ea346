/** The part of a JSON Schema that our documents use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  minimum?: number
  maximum?: number
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
}

/** The named schemas of an OpenAPI document. */
export type Schemas = Record<string, Schema>

/** The part of an OpenAPI document that describes events. */
export type SchemaDocument = {
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >
  components: { schemas: Schemas }
}

/** A field or parameter in words. */
export type Field = {
  name: string
  type: string
  isRequired: boolean
  description: string
  /** What it accepts, such as `1 to 50 items`. */
  limits: string[]
  /** Its values by what they are, such as `One of` and `Default`. */
  values: readonly (readonly [string, readonly unknown[]])[]
  /** Those of its objects. */
  fields: Field[]
}

/**
 * The fields of an object, of the objects in a list, or of the values by name. What is sent has limits and
 * required fields; what is received only fields.
 */
export function fieldsOf(schema: Schema, schemas: Schemas, isSent: boolean): Field[] {
  const { properties, required = [], ...rest } = resolved(schema, schemas)
  const inner = innerOf(rest)
  if (!properties) return inner ? fieldsOf(inner, schemas, isSent) : []
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, schemas, isSent, isSent && required.includes(name)),
  )
}

export function fieldOf(
  name: string,
  schema: Schema,
  schemas: Schemas,
  isSent: boolean,
  isRequired: boolean,
): Field {
  const field = resolved(schema, schemas)
  const inner = innerOf(field)
  const item = inner && resolved(inner, schemas)
  const value = item && !item.properties ? item : undefined
  const limits = isSent ? limitsOf(field) : []
  const limitsOfItem = isSent && value ? limitsOf(value).map((limit) => `each ${limit}`) : []
  return {
    name,
    type: typeOf(field, schemas),
    isRequired,
    description: [field.description, value?.description].filter(Boolean).join(' '),
    limits: [...limits, ...limitsOfItem],
    values: [...valuesOf(field), ...(value ? valuesOf(value) : [])],
    fields: fieldsOf(field, schemas, isSent),
  }
}

/** A schema with what it refers to. One that can also be null has `null` among its types. */
function resolved({ $ref, ...own }: Schema, schemas: Schemas): Schema {
  if ($ref) return resolved({ ...schemas[$ref.split('/').at(-1)!], ...own }, schemas)
  const { anyOf, ...rest } = own
  if (anyOf?.length !== 2 || anyOf[1]!.type !== 'null') return own
  const value = resolved(anyOf[0]!, schemas)
  if (value.anyOf) return { ...value, ...rest, anyOf: [...value.anyOf, anyOf[1]!] }
  return { ...value, ...rest, type: [value.type ?? 'any value', 'null'].flat() }
}

/** The schema of the items of a list, or of the values by name. */
function innerOf({ items, additionalProperties }: Schema): Schema | undefined {
  return items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}

/** `string`, `array of strings`, `object of strings`, `string or null, date-time`. */
function typeOf(schema: Schema, schemas: Schemas): string {
  const { type, anyOf, format, ...rest } = resolved(schema, schemas)
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(each, schemas)))].join(' or ')
  const inner = innerOf(rest)
  const content = inner && typeOf(inner, schemas).replace(/^(any value|\w+)$/, '$1s')
  const names = [type ?? 'any value']
    .flat()
    .map((name) => (content ? name.replace(/^(array|object)$/, `$1 of ${content}`) : name))
  return [names.join(' or '), ...(format ? [format] : [])].join(', ')
}

function valuesOf(schema: Schema): Field['values'] {
  const { enum: choices, examples, ...rest } = schema
  return [
    ...(choices ? [['One of', choices] as const] : []),
    ...('const' in rest ? [['Always', [rest.const]] as const] : []),
    ...('default' in rest ? [['Default', [rest.default]] as const] : []),
    ...(examples && typeof examples[0] !== 'object' ? [['Example', examples] as const] : []),
  ]
}

function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minProperties, minimum, maximum } = schema
  return [
    rangeOf(minLength, maxLength, 'character'),
    rangeOf(minItems, maxItems, 'item'),
    rangeOf(minProperties, undefined, 'field'),
    rangeOf(minimum, maximum, ''),
    schema.pattern && `matches \`${schema.pattern}\``,
  ].filter((limit) => limit !== undefined)
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string) {
  const [from, to] = [min, max].map((bound) => bound?.toLocaleString('en'))
  const units = unit && ` ${unit}${(max ?? min) === 1 ? '' : 's'}`
  if (from && to) return from === to ? `${from}${units}` : `${from} to ${to}${units}`
  if (to) return `up to ${to}${units}`
  return from && `at least ${from}${units}`
}
