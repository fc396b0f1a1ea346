import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { DueEndpoint } from '../../../database/wake.ts'
import { backOffLease } from '../../../jobs/due.ts'
import { createHeartbeat, type LeaseKeeper } from '../../../jobs/heartbeat.ts'
import { type ClockReading, isUnexpired, type Lease, readClocks } from '../../../jobs/leases.ts'
import { inSpan } from '../../../telemetry/trace.ts'
import {
  type AttemptOptions,
  attemptDelivery,
  type FinishedAttempt,
  type LeasedDelivery,
  type Receiver,
  resolveReceiver,
} from './attempt.ts'
import { createBatchWriter } from './batch-writer.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  findReadyEndpoints,
  releaseDeliveries,
} from './claim.ts'
import { openDeliveryPool } from './connections.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import { writeResults } from './results.ts'
import { skipAllPending, skipClaimed } from './skip.ts'

const batchWaitMs = 10
const writeTriesAtClose = 20
/** A delivery queued longer than this is released and claimed again: its endpoint may have changed. */
const queuedMsMax = 8_000

export type DeliveryWorkerOptions = AttemptOptions & {
  /** The heartbeat of the process; by default a new one. */
  leases?: LeaseKeeper
}

export type DeliveryWorker = {
  /** These endpoints have due deliveries; the next claim includes them. */
  addDue(due: readonly DueEndpoint[]): void
  /**
   * Claims due deliveries of the known endpoints, as many as there are free slots, and starts to send
   * them. With `scan` it first searches for other endpoints. Returns the number of claimed deliveries.
   */
  claim(scan: boolean): Promise<number>
  /** Resolves when all attempts in flight have finished and are written. */
  settled(): Promise<void>
  /** Like `settled`, but gives up if the database stays unavailable. Call it after the last claim. */
  close(): Promise<void>
}

/** Claims deliveries, sends them and writes the results; `onSlotFree` runs when more can be claimed. */
export function createDeliveryWorker(
  ctx: Context,
  options: DeliveryWorkerOptions,
  onSlotFree: () => void,
): DeliveryWorker {
  const { leases = createHeartbeat(ctx) } = options
  const pool = openDeliveryPool(ctx)
  const queues = createEndpointQueues()
  const dueEndpoints = new Map<string, string>()
  const toRelease: ClaimedDelivery[] = []
  const idleWaiters: (() => void)[] = []
  let running = 0
  let releasing: Promise<void> = Promise.resolve()
  let skipping: Promise<void> | null = null
  const resultWriter = createBatchWriter<FinishedAttempt>({
    write: (results) => writeResults(ctx, pool, results),
    sizeMax: limits.webhook.resultsPerBatchMax,
    waitMs: batchWaitMs,
    onError: (err) => ctx.log.error({ err }, 'deliveries.not_written'),
    onWritten: (results) => {
      for (const { stopRenewing } of results) stopRenewing()
      const failed = results.filter(({ error }) => error !== null)
      queues.markWritten(results.length - failed.length)
      for (const { endpointId } of failed) finish(endpointId, true)
      if (queues.shouldClaim(results[0]!.endpointId)) onSlotFree()
    },
  })
  const finish = (endpointId: string, failed: boolean | null): void => {
    queues.finish(endpointId, failed)
    if (queues.shouldClaim(endpointId)) onSlotFree()
  }

  /**
   * A failed attempt keeps its slot until it is written: only then does the claim see the endpoint's
   * back-off, and a refused connection fails within a millisecond.
   */
  const attempt = async (delivery: LeasedDelivery): Promise<void> => {
    const { claimed } = delivery
    running += 1
    try {
      const result = await inSpan('delivery', { event_type: claimed.event_type }, () =>
        attemptDelivery(ctx, delivery, options),
      )
      resultWriter.add(result)
      if (result.error === null) finish(claimed.endpoint_id, false)
    } catch (err) {
      ctx.log.error({ err, delivery_id: claimed.delivery_id }, 'delivery.not_attempted')
      delivery.stopRenewing()
      await backOffLease(ctx.db.query, delivery.lease).catch(() => {})
      finish(claimed.endpoint_id, true)
    } finally {
      running -= 1
      if (running === 0) for (const resolve of idleWaiters.splice(0)) resolve()
    }
  }
  const untilIdle = async (): Promise<void> => {
    while (running > 0) await new Promise<void>((resolve) => idleWaiters.push(resolve))
  }
  const releaseUnsent = (claimed: ClaimedDelivery): void => {
    if (toRelease.push(claimed) > 1) return
    releasing = releasing
      .then(() => releaseDeliveries(pool, toRelease.splice(0)))
      .catch((err) => ctx.log.warn({ err }, 'deliveries.not_released'))
  }
  const enqueue = (delivery: LeasedDelivery, claimedAt: number): void => {
    const { claimed, receiver, lease, stopRenewing } = delivery
    const id = claimed.endpoint_id
    queues.add(id, receiver.destination, {
      release: () => {
        stopRenewing()
        releaseUnsent(claimed)
      },
      start: () => {
        const queuedMs = performance.now() - claimedAt
        if (queuedMs <= queuedMsMax && isUnexpired(lease)) return void attempt(delivery)
        stopRenewing()
        releaseUnsent(claimed)
        queueMicrotask(() => queues.finish(id, null))
      },
    })
  }
  /** Starts or queues the deliveries; returns those that can no longer be sent. */
  const enqueueAll = async (
    deliveries: readonly ClaimedDelivery[],
    requestedAt: ClockReading,
  ): Promise<ClaimedDelivery[]> => {
    const claimedAt = performance.now()
    const receivers = new Map<string, Receiver>()
    const undeliverable: ClaimedDelivery[] = []
    const leased: LeasedDelivery[] = []
    for (const claimed of deliveries) {
      const { delivery_id: key, endpoint_id: id, endpoint, body, token } = claimed
      if (!endpoint?.active || body === '') {
        undeliverable.push(claimed)
        continue
      }
      const receiver = receivers.get(id) ?? resolveReceiver(endpoint)
      receivers.set(id, receiver)
      const lease: Lease = { table: 'delivery_queue', key, token, requestedAt }
      leased.push({ claimed, receiver, lease, stopRenewing: leases.keepAlive(lease) })
    }
    // A slow claim may outlast its leases; they are renewed unless another process took them over.
    if (!isUnexpired({ requestedAt })) await leases.renew()
    for (const delivery of leased) enqueue(delivery, claimedAt)
    return undeliverable
  }
  /** Searches all endpoints; deliveries of closed ones are skipped in the background, by page. */
  const findDueEndpoints = async (now: Date): Promise<void> => {
    const closed: string[] = []
    for (const { endpoint_id: id, owner_id, open } of await findReadyEndpoints(pool, now)) {
      if (open) queues.addDue(id, owner_id)
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
    addDue: (due) => {
      for (const { endpointId, ownerId } of due) dueEndpoints.set(endpointId, ownerId)
    },
    claim: async (scan) => {
      if (resultWriter.isFailing() || !(await leases.renewIfOverdue())) return 0
      const now = ctx.clock.now()
      if (scan) await findDueEndpoints(now)
      for (const [id, ownerId] of dueEndpoints) queues.addDue(id, ownerId)
      dueEndpoints.clear()
      const requests = queues.claimRequests()
      if (requests.length === 0) return 0
      const requestedAt = readClocks()
      const deliveries = await claimDeliveries(pool, requests, now)
      const claimedCounts = new Map<string, number>()
      for (const { endpoint_id: id } of deliveries)
        claimedCounts.set(id, (claimedCounts.get(id) ?? 0) + 1)
      queues.afterClaim(requests, claimedCounts)
      const undeliverable = await enqueueAll(deliveries, requestedAt)
      if (undeliverable.length > 0) await skipClaimed(pool, undeliverable, now)
      return deliveries.length
    },
    settled: async () => {
      await skipping
      do {
        await untilIdle()
        await releasing
        await resultWriter.settled()
      } while (running > 0)
    },
    close: async () => {
      queues.releaseAll()
      await skipping
      await untilIdle()
      await releasing
      await resultWriter.close(writeTriesAtClose)
      if (!pool.ending) await pool.end()
    },
  }
}
