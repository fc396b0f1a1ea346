import { createHash } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import { limits } from '../../core/limits.ts'
import { hashToken } from '../../security/secrets.ts'
import type { FlowRow } from './queries.ts'

/** A browser with more logins under way than this has lost count of them as well. */
const flowsMax = 20

export type FlowCookie = { name: string; value: string; maxAgeSeconds: number }

/** Holds the browser's half of the login, and the link's token for the way back to its page. */
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

/** The link's token from the cookie of this flow, or nothing when the browser is another one. */
export function readFlowCookie(
  config: Pick<Config, 'publicUrl'>,
  flow: FlowRow,
  cookies: Readonly<Record<string, string>>,
): string | null {
  const [secret, token] = (cookies[cookieName(config, flow.id)] ?? '').split('.')
  if (!secret || !token || !hashToken(secret).equals(flow.cookie_hash)) return null
  return token
}

/** What the flows that this browser has begun are known by, at most `flowsMax` of them. */
export function cookieHashes(
  config: Pick<Config, 'publicUrl'>,
  cookies: Readonly<Record<string, string>>,
): Buffer[] {
  return Object.entries(cookies)
    .filter(([name]) => name.startsWith(prefixOf(config)))
    .slice(0, flowsMax)
    .map(([, value]) => hashToken(value.split('.')[0] ?? ''))
}

/**
 * With https bound to this very host by its name (RFC 6265bis §4.1.3.2): no other host of the domain
 * can plant the half of a login that was begun elsewhere.
 */
function cookieName(config: Pick<Config, 'publicUrl'>, flowId: string): string {
  return prefixOf(config) + createHash('sha256').update(flowId).digest('hex').slice(0, 16)
}

function prefixOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? '__Host-postern_' : 'postern_'
}
