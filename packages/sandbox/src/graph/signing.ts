import { createHmac } from 'node:crypto'

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

/** `X-Hub-Signature-256` over the raw body (threads.md §6.1). */
export function hubSignature(secret: string, body: string): string {
  return `sha256=${hmac(secret, body).toString('hex')}`
}

/** Meta's signed_request: base64url(signature).base64url(json), signed as encoded (threads.md §6.2). */
export function signedRequest(secret: string, payload: Record<string, unknown>): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${hmac(secret, encoded).toString('base64url')}.${encoded}`
}

/** JSON with non-ASCII characters and slashes escaped, as Meta sends it (instagram.md §6). */
export function metaJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
}
