type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** The part of an OpenAPI document that describes events. */
export type SchemaDocument = {
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >
  components: { schemas: Record<string, Schema> }
}

/** A field of an event: `data.account.username`, its type in words and what it means. */
export type Field = { path: string; type: string; description: string }

const depthMax = 3

/** The fields of an event, those of objects after the object. */
export function fieldsOf(document: SchemaDocument, event: string): Field[] {
  const { schema } = document.webhooks[event]!.post.requestBody.content['application/json']
  return listFields(document, schema, '', 1)
}

function listFields(
  document: SchemaDocument,
  schema: Schema,
  prefix: string,
  depth: number,
): Field[] {
  const { properties = {} } = resolve(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const { description = '', ...resolved } = { ...resolve(document, property), ...property }
    const field = { path, type: typeOf(document, resolved), description }
    if (depth === depthMax) return [field]
    return [field, ...listFields(document, property, `${path}.`, depth + 1)]
  })
}

function resolve(document: SchemaDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? document.components.schemas[name]! : schema
}

/** `string`, `one of a, b`, `array of string`, `string or null`. */
function typeOf(document: SchemaDocument, schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const { type, anyOf, format, items, enum: values } = resolve(document, schema)
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(document, each)))].join(' or ')
  if (values) return `one of ${values.join(', ')}`
  if (type === 'array' && items) return `array of ${typeOf(document, items)}`
  if (type === undefined) return 'any value'
  const name = [type].flat().join(' or ')
  return format ? `${name}, ${format}` : name
}
