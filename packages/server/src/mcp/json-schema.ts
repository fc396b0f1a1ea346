import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

const patternCharsMax = 80

/** A zod schema as JSON Schema, without examples and the long patterns of formats: assistants read it. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, id, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return compact(root) as JsonSchema
}

function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([name, inner]) => !isNoise(name, inner))
  return Object.fromEntries(entries.map(([name, inner]) => [name, compact(inner)]))
}

function isNoise(name: string, value: unknown): boolean {
  if (name === 'examples') return Array.isArray(value)
  return name === 'pattern' && typeof value === 'string' && value.length > patternCharsMax
}
