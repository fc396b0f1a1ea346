import { endpoints, type Operations } from './schema.gen.ts'

export type OperationId = keyof Operations
export type Path<Id extends OperationId> = Operations[Id]['path']
export type Query<Id extends OperationId> = NonNullable<Operations[Id]['query']>
export type Body<Id extends OperationId> = NonNullable<Operations[Id]['body']>
export type ResponseBody<Id extends OperationId> = Operations[Id]['response']

/** The operations that return a list with pages. */
export type ListId = {
  [Id in OperationId]: ResponseBody<Id> extends { next_cursor: string | null } ? Id : never
}[OperationId]
export type Item<Id extends ListId> = ResponseBody<Id>['data'][number]

export type Input<Id extends OperationId> = {
  path?: Path<Id>
  query?: Operations[Id]['query']
  body?: Operations[Id]['body']
}

type QueryValue = string | number | boolean | readonly string[] | undefined

export function methodOf(id: OperationId): string {
  return endpoints[id][0]
}

/** The URL path and query of a request. Ids are escaped, arrays are joined with commas. */
export function pathOf(
  id: OperationId,
  path: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = endpoints[id][1].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    segmentOf(name, path[name]),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join() : String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Rejects an empty id, `.` and `..`, which would result in the path of another resource. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}.`)
  }
  return encodeURIComponent(value)
}
