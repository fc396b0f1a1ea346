import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Schema } from './schema.ts'

type Media = Record<string, { schema: Schema }>
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}
type DeclaredResponse = { content?: Media; 'x-codes'?: string[] }

export type Operation = {
  operationId: string
  method: string
  path: string
  access: 'public' | 'key' | 'owner' | 'member'
  parameters: Parameter[]
  body: Media | null
  bodyRequired: boolean
  responses: Record<string, DeclaredResponse>
}

type DocumentedOperation = {
  operationId: string
  'x-access': Operation['access']
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Media }
  responses: Record<string, DeclaredResponse>
}

/** The published document, validated with ajv only, not with the server's own code. */
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'))
const formats = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  uri: (text: string) => URL.canParse(text),
  email: /@/,
  binary: true,
} as const
const ajv = new Ajv2020({ strict: false, validateSchema: false, formats })
ajv.addSchema(document, 'api')

export const schemas: Record<string, Schema> = document.components.schemas

export const operations: Operation[] = Object.entries(
  document.paths as Record<string, Record<string, DocumentedOperation>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, written]) => ({
    operationId: written.operationId,
    method: method.toUpperCase(),
    path,
    access: written['x-access'],
    parameters: written.parameters ?? [],
    body: written.requestBody?.content ?? null,
    bodyRequired: written.requestBody?.required ?? false,
    responses: written.responses,
  })),
)

/** How a response differs from the status, type and schema that the document declares; `null` if it does not. */
export function responseProblem(
  operation: Operation,
  status: number,
  contentType: string,
  body: unknown,
): string | null {
  const declared = operation.responses[status]
  if (!declared) return `${status} is not declared`
  const type = contentType.split(';')[0]!
  if (!declared.content?.[type]) return `${status} with ${type} is not declared`
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status]
  return problem([...place, 'content', type, 'schema'], body)
}

/** Whether this JSON fits the operation's body schema. */
export function acceptsBody(operation: Operation, body: unknown): boolean {
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'requestBody']
  return problem([...place, 'content', 'application/json', 'schema'], body) === null
}

/** How a body differs from the `Error` schema, for responses that belong to no operation. */
export function errorProblem(body: unknown): string | null {
  return problem(['components', 'schemas', 'Error'], body)
}

function problem(place: readonly (string | number)[], value: unknown): string | null {
  const pointer = place.map((step) =>
    encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  const check = ajv.getSchema(`api#/${pointer.join('/')}`)
  if (!check) throw new Error(`the document has nothing at ${place.join(' ')}`)
  return check(value) ? null : ajv.errorsText(check.errors)
}
