import type { Context as Call, MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import { newId } from '../core/ids.ts'
import { limits } from '../core/limits.ts'
import { report } from '../telemetry/events.ts'
import type { Log } from '../telemetry/log.ts'
import { inSpan, noteInSpan } from '../telemetry/trace.ts'
import { callerOf } from './caller.ts'
import type { RequestLog } from './request-log.ts'
import { unauthenticatedHeaders } from './unauthenticated.ts'
import type { Vars } from './vars.ts'

const requestIdPattern = new RegExp(`^[A-Za-z0-9._-]{1,${limits.request.idCharsMax}}$`)
/** Logged at debug level, because monitors request them every few seconds. */
const monitoringPaths = new Set(['/health', '/ready', '/metrics'])

/**
 * The security headers of API responses, equal to those of hono's `secureHeaders` (a test compares).
 * The middleware is not used because it sets them one by one: 33 µs of CPU per request instead of 19.
 */
const securityHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
/** Added to every response when PUBLIC_URL is https. */
const transportSecurity = { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }

/**
 * Adds `X-Request-Id` (the caller's if well-formed) and the other headers to every response, adds the
 * request to the request log, and logs one line. The line lacks the path: a connect link's path is a secret, others contain ids.
 */
export function requestHeaders(
  ctx: Context,
  requestLog: RequestLog | null,
): MiddlewareHandler<{ Variables: Vars }> {
  const isHttps = ctx.config.publicUrl.startsWith('https:')
  // Looking for secrets in a line with six fields, none of which can hold one, is a twelfth of a read.
  const log = ctx.log.child({}, { redact: [] })
  return async (call, next) => {
    const sentId = call.req.header('x-request-id')
    const requestId = sentId && requestIdPattern.test(sentId) ? sentId : newId('request')
    call.set('requestId', requestId)
    call.set('headers', {
      ...(call.req.path.startsWith('/v1/') ? securityHeaders : {}),
      ...(isHttps ? transportSecurity : {}),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    })
    const { method } = call.req
    const attributes = { 'http.request.method': method, request_id: requestId }
    await inSpan('request', attributes, async () => {
      const arrivedAt = ctx.clock.now()
      const startedAt = performance.now()
      await next()
      if (!call.get('hasHeaders')) addHeaders(ctx, call)
      const durationMs = performance.now() - startedAt
      logRequest(log, call, durationMs / 1_000)
      requestLog?.add(call, arrivedAt, durationMs)
    })
  }
}

function addHeaders(ctx: Context, call: Call<{ Variables: Vars }>): void {
  const isCounted = 'x-ratelimit-limit' in call.get('headers')
  if (!isCounted && call.req.path.startsWith('/v1/')) {
    const { ip } = callerOf(ctx.config, call)
    Object.assign(call.get('headers'), unauthenticatedHeaders(ctx, ip))
  }
  const entries = Object.entries(call.get('headers'))
  // Keep headers that the handler set, such as the Cache-Control of a document.
  for (const [name, value] of entries) if (!call.res.headers.has(name)) call.header(name, value)
}

function logRequest(log: Log, call: Call<{ Variables: Vars }>, seconds: number): void {
  const { method, path } = call.req
  const { status } = call.res
  const route = call.get('route')?.operationId ?? null
  log[monitoringPaths.has(path) ? 'debug' : 'info'](
    {
      request_id: call.get('requestId'),
      actor_id: call.get('actorId') ?? null,
      method,
      route,
      status,
      duration_ms: Math.round(seconds * 1_000),
    },
    'request.answered',
  )
  noteInSpan({ operation: route ?? 'page', 'http.response.status_code': status })
  report('request.answered', { method, route: route ?? 'page', status, seconds })
}
