import type { WebhookEvent } from './schema.gen.ts'

export type { WebhookEvent } from './schema.gen.ts'

export type WebhookEventType = WebhookEvent['type']

export type WebhookErrorReason =
  | 'signature_missing'
  | 'signature_malformed'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'body_malformed'

/** A delivery that must not be believed: answer it with a 4xx and do nothing else. */
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

/** One secret, or several while they are being changed. */
export type WebhookSecrets =
  | { secret: string; secrets?: undefined }
  | { secrets: readonly string[]; secret?: undefined }

export type WebhookVerification = WebhookSecrets & {
  body: WebhookBody
  /** The header `Service-Signature`. */
  signature: string | null | undefined
  /** How far the sender's clock may be from `now`; 300 by default. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

const signaturesMax = 10

/**
 * The event of a delivery whose signature and time hold; else it throws a WebhookError. Nothing of
 * the body is parsed before. Compare by `type`; a type that this version does not know may come to
 * endpoints that receive `*`.
 */
export async function verifyWebhook(delivery: WebhookVerification): Promise<WebhookEvent> {
  const secrets = secretsOf(delivery)
  const { t, signatures } = readHeader(delivery.signature)
  const { toleranceSeconds = 300, now = new Date() } = delivery
  const distanceSeconds = Math.abs(Math.floor(now.getTime() / 1_000) - Number(t))
  if (!(distanceSeconds <= toleranceSeconds)) {
    const message = `The time of the signature is ${distanceSeconds} seconds from ours.`
    throw new WebhookError('timestamp_out_of_tolerance', message)
  }
  const bytes = bytesOf(delivery.body)
  const signed = signedBytes(t, bytes)
  let fits = false
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      // WebCrypto compares in constant time, and every pair is compared.
      const isSame = await crypto.subtle.verify('HMAC', key, signature, signed)
      fits = isSame || fits
    }
  }
  if (!fits) throw new WebhookError('signature_mismatch', 'No signature fits the body.')
  return readEvent(bytes)
}

/** The header `Service-Signature` as Postern makes it, for tests of a receiver. */
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
  if (all.length > 0 && all.every((one) => typeof one === 'string' && one !== '')) return all
  throw new TypeError('Give the secret of the endpoint (whsec_…).')
}

function readHeader(header: string | null | undefined) {
  if (!header) throw new WebhookError('signature_missing', 'There is no Service-Signature.')
  const fields = header.split(',').map((field) => field.trim())
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(name)).map((field) => field.slice(name.length))
  const times = valuesOf('t=')
  const digests = valuesOf('v1=')
  const isSane = times.length === 1 && /^\d{1,15}$/.test(times[0]!)
  const hasDigests = digests.length > 0 && digests.length <= signaturesMax
  if (!isSane || !hasDigests || !digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))) {
    const message = 'Service-Signature is not of the form t=…,v1=….'
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

/** `<t>.<raw body>`, the bytes that are signed. */
function signedBytes(t: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const before = new TextEncoder().encode(`${t}.`)
  const signed = new Uint8Array(before.length + body.length)
  signed.set(before)
  signed.set(body, before.length)
  return signed
}

/** The key is the whole secret, `whsec_` included. */
async function keyOf(secret: string) {
  if (!globalThis.crypto?.subtle) throw new Error('WebCrypto is missing; browsers want https.')
  const bytes = new TextEncoder().encode(secret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}

function bytesOf(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError(
    'body must be the raw body (a string or bytes), not what a parser made of it.',
  )
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
