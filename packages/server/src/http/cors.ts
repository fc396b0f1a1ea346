import type { Context as Call, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { ServiceError } from '../core/errors.ts'
import { responseHeaders } from './response-headers.ts'

const preflightSeconds = 600

/**
 * Lets pages on the configured origins call the API with a bearer key, never with cookies. That
 * answers carry `Cross-Origin-Resource-Policy: same-origin` does not matter here: browsers apply it
 * to requests without CORS alone.
 */
export function allowOrigins({ corsOrigins }: Config): MiddlewareHandler {
  return cors({
    origin: [...corsOrigins],
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Service-Profile',
      'X-Request-Id',
    ],
    exposeHeaders: Object.keys(responseHeaders),
    maxAge: preflightSeconds,
  })
}

/** What stands in a page can be read by whoever opens it, and an owner key opens every profile. */
export function refuseOwnerKeyInBrowser(ctx: Context, scope: Scope, call: Call): void {
  const { corsOrigins } = ctx.config
  if (corsOrigins.length === 0 || scope.kind !== 'owner' || scope.sessionId) return
  const origin = call.req.header('origin')
  if (origin && corsOrigins.includes(origin)) throw new ServiceError('owner_key_in_browser')
}
