import { createHash } from 'node:crypto'
import type { Config } from '../../../core/config.ts'
import { limits } from '../../../core/limits.ts'
import { hashToken } from '../../../security/secrets.ts'
import type { FlowRow } from './queries.ts'

/** Maximum logins per browser that are looked up by cookie. */
const flowsMax = 20

export type FlowCookie = { name: string; value: string; maxAgeSeconds: number }

/** Contains the browser's secret of the login and the link's token, to return to the link's page. */
export function flowCookie(
  config: Pick<Config, 'publicUrl'>,
  flowId: string,
  secret: string,
  token: string,
): FlowCookie {
  return {
    name: cookieName(config, flowId),
    value: `${secret}.${token}`,
    maxAgeSeconds: limits.connect.flowLifetimeMs / 1_000,
  }
}

/** The link's token from this flow's cookie; `null` in another browser. */
export function readFlowCookie(
  config: Pick<Config, 'publicUrl'>,
  flow: FlowRow,
  cookies: Readonly<Record<string, string>>,
): string | null {
  const [secret, token] = (cookies[cookieName(config, flow.id)] ?? '').split('.')
  if (!secret || !token || !hashToken(secret).equals(flow.cookie_hash)) return null
  return token
}

/** The cookie hashes of the flows started in this browser, at most `flowsMax`. */
export function cookieHashes(
  config: Pick<Config, 'publicUrl'>,
  cookies: Readonly<Record<string, string>>,
): Buffer[] {
  return Object.entries(cookies)
    .filter(([name]) => name.startsWith(cookiePrefix(config)))
    .slice(0, flowsMax)
    .map(([, value]) => hashToken(value.split('.')[0] ?? ''))
}

/**
 * With https the `__Host-` prefix binds the cookie to this host (RFC 6265bis §4.1.3.2), so that other
 * hosts of the domain cannot plant the secret of their own login.
 */
function cookieName(config: Pick<Config, 'publicUrl'>, flowId: string): string {
  return cookiePrefix(config) + createHash('sha256').update(flowId).digest('hex').slice(0, 16)
}

function cookiePrefix({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? '__Host-postern_' : 'postern_'
}
