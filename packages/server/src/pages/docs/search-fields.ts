type Json = Record<string, unknown>
/** The names and values of fields, and what is said about them. */
type Words = { names: Set<string>; descriptions: Set<string> }

/** The words of fields in parts of an OpenAPI document and the schemas that they refer to, each once. */
export function fieldWords(part: unknown, schemas: Json): { names: string; descriptions: string } {
  const words: Words = { names: new Set(), descriptions: new Set() }
  collect(part, schemas, words, new Set())
  return {
    names: [...words.names].join(' '),
    descriptions: [...words.descriptions].join(' ').replaceAll('`', ''),
  }
}

function collect(part: unknown, schemas: Json, words: Words, reached: Set<string>): void {
  if (Array.isArray(part)) {
    for (const each of part) collect(each, schemas, words, reached)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const { $ref, name, description, properties, enum: values, ...rest } = part as Json
  if (typeof $ref === 'string' && !reached.has($ref)) {
    reached.add($ref)
    collect(schemas[$ref.split('/').at(-1)!], schemas, words, reached)
  }
  if (typeof name === 'string') words.names.add(name)
  if (typeof description === 'string') words.descriptions.add(description)
  if (Array.isArray(values)) for (const value of values) words.names.add(String(value))
  for (const [field, schema] of Object.entries(properties ?? {})) {
    words.names.add(field)
    collect(schema, schemas, words, reached)
  }
  for (const key of ['schema', 'items', 'anyOf', 'oneOf', 'allOf', 'content', 'application/json']) {
    collect(rest[key], schemas, words, reached)
  }
}
