import { z } from 'zod'

export type Json = Record<string, unknown>

const patternCharsMax = 80

/** A zod schema as JSON Schema. Schemas with an id are moved to the components and referenced. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json & { $defs?: Record<string, Json> }
  for (const [id, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = definition
    schemas[id] = rewriteReferences(rest)
  }
  const id = root.id as string | undefined
  if (!id) return rewriteReferences(root) as Json
  const { id: _id, ...rest } = root
  schemas[id] = rewriteReferences(rest)
  return { $ref: `#/components/schemas/${id}` }
}

/** Points references at the components and simplifies what client generators cannot read. */
function rewriteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteReferences)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(simplify(value as Json)).map(([name, inner]) =>
      name === '$ref' && typeof inner === 'string'
        ? [name, inner.replace('#/$defs/', '#/components/schemas/')]
        : [name, rewriteReferences(inner)],
    ),
  )
}

/** Turns a list of types into `anyOf` and drops the long patterns that zod writes for formats. */
function simplify(schema: Json): Json {
  const { pattern, ...rest } = schema
  const isLong = typeof pattern === 'string' && pattern.length > patternCharsMax
  const shortened = isLong && typeof schema.format === 'string' ? rest : schema
  const { type, ...others } = shortened
  const isMixed = Array.isArray(type) && type.filter((typeName) => typeName !== 'null').length > 1
  return isMixed ? { ...others, anyOf: type.map((typeName) => ({ type: typeName })) } : shortened
}
