/** One request of an operation, with the values of the examples. */
export type SampleRequest = {
  operationId: string
  publicUrl: string
  method: string
  /** The path with the example IDs. */
  path: string
  /** The example IDs, in the order of the path. */
  ids: string[]
  query: Record<string, string | readonly string[]>
  body: unknown
  access: 'key' | 'owner' | 'member' | 'public'
  responseType: string
}
