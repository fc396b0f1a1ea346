/** The parts of the OpenAPI document that the node is generated from. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  format?: string
  default?: unknown
  minimum?: number
  examples?: unknown[]
}
export type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
export type ApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  webhooks: Record<string, { post: { summary: string } }>
  components: { schemas: Record<string, Schema> }
}
export type Route = { method: string; path: string; operation: ApiOperation }

/** Every operation with its method and path. */
export function routesOf(document: Document): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** Whether every successful response is JSON or empty. Streams and CSV are no items of a workflow. */
export function returnsJson({ responses }: ApiOperation): boolean {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.keys(content ?? {}))
    .every((type) => type === 'application/json')
}

/** The schema itself instead of a reference to it or a union with `null`; keeps the description. */
export function plainSchema(document: Document, schema: Schema): Schema {
  const { $ref, anyOf, ...rest } = schema
  if ($ref) {
    const target = document.components.schemas[$ref.split('/').at(-1)!]!
    return plainSchema(document, { ...target, ...rest })
  }
  const options = anyOf?.filter(({ type }) => type !== 'null')
  return options?.length === 1 ? plainSchema(document, { ...options[0], ...rest }) : schema
}
