import type { ErrorCode } from '../core/error-catalog.ts'
import type { ServiceError, UsedKey } from '../core/errors.ts'
import type { Caller } from './request.ts'
import type { Route } from './route.ts'

/** The variables of one request in hono's context. */
export type Vars = {
  requestId: string
  route?: Route
  /** The id of the authenticated key or member. */
  actorId?: string
  /** The API key, also if the request is refused because of it. */
  usedKey?: UsedKey
  /** The error of the response; `error` is `null` if the response does not say more than the code. */
  failure?: { code: ErrorCode; error: ServiceError | null }
  caller?: Caller
  /** Headers to add to the response. */
  headers: Record<string, string>
  /** The response already has `headers`. */
  hasHeaders?: true
}
