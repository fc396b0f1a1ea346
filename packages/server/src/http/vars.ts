import type { Caller } from './request.ts'
import type { Route } from './route.ts'

/** What the middleware of one request knows about it. */
export type Vars = {
  requestId: string
  route?: Route
  /** The key or the member that asks, once it is known. */
  actorId?: string
  caller?: Caller
  /** What the answer is to say beside its own. */
  headers: Record<string, string>
  /** The answer was made with these headers. */
  hasHeaders?: true
}
