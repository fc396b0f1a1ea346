import type { z } from 'zod'
import type { Route } from '../http/route.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { Tool } from './tools.ts'

type ObjectSchema = JsonSchema & {
  properties: Record<string, JsonSchema>
  required?: string[]
}

/** The largest page that a tool returns: assistants read every row. */
export const pageMax = 50

/** How the arguments of a tool are spread over a request of its operation. */
export type ToolInput = {
  schema: ObjectSchema & { type: 'object' }
  pathNames: readonly string[]
  queryNames: readonly string[]
  bodyNames: readonly string[]
}

const profile: JsonSchema = {
  type: 'string',
  description: 'The id or external_id of the profile to work on. Required if the key has several.',
}
const idempotencyKey: JsonSchema = {
  type: 'string',
  maxLength: 255,
  description: 'Repeating a call with the same key and arguments does not do it twice.',
}

/** Merges path, query and body of the operation. Throws when a name occurs twice. */
export function toolInput(tool: Tool, route: Route): ToolInput {
  const path = objectSchema(route.params)
  const query = objectSchema(route.query)
  const body = objectSchema(route.body)
  const parts = [path, query, body].map((part) => omit(part, tool.hidden ?? []))
  const isWrite = route.method === 'post'
  const extra = {
    profile,
    ...(isWrite && tool.effect !== 'reads' ? { idempotency_key: idempotencyKey } : {}),
  }
  const names = [...parts.flatMap((part) => Object.keys(part.properties)), ...Object.keys(extra)]
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) throw new Error(`The tool ${tool.name} has the argument ${repeated} twice.`)
  const properties = Object.assign({}, ...parts.map((part) => part.properties), extra)
  if (properties.limit) properties.limit = { ...properties.limit, maximum: pageMax }
  const [pathNames, queryNames, bodyNames] = parts.map((part) => Object.keys(part.properties))
  return {
    schema: {
      type: 'object',
      properties,
      required: [...parts.flatMap((part) => part.required ?? []), ...(tool.required ?? [])],
      additionalProperties: false,
    },
    pathNames: pathNames!,
    queryNames: queryNames!,
    bodyNames: bodyNames!,
  }
}

function objectSchema(schema: z.ZodType | undefined): ObjectSchema {
  return { properties: {}, ...(schema ? jsonSchemaOf(schema, 'input') : {}) }
}

function omit(schema: ObjectSchema, names: readonly string[]): ObjectSchema {
  const keep = (name: string) => !names.includes(name)
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => keep(name)),
  )
  return { ...schema, properties, required: (schema.required ?? []).filter(keep) }
}

/**
 * Parses arguments that arrive as JSON text although the tool expects another type, as some assistants
 * send them. Anything else stays as it is, for the API to refuse.
 */
export function parseArguments(
  { schema }: ToolInput,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const expected = schema.properties[name]
      if (typeof value !== 'string' || !expected || acceptsText(expected)) return [name, value]
      try {
        return [name, JSON.parse(value)]
      } catch {
        return [name, value]
      }
    }),
  )
}

function acceptsText(schema: JsonSchema): boolean {
  const { type, anyOf, oneOf } = schema
  const inner = [...((anyOf as JsonSchema[]) ?? []), ...((oneOf as JsonSchema[]) ?? [])]
  if (inner.some(acceptsText)) return true
  const types = [type].flat()
  // Without a type it is any JSON value.
  const isAny = type === undefined && inner.length === 0
  return isAny || types.includes('string') || 'enum' in schema || 'const' in schema
}
