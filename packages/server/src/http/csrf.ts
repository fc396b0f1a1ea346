import type { Context as Call } from 'hono'
import type { Config } from '../core/config.ts'
import { ServiceError } from '../core/errors.ts'

/**
 * Throws 403 `csrf_refused` unless the browser says that a page of this service sent the request. A
 * browser that does not send Sec-Fetch-Site (older ones, and all on plain http beyond localhost)
 * sends an Origin with every request that is no GET; a page of another site can forge neither.
 */
export function requireSameOrigin(config: Pick<Config, 'publicUrl'>, call: Call): void {
  const site = call.req.header('sec-fetch-site')
  if (site !== undefined) {
    if (site === 'same-origin') return
    throw new ServiceError('csrf_refused')
  }
  const origin = call.req.header('origin')
  if (!origin || !URL.canParse(origin)) throw new ServiceError('csrf_refused')
  const { protocol, host } = new URL(origin)
  // Behind a proxy the request itself does not show that it came by https; a page that did not may
  // have been written by whoever sits on the line.
  const isInsecure = config.publicUrl.startsWith('https:') && protocol !== 'https:'
  if (host !== hostOf(call) || isInsecure) throw new ServiceError('csrf_refused')
}

function hostOf(call: Call): string {
  return new URL(call.req.url).host
}
