import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PlatformCall, PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import type { PrivateKey } from '../contract/tokens.ts'
import { parseJson } from '../wire/json.ts'

const originsMax = 1_000
const nonceCharsMax = 512

/** The session's key, and the access token for calls to its server. */
export type DpopAccess = { key: PrivateKey; access?: string }
export type DpopCall = (request: PlatformRequest, access: DpopAccess) => Promise<PlatformResponse>

/**
 * Sends requests with a proof that we have the session's key (RFC 9449). The servers' nonces are kept
 * per origin. A request that is refused for its nonce is sent once more: the server refuses it before
 * it reads the body, so nothing has happened (bluesky.md §1.4).
 */
export function createDpopCall(setup: { call: PlatformCall; now: () => Date }): DpopCall {
  const nonces = new Map<string, string>()
  const send = async (request: PlatformRequest, { key, access }: DpopAccess) => {
    const { origin } = request.url
    const nonce = nonces.get(origin)
    const proof = createProof(key, {
      htm: request.method,
      htu: `${origin}${request.url.pathname}`,
      iat: seconds(setup.now()),
      jti: randomBytes(16).toString('base64url'),
      ...(nonce ? { nonce } : {}),
      ...(access ? { ath: sha256(access) } : {}),
    })
    const headers = {
      ...request.headers,
      dpop: proof,
      ...(access ? { authorization: `DPoP ${access}` } : {}),
    }
    const response = await setup.call({ ...request, headers })
    const fresh = response.headers['dpop-nonce']
    if (typeof fresh === 'string' && fresh.length <= nonceCharsMax) {
      nonces.delete(origin)
      nonces.set(origin, fresh)
      const [oldest] = nonces.keys()
      if (nonces.size > originsMax && oldest) nonces.delete(oldest)
    }
    return response
  }
  return async (request, access) => {
    const response = await send(request, access)
    return isNonceRefusal(response) ? await send(request, access) : response
  }
}

/** A new EC P-256 key, for a session or as this installation's client key. */
export function newPrivateKey(): PrivateKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' })
  return { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: d! }
}

/** The public part, with exactly the members of the key's thumbprint. */
export function publicPart({ kty, crv, x, y }: PrivateKey): Omit<PrivateKey, 'd'> {
  return { kty, crv, x, y }
}

/** RFC 7638: the hash of the members in alphabetical order. */
export function thumbprint({ kty, crv, x, y }: Omit<PrivateKey, 'd'>): string {
  return sha256(JSON.stringify({ crv, kty, x, y }))
}

/** A JSON Web Token, signed with ES256 in raw form (RFC 7518 §3.4). */
export function signJwt(key: PrivateKey, header: object, claims: object): string {
  const parts = [{ alg: 'ES256', ...header }, claims]
  const data = parts.map((part) => base64url(JSON.stringify(part))).join('.')
  const signature = sign('sha256', Buffer.from(data), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })
  return `${data}.${signature.toString('base64url')}`
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000)
}

/** SHA-256 as base64url: the form of `ath`, of PKCE challenges and of thumbprints. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function createProof(key: PrivateKey, claims: object): string {
  return signJwt(key, { typ: 'dpop+jwt', jwk: publicPart(key) }, claims)
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function isNonceRefusal({ status, headers, text }: PlatformResponse): boolean {
  if ((status !== 400 && status !== 401) || !headers['dpop-nonce']) return false
  const body = parseJson(text) as { error?: unknown } | null | undefined
  return body?.error === 'use_dpop_nonce'
}
