import type { Context as Call, MiddlewareHandler } from 'hono'
import { tell } from '../base/facts.ts'
import { newId } from '../base/ids.ts'
import { inSpan, noteInSpan } from '../base/trace.ts'
import type { Context } from '../context.ts'
import type { Vars } from './errors.ts'

const saneToken = /^[A-Za-z0-9._-]{1,128}$/
/** Asked every few seconds by machines, so their lines would bury the others. */
const watching = new Set(['/health', '/ready', '/metrics'])

/**
 * Gives every response its `X-Request-Id` (taken over when sane) and writes one log line each. The
 * path is not in it: that of a connect link is a secret, others hold ids.
 */
export function requestHeaders(ctx: Context): MiddlewareHandler<{ Variables: Vars }> {
  return async (call, next) => {
    const given = call.req.header('x-request-id')
    const requestId = given && saneToken.test(given) ? given : newId('request')
    call.set('requestId', requestId)
    const { method } = call.req
    const attributes = { 'http.request.method': method, request_id: requestId }
    await inSpan('request', attributes, async () => {
      const startedAt = performance.now()
      await next()
      addHeaders(call, requestId)
      note(ctx, call, (performance.now() - startedAt) / 1_000)
    })
  }
}

function addHeaders(call: Call<{ Variables: Vars }>, requestId: string): void {
  call.header('x-request-id', requestId)
  call.header('x-content-type-options', 'nosniff')
  if (call.req.path.startsWith('/v1/')) call.header('cache-control', 'no-store')
}

function note(ctx: Context, call: Call<{ Variables: Vars }>, seconds: number): void {
  const { method, path } = call.req
  const { status } = call.res
  const route = call.get('route')?.operationId ?? null
  ctx.log[watching.has(path) ? 'debug' : 'info'](
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
  tell('request.answered', { method, route: route ?? 'page', status, seconds })
}
