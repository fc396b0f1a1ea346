import { createHmac, type KeyObject, randomBytes } from 'node:crypto'

/** A new endpoint secret: 32 random bytes, `whsec_` + base64url. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

/**
 * The value of `Service-Signature`: `t=<unix_seconds>,v1=<hex>`, one `v1` per secret, the current
 * one first. `v1` is the HMAC-SHA256 of `<t>.<raw body>`; the key is the whole secret, prefix
 * included, as UTF-8. Source: contract.md §9.
 */
export function signatureHeader(
  secrets: readonly (string | KeyObject)[],
  body: Buffer,
  at: Date,
): string {
  return headerOf(sign(secrets, body, at), at)
}

/** The signatures of a body as of a time, 32 bytes for each secret. */
export function sign(secrets: readonly (string | KeyObject)[], body: Buffer, at: Date): Buffer {
  const t = secondsOf(at)
  return Buffer.concat(
    secrets.map((secret) => createHmac('sha256', secret).update(`${t}.`).update(body).digest()),
  )
}

/** The header with signatures that were made as of a time. */
export function headerOf(signatures: Buffer, at: Date): string {
  const hex = signatures.toString('hex').match(/.{64}/g) ?? []
  return [`t=${secondsOf(at)}`, ...hex.map((each) => `v1=${each}`)].join(',')
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000)
}
