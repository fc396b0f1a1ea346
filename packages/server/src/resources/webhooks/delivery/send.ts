import type { KeyObject } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import { OutboundError, type OutboundResponse } from '../../../outbound/outbound.ts'
import type { DeliveryError } from '../../../schemas/delivery.ts'
import type { EventType } from '../../../schemas/event.ts'
import { errorOf } from './outcome.ts'
import { shownHeaders } from './response-headers.ts'
import { headerOf, sign } from './signature.ts'

export type DeliveryRequest = {
  deliveryId: string
  eventType: EventType
  url: URL
  body: Buffer
  keys: readonly KeyObject[]
}

export type SendResult = {
  url: string
  startedAt: Date
  completedAt: Date
  durationMs: number
  statusCode: number | null
  error: DeliveryError | null
  response: Buffer | null
  /** The signatures that were sent, 32 bytes for each secret. */
  signature: Buffer
  /** The system's code of a failure without a response, such as `ECONNREFUSED`. */
  errorCode: string | null
  /** Headers of the response, if the attempt failed. */
  responseHeaders: Record<string, string> | null
}

/** The headers of every attempt of a delivery, without the signature, which is new for each attempt. */
export function deliveryHeaders(eventType: EventType, deliveryId: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Postern-Webhooks/1',
    'Service-Event': eventType,
    'Service-Delivery': deliveryId,
  }
}

/**
 * Makes one attempt: signs the body as of now and posts it through the guarded outbound client.
 * Receiver failures are returned, not thrown. Success is a 2xx whose headers arrive in time.
 */
export async function sendDelivery(
  ctx: Context,
  shipment: DeliveryRequest,
  timeoutMs: number = limits.webhook.timeoutMs,
): Promise<SendResult> {
  const startedAt = ctx.clock.now()
  const startedMs = performance.now()
  const headers = deliveryHeaders(shipment.eventType, shipment.deliveryId)
  const signature = sign(shipment.keys, shipment.body, startedAt)
  headers['Service-Signature'] = headerOf(signature, startedAt)
  let response: OutboundResponse | OutboundError
  try {
    response = await ctx.outbound.request({
      method: 'POST',
      url: shipment.url,
      headers,
      body: shipment.body,
      deadlineMs: timeoutMs,
      responseBytesMax: limits.webhook.responseBytesMax,
      keep: 'start',
      bytesKept: limits.webhook.responseBytesKept,
      guard: 'always',
      ifStale: 'send_again',
    })
  } catch (err) {
    if (!(err instanceof OutboundError)) throw err
    response = err
  }
  const sent = {
    signature,
    url: shipment.url.href,
    startedAt,
    completedAt: ctx.clock.now(),
    durationMs: Math.round(performance.now() - startedMs),
  }
  if (response instanceof OutboundError) {
    return {
      ...sent,
      statusCode: null,
      error: errorOf({ failure: response.kind }),
      errorCode: codeOf(response),
      response: null,
      responseHeaders: null,
    }
  }
  const error = errorOf({ statusCode: response.status })
  return {
    ...sent,
    statusCode: response.status,
    error,
    errorCode: null,
    response: response.body,
    responseHeaders: error && shownHeaders(response.headers),
  }
}

/** The code that Node, OpenSSL or undici gave a failure; `null` without one. */
function codeOf({ cause }: OutboundError): string | null {
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,60}$/.test(code) ? code : null
}
