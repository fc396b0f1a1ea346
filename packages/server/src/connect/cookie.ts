import { createHash } from 'node:crypto'
import { limits } from '../base/limits.ts'
import { hashToken } from '../base/secrets.ts'
import type { FlowRow } from './queries.ts'

export type FlowCookie = { name: string; value: string; maxAgeSeconds: number }

/** Holds the browser's half of the login, and the link's token for the way back to its page. */
export function flowCookie(flowId: string, secret: string, token: string): FlowCookie {
  return {
    name: cookieName(flowId),
    value: `${secret}.${token}`,
    maxAgeSeconds: limits.connect.flowLifetimeMs / 1_000,
  }
}

/** The link's token from the cookie of this flow, or nothing when the browser is another one. */
export function readFlowCookie(
  flow: FlowRow,
  cookies: Readonly<Record<string, string>>,
): string | null {
  const [secret, token] = (cookies[cookieName(flow.id)] ?? '').split('.')
  if (!secret || !token || !hashToken(secret).equals(flow.cookie_hash)) return null
  return token
}

function cookieName(flowId: string): string {
  return `postern_${createHash('sha256').update(flowId).digest('hex').slice(0, 16)}`
}
