import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

const patternCharsMax = 80

/**
 * A zod schema as JSON Schema, without examples and the long patterns of formats: assistants read it.
 * Shared schemas are inlined, because clients pass the schema on to models that know no references.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, id, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return compact(root, ($defs ?? {}) as Definitions) as JsonSchema
}

type Definitions = Readonly<Record<string, JsonSchema>>

function compact(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value)) return value.map((inner) => compact(inner, definitions))
  if (value === null || typeof value !== 'object') return value
  const { $ref, ...own } = value as JsonSchema
  if (typeof $ref === 'string') {
    const { id, ...shared } = definitions[$ref.replace('#/$defs/', '')] ?? {}
    return compact({ ...shared, ...own }, definitions)
  }
  const entries = Object.entries(value).filter(([name, inner]) => !isNoise(name, inner))
  return Object.fromEntries(entries.map(([name, inner]) => [name, compact(inner, definitions)]))
}

function isNoise(name: string, value: unknown): boolean {
  if (name === 'examples') return Array.isArray(value)
  return name === 'pattern' && typeof value === 'string' && value.length > patternCharsMax
}
