import type { Context } from 'hono'
import type { App } from '../core/records.ts'
import type { Params } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'

/** The networks whose APIs are built on the Graph API. */
export type MetaPlatform = 'threads' | 'instagram' | 'facebook'

/** One API call on threads/graph, instagram/graph or facebook/graph. */
export type GraphCall = {
  sandbox: Sandbox
  platform: MetaPlatform
  context: Context<Env>
  method: string
  /** The version of the address, with a default for unversioned calls. */
  version: string
  /** Address of the version root: paging links start with it. */
  base: string
  /** Path after the version, without slashes at the ends. */
  path: string
  /** The placeholders of the matched route. */
  pathParams: Record<string, string>
  params: Params
  token: string | null
  tokenInHeader: boolean
}

/** An answer whose JSON text is written by hand, for numbers beyond 2^53. */
export type RawJson = { raw: string }

export type GraphRoute = {
  /** The endpoint's name for faults and the call log. */
  name: string
  method: 'GET' | 'POST' | 'DELETE' | 'GET|POST'
  /** Segments after the version; `{x}` is a placeholder. */
  path: string
  run(call: GraphCall): unknown
}

export function appOf(call: Pick<GraphCall, 'sandbox' | 'platform'>): Readonly<App> {
  return call.sandbox.state.apps.get(call.platform)!
}

/** The next page's address: same call, other cursor, token only if it came in the query. */
export function linkTo(call: GraphCall, changes: Params): string {
  const params = new URLSearchParams({ ...call.params, ...changes })
  if (call.tokenInHeader) params.delete('access_token')
  return `${call.base}/${call.path}?${params}`
}
