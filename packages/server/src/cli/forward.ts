import { systemClock } from '../core/clock.ts'
import { deliveryHeaders } from '../resources/webhooks/delivery/send.ts'
import { signatureHeader } from '../resources/webhooks/delivery/signature.ts'
import type { Envelope } from '../schemas/event.ts'

/** Longer than the 5 seconds of a delivery, for a breakpoint. */
const deadlineMs = 60_000
/** A delivery that takes longer fails. */
const deliveryMsMax = 5_000

type ForwardRequest = { body: Buffer; secret: string; deliveryId: string }

/**
 * Posts an event as a webhook delivery does, with the same headers and signature. Returns the line to
 * print: time, type, ID, the response and how long it took. Redirects are not followed.
 */
export async function forwardEvent(
  to: URL,
  { body, secret, deliveryId }: ForwardRequest,
  interrupted: AbortSignal,
): Promise<string> {
  const event = JSON.parse(body.toString('utf8')) as Envelope
  const now = systemClock.now()
  const startedMs = performance.now()
  const result = await post(to, body, interrupted, {
    ...deliveryHeaders(event.type, deliveryId),
    'Service-Signature': signatureHeader([secret], body, now),
  })
  const durationMs = Math.round(performance.now() - startedMs)
  const late = durationMs > deliveryMsMax ? ' (a webhook has 5 seconds)' : ''
  const time = now.toISOString().slice(11, 19)
  return `${time}  ${event.type.padEnd(20)} ${event.id} → ${result}  ${durationMs} ms${late}`
}

async function post(
  to: URL,
  body: Buffer,
  interrupted: AbortSignal,
  headers: Record<string, string>,
): Promise<string> {
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([interrupted, deadline]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (err) {
    if (deadline.aborted) return 'no response'
    const cause = (err as Error).cause as { code?: string } | undefined
    return cause?.code ?? (err as Error).message
  }
}
