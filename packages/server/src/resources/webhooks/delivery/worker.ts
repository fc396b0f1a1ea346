import type { KeyObject } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { DueEndpoint } from '../../../database/wake.ts'
import { backOffLease } from '../../../jobs/due.ts'
import { createHeartbeat, type LeaseKeeper } from '../../../jobs/heartbeat.ts'
import { type ClockReading, isUnexpired, type Lease, readClocks } from '../../../jobs/leases.ts'
import { emit } from '../../../telemetry/events.ts'
import { inSpan, noteInSpan } from '../../../telemetry/trace.ts'
import { openSigningKeys } from '../secrets.ts'
import { createBatchWriter } from './batch-writer.ts'
import {
  type ClaimedDelivery,
  type ClaimedEndpoint,
  claimDeliveries,
  findReadyEndpoints,
  releaseDeliveries,
} from './claim.ts'
import type { AttemptResult } from './complete.ts'
import { openDeliveryPool } from './connections.ts'
import { createEndpointQueues, type Destination } from './endpoint-queues.ts'
import { nextAttemptAt } from './outcome.ts'
import { writeResults } from './results.ts'
import { sendDelivery } from './send.ts'
import { skipAllPending, skipClaimed } from './skip.ts'

const batchWaitMs = 10
const writesTriedAtClose = 20
/** What was claimed longer ago is claimed again, as its endpoint may have changed since. */
const heldMsMax = 8_000

export type DeliveryWorkerOptions = {
  /** The receiver's time to answer; the contract's 5 seconds unless a test is in a hurry. */
  timeoutMs?: number
  /** From 0 up to 1; decides the jitter of retries. */
  random?: () => number
  /** The heartbeat of the process; one of its own unless given. */
  leases?: LeaseKeeper
}

export type DeliveryWorker = {
  /** These endpoints have deliveries due; the next claim asks for them. */
  note(due: readonly DueEndpoint[]): void
  /**
   * Claims what is due and has a free slot, and begins to send it, for the endpoints that were noted
   * or are known to have more. With `scan` it looks for others first. Answers how many it took.
   */
  claim(scan: boolean): Promise<number>
  /** Resolves when what is in flight has ended and is written. */
  settled(): Promise<void>
  /** Like `settled`, but gives up on a database that stays away. To be called after the last claim. */
  close(): Promise<void>
}

/** Where the deliveries of an endpoint go, and what signs them: worked out once in a claim. */
type Target = { url: URL; way: Destination; endpoint: ClaimedEndpoint; keys: KeyObject[] | null }
type Sendable = { claimed: ClaimedDelivery; target: Target; lease: Lease; letGo: () => void }
type Attempted = AttemptResult & Pick<Sendable, 'letGo'>

/** Carries deliveries from the queue to their receivers; `onFree` tells that more could be sent. */
export function createDeliveryWorker(
  ctx: Context,
  options: DeliveryWorkerOptions,
  onFree: () => void,
): DeliveryWorker {
  const { leases = createHeartbeat(ctx) } = options
  const line = openDeliveryPool(ctx)
  const lanes = createEndpointQueues()
  const noted = new Map<string, string>()
  const returned: ClaimedDelivery[] = []
  const atRest: (() => void)[] = []
  let running = 0
  let returning: Promise<void> = Promise.resolve()
  let skipping: Promise<void> | null = null
  const batch = createBatchWriter<Attempted>({
    write: (results) => writeResults(ctx, line, results),
    sizeMax: limits.webhook.resultsPerBatchMax,
    waitMs: batchWaitMs,
    onError: (err) => ctx.log.error({ err }, 'deliveries.not_written'),
    onWritten: (results) => {
      for (const { letGo } of results) letGo()
      const failed = results.filter(({ error }) => error !== null)
      lanes.written(results.length - failed.length)
      for (const { endpointId } of failed) end(endpointId, true)
      if (lanes.wantsMore(results[0]!.endpointId)) onFree()
    },
  })
  const end = (endpointId: string, failed: boolean | null): void => {
    lanes.end(endpointId, failed)
    if (lanes.wantsMore(endpointId)) onFree()
  }

  /**
   * A failed attempt keeps its slot until it is written: only then does a claim know how long the
   * endpoint is to be left alone, and a refused connection fails within a millisecond.
   */
  const begin = async (sendable: Sendable): Promise<void> => {
    const { claimed } = sendable
    running += 1
    try {
      const result = await inSpan('delivery', { event_type: claimed.event_type }, () =>
        attemptClaimed(ctx, sendable, options),
      )
      batch.add(result)
      if (result.error === null) end(claimed.endpoint_id, false)
    } catch (err) {
      ctx.log.error({ err, delivery_id: claimed.delivery_id }, 'delivery.not_attempted')
      sendable.letGo()
      await backOffLease(ctx.db.read, sendable.lease).catch(() => {})
      end(claimed.endpoint_id, true)
    } finally {
      running -= 1
      if (running === 0) for (const resolve of atRest.splice(0)) resolve()
    }
  }
  const rest = async (): Promise<void> => {
    while (running > 0) await new Promise<void>((resolve) => atRest.push(resolve))
  }
  const giveBack = (claimed: ClaimedDelivery): void => {
    if (returned.push(claimed) > 1) return
    returning = returning
      .then(() => releaseDeliveries(line, returned.splice(0)))
      .catch((err) => ctx.log.warn({ err }, 'deliveries.not_given_back'))
  }
  const take = (sendable: Sendable, claimedAt: number): void => {
    const { claimed, target, lease, letGo } = sendable
    const id = claimed.endpoint_id
    lanes.take(id, target.way, {
      release: () => {
        letGo()
        giveBack(claimed)
      },
      start: () => {
        const heldMs = performance.now() - claimedAt
        if (heldMs <= heldMsMax && isUnexpired(lease)) return void begin(sendable)
        letGo()
        giveBack(claimed)
        queueMicrotask(() => lanes.end(id, null))
      },
    })
  }
  /** Begins or holds what can be sent, and answers what nobody will send any more. */
  const takeAll = async (
    deliveries: readonly ClaimedDelivery[],
    requestedAt: ClockReading,
  ): Promise<ClaimedDelivery[]> => {
    const claimedAt = performance.now()
    const targets = new Map<string, Target>()
    const dead: ClaimedDelivery[] = []
    const sendables: Sendable[] = []
    for (const claimed of deliveries) {
      const { delivery_id: key, endpoint_id: id, endpoint, body, token } = claimed
      if (!endpoint?.active || body === '') {
        dead.push(claimed)
        continue
      }
      const target = targets.get(id) ?? targetOf(endpoint)
      targets.set(id, target)
      const lease: Lease = { table: 'delivery_queue', key, token, requestedAt }
      sendables.push({ claimed, target, lease, letGo: leases.keepAlive(lease) })
    }
    // After a slow claim: the leases may have ended already, and are renewed unless a peer has them.
    if (!isUnexpired({ requestedAt })) await leases.renew()
    for (const sendable of sendables) take(sendable, claimedAt)
    return dead
  }
  /** Looks at all endpoints; what waits for closed ones is skipped meanwhile, page by page. */
  const lookAround = async (now: Date): Promise<void> => {
    const closed: string[] = []
    for (const { endpoint_id: id, owner_id, open } of await findReadyEndpoints(line, now)) {
      if (open) lanes.note(id, owner_id)
      else closed.push(id)
    }
    if (closed.length === 0 || skipping) return
    skipping = skipAllPending(ctx, closed)
      .catch((err) => ctx.log.error({ err }, 'deliveries.not_skipped'))
      .then(() => {
        skipping = null
      })
  }
  return {
    note: (due) => {
      for (const { endpointId, ownerId } of due) noted.set(endpointId, ownerId)
    },
    claim: async (scan) => {
      if (batch.isFailing() || !(await leases.renewIfOverdue())) return 0
      const now = ctx.clock.now()
      if (scan) await lookAround(now)
      for (const [id, ownerId] of noted) lanes.note(id, ownerId)
      noted.clear()
      const asks = lanes.ask()
      if (asks.length === 0) return 0
      const requestedAt = readClocks()
      const deliveries = await claimDeliveries(line, asks, now)
      const claimedOf = new Map<string, number>()
      for (const { endpoint_id: id } of deliveries) claimedOf.set(id, (claimedOf.get(id) ?? 0) + 1)
      lanes.answered(asks, claimedOf)
      const dead = await takeAll(deliveries, requestedAt)
      if (dead.length > 0) await skipClaimed(line, dead, now)
      return deliveries.length
    },
    settled: async () => {
      await skipping
      do {
        await rest()
        await returning
        await batch.settled()
      } while (running > 0)
    },
    close: async () => {
      lanes.giveBackAll()
      await skipping
      await rest()
      await returning
      await batch.close(writesTriedAtClose)
      if (!line.ending) await line.end()
    },
  }
}

function targetOf(endpoint: ClaimedEndpoint): Target {
  const url = new URL(endpoint.url)
  const way = {
    ownerId: endpoint.owner_id,
    origin: url.origin,
    failuresKnown: endpoint.consecutive_failures,
  }
  return { url, way, endpoint, keys: null }
}

async function attemptClaimed(
  ctx: Context,
  { claimed, target, letGo }: Sendable,
  options: DeliveryWorkerOptions,
): Promise<Attempted> {
  const { keyring } = ctx.config
  target.keys ??= openSigningKeys(keyring, claimed.endpoint_id, target.endpoint, ctx.clock.now())
  const sent = await sendDelivery(
    ctx,
    {
      deliveryId: claimed.delivery_id,
      eventType: claimed.event_type,
      url: target.url,
      body: Buffer.from(claimed.body),
      keys: target.keys,
    },
    options.timeoutMs,
  )
  const { number, step, once, resend } = claimed
  const failed = { number: step, once: once || resend, completedAt: sent.completedAt }
  const latencyMs = sent.completedAt.getTime() - Date.parse(claimed.delivery_created_at)
  emit('delivery.attempted', {
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
    letGo,
    deliveryId: claimed.delivery_id,
    deliveryCreatedAt: claimed.delivery_created_at,
    endpointId: claimed.endpoint_id,
    token: claimed.token,
    number,
    once,
    resend,
    counted: claimed.event_type !== 'webhook.test',
    retryAt: sent.error ? nextAttemptAt(failed, random()) : null,
  }
}
