import type { MiddlewareHandler } from 'hono'
import { newId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { Vars } from './errors.ts'

const saneToken = /^[A-Za-z0-9._-]{1,128}$/

/** Gives every response its `X-Request-Id` (taken over when sane) and writes one log line each. */
export function requestHeaders(ctx: Context): MiddlewareHandler<{ Variables: Vars }> {
  return async (call, next) => {
    const given = call.req.header('x-request-id')
    const requestId = given && saneToken.test(given) ? given : newId('request')
    const startedAt = performance.now()
    call.set('requestId', requestId)
    await next()
    call.header('x-request-id', requestId)
    call.header('x-content-type-options', 'nosniff')
    if (call.req.path.startsWith('/v1/')) call.header('cache-control', 'no-store')
    ctx.log.info(
      {
        request_id: requestId,
        method: call.req.method,
        route: call.get('route')?.operationId ?? null,
        status: call.res.status,
        duration_ms: Math.round(performance.now() - startedAt),
      },
      'request.answered',
    )
  }
}
