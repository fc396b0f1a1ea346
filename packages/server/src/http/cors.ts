import type { Context as Call, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { ServiceError } from '../core/errors.ts'
import { responseHeaders } from './response-headers.ts'

const preflightSeconds = 600

/**
 * Lets pages on the configured origins call the API with a bearer key, never with cookies. The header
 * `Cross-Origin-Resource-Policy: same-origin` does not interfere, as browsers ignore it for CORS
 * requests.
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

/** Refuses owner keys from pages: everyone who opens the page can read the key of all profiles. */
export function refuseOwnerKeyInBrowser(ctx: Context, scope: Scope, call: Call): void {
  const { corsOrigins } = ctx.config
  if (corsOrigins.length === 0 || scope.kind !== 'owner' || scope.sessionId) return
  const origin = call.req.header('origin')
  if (origin && corsOrigins.includes(origin)) throw new ServiceError('owner_key_in_browser')
}
