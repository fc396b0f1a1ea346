import { createHmac, type KeyObject, randomBytes } from 'node:crypto'

/** A new endpoint secret: 32 random bytes, `whsec_` + base64url. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

/**
 * The value of `Service-Signature`: `t=<unix_seconds>,v1=<hex>`, one `v1` per secret, the current
 * one first. `v1` is the HMAC-SHA256 of `<t>.<raw body>`; the key is the whole secret, prefix
 * included, as UTF-8. Source: interface.md "Signature", decisions.md §9.
 */
export function signatureHeader(
  secrets: readonly (string | KeyObject)[],
  body: Buffer,
  at: Date,
): string {
  const t = Math.floor(at.getTime() / 1_000)
  let header = `t=${t}`
  for (const secret of secrets) {
    const digest = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
    header += `,v1=${digest}`
  }
  return header
}
