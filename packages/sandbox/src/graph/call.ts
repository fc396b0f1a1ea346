import type { Context } from 'hono'
import type { App } from '../core/records.ts'
import type { Params } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'

/** The networks that use the Graph API. */
export type MetaPlatform = 'threads' | 'instagram' | 'facebook'

/** One API call on threads/graph, instagram/graph or facebook/graph. */
export type GraphCall = {
  sandbox: Sandbox
  platform: MetaPlatform
  context: Context<Env>
  method: string
  /** The version in the URL; v25.0 for unversioned calls. */
  version: string
  /** The URL up to the version, which paging links start with. */
  base: string
  /** The path after the version, without leading or trailing slashes. */
  path: string
  /** The values of the route's placeholders. */
  pathParams: Record<string, string>
  params: Params
  token: string | null
  tokenInHeader: boolean
}

/** A response as JSON text, for numbers beyond 2^53. */
export type RawJson = { raw: string }

export type GraphRoute = {
  /** The name of the endpoint in faults and the call log. */
  name: string
  method: 'GET' | 'POST' | 'DELETE' | 'GET|POST' | 'GET|POST|DELETE'
  /** Segments after the version; `{x}` is a placeholder. */
  path: string
  run(call: GraphCall): unknown
}

export const route = (
  method: GraphRoute['method'],
  name: string,
  path: string,
  run: GraphRoute['run'],
): GraphRoute => ({ name, method, path, run })

export function appOf(call: Pick<GraphCall, 'sandbox' | 'platform'>): Readonly<App> {
  return call.sandbox.state.apps.get(call.platform)!
}

/** The URL of the same call with other parameters. It has the token only if the query had it. */
export function linkTo(call: GraphCall, changes: Params): string {
  const params = new URLSearchParams({ ...call.params, ...changes })
  if (call.tokenInHeader) params.delete('access_token')
  return `${call.base}/${call.path}?${params}`
}
