type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: unknown[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

/** The part of the OpenAPI document that names its operations and their areas. */
export type OperationDocument = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** An operation and the URL at which the reference opens it. */
export type AreaOperation = Operation & { method: string; path: string; address: string }

/** The operations with one tag, which share a page of the reference. */
export type Area = {
  tag: string
  /** Its name in URLs, such as `api-keys`. */
  name: string
  description: string
  address: string
  /** The URL of its OpenAPI document. */
  documentAddress: string
  operations: AreaOperation[]
}

/** Every area in the order of the document. */
export function areasOf({ tags, paths }: OperationDocument): Area[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
  return tags.map(({ name: tag, description }) => {
    const name = tag.toLowerCase().replaceAll(' ', '-')
    const address = `/docs/reference/${name}`
    return {
      tag,
      name,
      description,
      address,
      documentAddress: `/docs/openapi/${name}.json`,
      operations: operations
        .filter((operation) => operation.tags[0] === tag)
        .map(({ method, ...operation }) => ({
          ...operation,
          method: method.toUpperCase(),
          address: `${address}#/${encodeURIComponent(tag)}/${operation.operationId}`,
        })),
    }
  })
}
