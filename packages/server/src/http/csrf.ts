import type { Context as Call } from 'hono'
import type { Config } from '../core/config.ts'
import { ServiceError } from '../core/errors.ts'

/**
 * Throws 403 `csrf_refused` unless a page of this service sent the request, by Sec-Fetch-Site or, in
 * browsers that do not send it (older ones, and all on plain http except localhost), by Origin. Pages
 * of other sites can forge neither.
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
  // Compare the scheme with PUBLIC_URL, because behind a proxy this request is plain http. A page
  // served over http may have been altered on the network.
  const isInsecure = config.publicUrl.startsWith('https:') && protocol !== 'https:'
  if (host !== hostOf(call) || isInsecure) throw new ServiceError('csrf_refused')
}

function hostOf(call: Call): string {
  return new URL(call.req.url).host
}
