import { createHash, createPublicKey, verify } from 'node:crypto'

/** A public key of ES256. */
export type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid?: string }

export type Jwt = { header: Record<string, unknown>; claims: Record<string, unknown> }

/** Parses a compact JWT without verifying it. Throws an Error that says what is wrong. */
export function parseJwt(text: string): Jwt {
  const [header, claims, signature, ...rest] = text.split('.')
  if (!header || !claims || !signature || rest.length > 0) throw new Error('Invalid Compact JWS')
  return { header: parsePart(header), claims: parsePart(claims) }
}

function parsePart(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('Invalid Compact JWS')
  }
  return value as Record<string, unknown>
}

/**
 * Whether an ES256 signature in raw form (64 bytes) is right; one in DER form is not
 * (bluesky.md §1.4).
 */
export function hasValidSignature(text: string, key: PublicKey): boolean {
  const end = text.lastIndexOf('.')
  const signature = Buffer.from(text.slice(end + 1), 'base64url')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const signed = Buffer.from(text.slice(0, end))
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

/** A P-256 public key; with a private part it is not one. */
export function isPublicP256(key: unknown): key is PublicKey {
  if (typeof key !== 'object' || key === null) return false
  const { kty, crv, x, y, d } = key as Record<string, unknown>
  return (
    kty === 'EC' &&
    crv === 'P-256' &&
    typeof x === 'string' &&
    typeof y === 'string' &&
    d === undefined
  )
}

/** The JWK thumbprint of RFC 7638. */
export function thumbprint({ crv, kty, x, y }: PublicKey): string {
  return sha256(JSON.stringify({ crv, kty, x, y }))
}

/** base64url(SHA-256(text)): `ath`, PKCE challenges and thumbprints. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
