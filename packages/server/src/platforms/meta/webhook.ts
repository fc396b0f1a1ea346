import { createHmac } from 'node:crypto'
import type { PlatformApp } from '../../core/networks.ts'
import { equalsSecret } from '../../security/secrets.ts'
import type { InboundAbility, InboundEvent, InboundRequest } from '../contract/inbound.ts'
import { parseJson } from '../wire/json.ts'
import { readSignedRequest } from './signed-request.ts'

/** The parts that all webhooks of Meta share; `toEvents` reads a body with a valid signature. */
export function metaInbound(
  app: PlatformApp,
  toEvents: (body: unknown) => InboundEvent[],
): Pick<InboundAbility, 'handshake' | 'readEvents' | 'readSignedRequest'> {
  return {
    handshake: answerHandshake,
    readEvents: (request) => {
      const signed = readSignedBody(request, signingSecrets(app))
      return signed && toEvents(signed.body)
    },
    readSignedRequest: (signedRequest) => readSignedRequest(signedRequest, signingSecrets(app)),
  }
}

/** Meta's handshake: returns the challenge if the verify token is ours (threads.md §6.1). */
function answerHandshake(query: URLSearchParams, verifyToken: string): string | null {
  const token = query.get('hub.verify_token')
  if (query.get('hub.mode') !== 'subscribe' || !token || !verifyToken) return null
  return equalsSecret(token, verifyToken) ? query.get('hub.challenge') || null : null
}

/**
 * Secrets that Meta may sign with. For Threads it is undocumented whether the use case's or the Meta
 * app's secret is used; for Instagram both were observed (threads.md §6.1, instagram.md §6).
 */
function signingSecrets({ clientSecret, otherSecrets }: PlatformApp): string[] {
  return [clientSecret, ...(otherSecrets ?? [])]
}

/**
 * The body of a webhook signed with one of the secrets, else `null`. The signature covers the raw
 * bytes, as Meta escapes characters before signing (threads.md §6.1, instagram.md §6). The body is
 * `undefined` if the signed text is not JSON.
 */
function readSignedBody(
  request: InboundRequest,
  secrets: readonly string[],
): { body: unknown } | null {
  const signature = request.headers['x-hub-signature-256']
  const isSigned = secrets.some((secret) => {
    const digest = createHmac('sha256', secret).update(request.body).digest('hex')
    return equalsSecret(signature ?? '', `sha256=${digest}`)
  })
  if (!isSigned) return null
  return { body: parseJson(request.body.toString('utf8')) }
}

/** Webhooks contain one value or an array. */
export function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}
