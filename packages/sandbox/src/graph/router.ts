import type { Context, Handler } from 'hono'
import { traceId } from '../core/ids.ts'
import { bearer, readParams } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import type { GraphCall, GraphRoute, MetaPlatform, RawJson } from './call.ts'
import { envelope, GraphError } from './errors.ts'
import { OAuthError } from './oauth-error.ts'
import { usageHeaders } from './usage.ts'

const DEFAULT_VERSION = 'v25.0'

export type GraphHost = {
  platform: MetaPlatform
  /** Path under the sandbox's origin. */
  prefix: string
  /** The known versions. An unknown one is treated as part of the path. */
  versions: RegExp
  routes: GraphRoute[]
}

/**
 * Versions of graph.facebook.com and graph.instagram.com; v26.0 is the newest (instagram.md §0).
 */
export const metaVersions = /^v(1?\d|2[0-6])\.0$/

export type GraphMatch = { route: GraphRoute; pathParams: Record<string, string> }

export function splitVersion(
  host: GraphHost,
  pathname: string,
): { version: string; path: string; root: string } {
  const rest = pathname.slice(host.prefix.length).replace(/^\/+|\/+$/g, '')
  const match = /^(v\d+\.\d+)(?:\/|$)/.exec(rest)
  if (!match || !host.versions.test(match[1]!))
    return { version: DEFAULT_VERSION, path: rest, root: host.prefix }
  return {
    version: match[1]!,
    path: rest.slice(match[0].length),
    root: `${host.prefix}/${match[1]}`,
  }
}

export function matchRoute(host: GraphHost, method: string, path: string): GraphMatch | undefined {
  const segments = path.split('/')
  for (const route of host.routes) {
    if (!route.method.split('|').includes(method)) continue
    const at = matchPath(route.path.split('/'), segments)
    if (at) return { route, pathParams: at }
  }
  return undefined
}

function matchPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const at: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!
    if (part.startsWith('{')) at[part.slice(1, -1)] = decodeSegment(segment)
    else if (part !== segment) return undefined
  }
  return at
}

/** Keeps invalid percent-encoding unchanged, which matches no object. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Handles all requests of one Graph host and responds in Meta's shapes. */
export function graphHandler(sandbox: Sandbox, host: GraphHost): Handler<Env> {
  return async (context) => {
    const url = new URL(context.req.url)
    const { version, path, root } = splitVersion(host, url.pathname)
    const trace = traceId()
    let call: GraphCall | undefined
    try {
      const params = await readParams(context)
      const header = bearer(context)
      const match = matchRoute(host, context.req.method, path)
      call = {
        sandbox,
        platform: host.platform,
        context,
        method: context.req.method,
        version,
        base: `${url.origin}${root}`,
        path,
        pathParams: match?.pathParams ?? {},
        params,
        token: params.access_token ?? header,
        tokenInHeader: params.access_token === undefined && header !== null,
      }
      if (!match) throw unknownPath(path, call.method)
      const result = await match.route.run(call)
      return jsonResponse(context, 200, result, usageHeaders(call, version, trace))
    } catch (error) {
      const headers = call ? usageHeaders(call, version, trace) : {}
      return errorResponse(context, error, trace, headers)
    }
  }
}

function unknownPath(path: string, method: string): GraphError {
  if (!path.includes('/')) {
    return new GraphError(`Unsupported ${method.toLowerCase()} request.`, { code: 100 })
  }
  const rest = path.slice(path.indexOf('/'))
  return new GraphError(`Unknown path components: ${rest}`, { code: 2500 })
}

function jsonResponse(
  context: Context<Env>,
  status: number,
  result: unknown,
  headers: Record<string, string>,
): Response {
  const body = isRaw(result) ? result.raw : JSON.stringify(result)
  return context.newResponse(body, status as 200, {
    'content-type': 'application/json; charset=UTF-8',
    ...headers,
  })
}

function isRaw(result: unknown): result is RawJson {
  return typeof result === 'object' && result !== null && 'raw' in result
}

function errorResponse(
  context: Context<Env>,
  error: unknown,
  trace: string,
  headers: Record<string, string>,
): Response {
  if (error instanceof OAuthError) return jsonResponse(context, error.status, error.body(), headers)
  const graphError =
    error instanceof GraphError
      ? error
      : new GraphError(`The sandbox failed: ${String(error)}`, { code: 1, status: 500 })
  const challenge = graphError.facts.code === 190 ? 'invalid_token' : 'unknown_error'
  return jsonResponse(context, graphError.facts.status ?? 400, envelope(graphError, trace), {
    ...headers,
    'www-authenticate': `OAuth "Facebook Platform" "${challenge}" "${graphError.message.replace(/["\r\n]/g, "'").replace(/[^\x20-\x7e]/g, '?')}"`,
  })
}
