import type { Caller } from './request.ts'
import type { Route } from './route.ts'

/** The variables of one request in hono's context. */
export type Vars = {
  requestId: string
  route?: Route
  /** The id of the authenticated key or member. */
  actorId?: string
  caller?: Caller
  /** Headers to add to the response. */
  headers: Record<string, string>
  /** The response already has `headers`. */
  hasHeaders?: true
}
