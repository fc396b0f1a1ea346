import { createHmac } from 'node:crypto'
import type { PlatformApp } from '../../core/networks.ts'
import { equalsSecret } from '../../security/secrets.ts'
import type { InboundRequest } from '../inbound.ts'
import { parseJson } from '../json.ts'

/** Meta's handshake: the challenge for whoever knows our verify token (threads.md §6.1). */
export function answerHub(query: URLSearchParams, verifyToken: string): string | null {
  const given = query.get('hub.verify_token')
  if (query.get('hub.mode') !== 'subscribe' || !given || !verifyToken) return null
  return equalsSecret(given, verifyToken) ? query.get('hub.challenge') || null : null
}

/**
 * What Meta may have signed with: for Threads it is not said whether that is the use case's secret
 * or the Meta app's, and for Instagram both were seen (threads.md §6.1, instagram.md §6).
 */
export function signingSecrets({ clientSecret, otherSecrets }: PlatformApp): string[] {
  return [clientSecret, ...(otherSecrets ?? [])]
}

/**
 * The body of a delivery that Meta signed with one of the secrets, else `null`. The signature is over
 * the raw bytes, as Meta escapes characters before it signs (threads.md §6.1, instagram.md §6). A
 * signed text that is no JSON has a body of `undefined`.
 */
export function readHub(
  request: InboundRequest,
  secrets: readonly string[],
): { body: unknown } | null {
  const given = request.headers['x-hub-signature-256']
  const isSigned = secrets.some((secret) => {
    const digest = createHmac('sha256', secret).update(request.body).digest('hex')
    return equalsSecret(given ?? '', `sha256=${digest}`)
  })
  if (!isSigned) return null
  return { body: parseJson(request.body.toString('utf8')) }
}

/** One or several, as deliveries have it. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}
