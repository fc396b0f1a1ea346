import type { WebhookEvent } from './schema.gen.ts'

export type { WebhookEvent } from './schema.gen.ts'

export type WebhookEventType = WebhookEvent['type']

export type WebhookErrorReason =
  | 'signature_missing'
  | 'signature_malformed'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'body_malformed'

/** An invalid delivery. Respond with a 4xx status and ignore it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** The raw body, before any parser. */
export type WebhookBody = string | Uint8Array | ArrayBuffer

/** One secret, or several during a rotation. */
export type WebhookSecrets =
  | { secret: string; secrets?: undefined }
  | { secrets: readonly string[]; secret?: undefined }

export type WebhookVerification = WebhookSecrets & {
  body: WebhookBody
  /** The header `Service-Signature`. */
  signature: string | null | undefined
  /** The maximum difference between the sender's clock and `now`; 300 by default. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

const signaturesMax = 10

/**
 * Verifies the signature and time of a delivery, then parses its event. Throws WebhookError. Check
 * the event's `type`: endpoints with `*` may receive types that this version does not know.
 */
export async function verifyWebhook(delivery: WebhookVerification): Promise<WebhookEvent> {
  const secrets = secretsOf(delivery)
  const { t, signatures } = readHeader(delivery.signature)
  const { toleranceSeconds = 300, now = new Date() } = delivery
  const distanceSeconds = Math.abs(Math.floor(now.getTime() / 1_000) - Number(t))
  if (!(distanceSeconds <= toleranceSeconds)) {
    const message = `The signature's time differs by ${distanceSeconds} seconds. Check the clock.`
    throw new WebhookError('timestamp_out_of_tolerance', message)
  }
  const bytes = bytesOf(delivery.body)
  const signed = signedBytes(t, bytes)
  let isValid = false
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      // Web Crypto compares in constant time. Compare every pair, without an early exit.
      const matches = await crypto.subtle.verify('HMAC', key, signature, signed)
      isValid = matches || isValid
    }
  }
  if (!isValid) throw new WebhookError('signature_mismatch', 'No signature matches the body.')
  return readEvent(bytes)
}

/** Creates the header `Service-Signature`, for tests of a receiver. */
export async function signWebhook(
  delivery: WebhookSecrets & { body: WebhookBody; now?: Date | undefined },
): Promise<string> {
  const t = String(Math.floor((delivery.now ?? new Date()).getTime() / 1_000))
  const signed = signedBytes(t, bytesOf(delivery.body))
  const parts = [`t=${t}`]
  for (const secret of secretsOf(delivery)) {
    const digest = await crypto.subtle.sign('HMAC', await keyOf(secret), signed)
    parts.push(`v1=${hexOf(new Uint8Array(digest))}`)
  }
  return parts.join(',')
}

function secretsOf({ secret, secrets = [] }: WebhookSecrets): readonly string[] {
  const all = secret === undefined ? secrets : [secret]
  if (all.length > 0 && all.every((item) => typeof item === 'string' && item !== '')) return all
  throw new TypeError('secret must be the secret of the endpoint (whsec_…).')
}

function readHeader(header: string | null | undefined) {
  if (!header)
    throw new WebhookError('signature_missing', 'The header Service-Signature is missing.')
  const fields = header.split(',').map((field) => field.trim())
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(name)).map((field) => field.slice(name.length))
  const times = valuesOf('t=')
  const digests = valuesOf('v1=')
  const hasTime = times.length === 1 && /^\d{1,15}$/.test(times[0]!)
  const hasDigests = digests.length > 0 && digests.length <= signaturesMax
  if (!hasTime || !hasDigests || !digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))) {
    const message = 'Service-Signature does not have the form t=…,v1=….'
    throw new WebhookError('signature_malformed', message)
  }
  return { t: times[0]!, signatures: digests.map(bytesOfHex) }
}

function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof event?.id === 'string' && typeof event.type === 'string') return event
  } catch (cause) {
    throw new WebhookError('body_malformed', 'The body is not JSON.', cause)
  }
  throw new WebhookError('body_malformed', 'The body is not an event.')
}

/** The signed bytes, `<t>.<raw body>`. */
function signedBytes(t: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(`${t}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  return signed
}

/** The HMAC key is the whole secret, including `whsec_`. */
async function keyOf(secret: string) {
  if (!globalThis.crypto?.subtle)
    throw new Error('Web Crypto is missing. Browsers provide it on https pages only.')
  const bytes = new TextEncoder().encode(secret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}

function bytesOf(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body must be the raw body (a string or bytes), not a parsed value.')
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2)
  for (const index of bytes.keys())
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  return bytes
}
