import type { KeyObject } from 'node:crypto'
import type { Context } from '../../../context.ts'
import type { Lease } from '../../../jobs/leases.ts'
import type { Envelope } from '../../../schemas/event.ts'
import { report } from '../../../telemetry/events.ts'
import { noteInSpan } from '../../../telemetry/trace.ts'
import { openSigningKeys } from '../secrets.ts'
import type { ClaimedDelivery, ClaimedEndpoint } from './claim.ts'
import type { AttemptResult } from './complete.ts'
import type { Destination } from './endpoint-queues.ts'
import { nextAttemptAt, waitMsOf } from './outcome.ts'
import { sendDelivery } from './send.ts'

export type AttemptOptions = {
  /** The receiver's time to respond: 5 seconds by the contract; tests set less. */
  timeoutMs?: number
  /** From 0 up to 1; decides the jitter of retries. */
  random?: () => number
}

/** An endpoint's parsed URL and signing keys, made once for all of its deliveries in a claim. */
export type Receiver = {
  url: URL
  destination: Destination
  endpoint: ClaimedEndpoint
  keys: KeyObject[] | null
}

export type LeasedDelivery = {
  claimed: ClaimedDelivery
  receiver: Receiver
  lease: Lease
  stopRenewing: () => void
}

export type FinishedAttempt = AttemptResult & Pick<LeasedDelivery, 'stopRenewing'>

export function resolveReceiver(endpoint: ClaimedEndpoint): Receiver {
  const url = new URL(endpoint.url)
  const destination = {
    ownerId: endpoint.owner_id,
    origin: url.origin,
    consecutiveFailures: endpoint.consecutive_failures,
  }
  return { url, destination, endpoint, keys: null }
}

/** Sends a claimed delivery once and logs the attempt; a failure is returned, not thrown. */
export async function attemptDelivery(
  ctx: Context,
  { claimed, receiver, stopRenewing }: LeasedDelivery,
  options: AttemptOptions,
): Promise<FinishedAttempt> {
  const { keyring } = ctx.config
  receiver.keys ??= openSigningKeys(
    keyring,
    claimed.endpoint_id,
    receiver.endpoint,
    ctx.clock.now(),
  )
  const sent = await sendDelivery(
    ctx,
    {
      deliveryId: claimed.delivery_id,
      eventType: claimed.event_type,
      url: receiver.url,
      body: Buffer.from(claimed.body),
      keys: receiver.keys,
    },
    options.timeoutMs,
  )
  const { number, step, once, resend } = claimed
  const { completedAt } = sent
  const failed = { number: step, once: once || resend, completedAt, waitMs: waitMsOf(sent) }
  const latencyMs = sent.completedAt.getTime() - Date.parse(claimed.delivery_created_at)
  report('delivery.attempted', {
    outcome: sent.error ? 'failed' : 'succeeded',
    error: sent.error ?? '',
    latencySeconds: sent.error || number > 1 || once || resend ? null : latencyMs / 1_000,
  })
  noteInSpan({ outcome: sent.error ?? 'succeeded' })
  const random = options.random ?? Math.random
  ctx.log[sent.error ? 'info' : 'debug'](
    {
      delivery_id: claimed.delivery_id,
      webhook_id: claimed.endpoint_id,
      event_type: claimed.event_type,
      number,
      status_code: sent.statusCode,
      error: sent.error,
      duration_ms: sent.durationMs,
    },
    'delivery.attempted',
  )
  return {
    ...sent,
    stopRenewing,
    deliveryId: claimed.delivery_id,
    deliveryCreatedAt: claimed.delivery_created_at,
    endpointId: claimed.endpoint_id,
    token: claimed.token,
    number,
    once,
    resend,
    counted: !isTest(claimed),
    retryAt: sent.error ? nextAttemptAt(failed, random()) : null,
  }
}

/** Whether the test endpoint sent the event first. Only a resend delivers such an event again. */
function isTest({ event_type, resend, body }: ClaimedDelivery): boolean {
  if (event_type === 'webhook.test') return true
  return resend && (JSON.parse(body) as Envelope).test === true
}
