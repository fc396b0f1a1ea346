type Json = Record<string, unknown>
/** The fields by their names and values, and what is said about them. */
type Words = { fields: Map<string, string>; descriptions: Set<string> }

/**
 * The words of fields in parts of an OpenAPI document and the schemas that they refer to, each once. `fields`
 * has the field of each name and value.
 */
export function fieldWords(
  part: unknown,
  schemas: Json,
): { fields: ReadonlyMap<string, string>; names: string; descriptions: string } {
  const words: Words = { fields: new Map(), descriptions: new Set() }
  collect(part, schemas, words, new Set())
  return {
    fields: words.fields,
    names: [...words.fields.keys()].join(' '),
    descriptions: [...words.descriptions].join(' ').replaceAll('`', ''),
  }
}

function collect(
  part: unknown,
  schemas: Json,
  words: Words,
  reached: Set<string>,
  parent?: string,
): void {
  if (Array.isArray(part)) {
    for (const each of part) collect(each, schemas, words, reached, parent)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const { $ref, name, description, properties, enum: values, ...rest } = part as Json
  const field = typeof name === 'string' ? name : parent
  if (typeof $ref === 'string' && !reached.has($ref)) {
    reached.add($ref)
    collect(schemas[$ref.split('/').at(-1)!], schemas, words, reached, field)
  }
  if (typeof name === 'string') words.fields.set(name, name)
  if (typeof description === 'string') words.descriptions.add(description)
  for (const value of Array.isArray(values) && field ? values : []) {
    if (!words.fields.has(String(value))) words.fields.set(String(value), field!)
  }
  for (const [property, schema] of Object.entries(properties ?? {})) {
    words.fields.set(property, property)
    collect(schema, schemas, words, reached, property)
  }
  for (const key of ['schema', 'items', 'anyOf', 'oneOf', 'allOf', 'content', 'application/json']) {
    collect(rest[key], schemas, words, reached, field)
  }
}
