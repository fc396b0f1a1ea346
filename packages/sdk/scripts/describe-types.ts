import {
  comment,
  literal,
  nameOf,
  propertyOf,
  type Schema,
  typeOf,
  union,
} from './typescript-of.ts'

type Content = Record<string, { schema: Schema }>
type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
type Operation = {
  operationId: string
  summary: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content; 'x-codes'?: string[] }>
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>
  components: { schemas: Record<string, Schema> }
}

const head = `// Written by packages/sdk/scripts/write-types.ts from packages/server/openapi.json
// (npm run openapi). Do not edit.
`

/** The document has no recursive schema, because many generators cannot read one. */
const overriddenTypes: Record<string, string> = {
  JsonValue: 'string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }',
}

/** The content of `src/schema.gen.ts`: types of all schemas, events, error codes and operations. */
export function describeTypes(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `${comment(schema.description, '')}export type ${nameOf(name)} = ${overriddenTypes[name] ?? typeOf(schema)}\n`,
  )
  const events = Object.values(document.webhooks).map(({ post }) =>
    typeOf(post.requestBody.content['application/json']!.schema),
  )
  const codes = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => response['x-codes'] ?? []),
  )
  const endpoints = operations.map(
    ({ method, path, operation }) =>
      `  ${operation.operationId}: [${literal(method.toUpperCase())}, ${literal(path)}],\n`,
  )
  return [
    head,
    ...schemas,
    `/** The events that a webhook endpoint receives, by \`type\`. */\nexport type WebhookEvent = ${union(events)}\n`,
    `/** All error codes of the operations. */\nexport type OperationErrorCode = ${union(codes.map(literal).sort())}\n`,
    `/** The parameters, body and response of each operation. */\nexport type Operations = {\n${operations.map(({ operation }) => operationType(operation)).join('')}}\n`,
    `/** The method and path of each operation. */\nexport const endpoints = {\n${endpoints.join('')}} as const satisfies Record<keyof Operations, readonly [string, string]>\n`,
  ].join('\n')
}

function operationType(operation: Operation): string {
  const body = operation.requestBody
  const json = body?.content['application/json']
  const responses = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.values(content ?? {}))
    .map(({ schema }) => typeOf(schema, '    '))
  const form = body?.content['multipart/form-data']
  return [
    comment(operation.summary, '  '),
    `  ${operation.operationId}: {\n`,
    `    path: ${parametersType(operation, 'path')}\n`,
    `    query: ${parametersType(operation, 'query')}\n`,
    `    body: ${json ? typeOf(json.schema, '    ') : 'undefined'}\n`,
    form ? `    form: ${typeOf(form.schema, '    ')}\n` : '',
    `    response: ${union(responses)}\n`,
    '  }\n',
  ].join('')
}

function parametersType(operation: Operation, location: 'path' | 'query'): string {
  const lines = operation.parameters
    .filter((parameter) => parameter.in === location)
    .map(({ name, required, description, schema }) =>
      propertyOf(name, !required, parameterType(schema), description, '      '),
    )
  return lines.length === 0 ? 'undefined' : `{\n${lines.join('')}    }`
}

/** Also accepts `a,b` for an array and booleans for `'true' | 'false'`. */
function parameterType(schema: Schema): string {
  if (schema.enum?.join() === 'true,false') return "boolean | 'true' | 'false'"
  const type = typeOf(schema, '      ')
  return schema.type === 'array' ? `string | readonly ${type}` : type
}
