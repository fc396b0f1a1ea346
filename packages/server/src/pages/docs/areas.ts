import type { Schemas } from './fields.ts'
import type { DescribedOperation } from './samples.ts'

/** The part of the OpenAPI document that describes its operations and their areas. */
export type OperationDocument = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Schemas }
}

/** An operation and its place in the reference. */
export type AreaOperation = DescribedOperation & {
  method: string
  path: string
  /** Its ID on the page of its area, also the beginning of those of its fields. */
  anchor: string
  address: string
}

/** The operations with one tag, which share a page of the reference. */
export type Area = {
  tag: string
  /** Its name in URLs, such as `api-keys`. */
  name: string
  description: string
  address: string
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
      operations: operations
        .filter((operation) => operation.tags[0] === tag)
        .map(({ method, ...operation }) => {
          const anchor = `/${encodeURIComponent(tag)}/${operation.operationId}`
          return {
            ...operation,
            method: method.toUpperCase(),
            anchor,
            address: `${address}#${anchor}`,
          }
        }),
    }
  })
}
