import { tell } from '../base/facts.ts'
import { limits } from '../base/limits.ts'
import { inSpan, noteInSpan } from '../base/trace.ts'
import type { Context } from '../context.ts'
import { createBatch } from './batch.ts'
import { type ClaimedDelivery, claimDeliveries, findReadyEndpoints, unclaim } from './claim.ts'
import type { AttemptResult } from './complete.ts'
import { createLanes } from './lanes.ts'
import { nextAttemptAt } from './outcome.ts'
import { writeResults } from './results.ts'
import { createSigningKeys } from './secrets.ts'
import { sendDelivery } from './send.ts'
import { skipAllOf, skipClaimed } from './skip.ts'

const batchWaitMs = 10
const writesTriedAtClose = 20
/** Begun later than this after its claim, an attempt could outlive the lease. */
const heldMsMax = (limits.webhook.leaseSeconds - 7) * 1_000

export type CourierOptions = {
  /** The receiver's time to answer; the contract's 5 seconds unless a test is in a hurry. */
  timeoutMs?: number
  /** From 0 up to 1; decides the jitter of retries. */
  random?: () => number
  /** Whose leases these are; `null` is nobody known (presence.ts). */
  holder?: () => number | null
}

export type Courier = {
  /**
   * Claims what is due and has a free slot, and begins to send it. With `scan` it looks at all
   * endpoints, else at those that are known to have more. Answers how many it took.
   */
  claim(scan: boolean): Promise<number>
  /** Resolves when what is in flight has ended and is written. */
  settled(): Promise<void>
  /** Like `settled`, but gives up on a database that stays away. To be called after the last claim. */
  close(): Promise<void>
}

type Sendable = Extract<ClaimedDelivery, { active: boolean }>

/** Carries deliveries from the queue to their receivers; `onFree` tells that more could be sent. */
export function createCourier(ctx: Context, options: CourierOptions, onFree: () => void): Courier {
  const { pool } = ctx.db
  const lanes = createLanes()
  const signingKeys = createSigningKeys(ctx.config.keyring)
  const running = new Set<Promise<void>>()
  const returned: Sendable[] = []
  let returning: Promise<void> = Promise.resolve()
  let skipping: Promise<void> | null = null
  const batch = createBatch<AttemptResult>({
    write: (results) => writeResults(ctx, results),
    sizeMax: limits.webhook.resultsPerBatchMax,
    waitMs: batchWaitMs,
    onError: (err) => ctx.log.error({ err }, 'deliveries.not_written'),
  })

  const attempt = async (claimed: Sendable): Promise<void> => {
    let failed: boolean | null = null
    try {
      const result = await inSpan('delivery', { event_type: claimed.event_type }, () =>
        attemptClaimed(ctx, signingKeys, claimed, options),
      )
      failed = result.error !== null
      batch.add(result)
    } catch (err) {
      ctx.log.error({ err, delivery_id: claimed.delivery_id }, 'delivery.not_attempted')
      failed = true
    } finally {
      lanes.end(claimed.endpoint_id, failed)
      if (lanes.wantsMore(claimed.endpoint_id)) onFree()
    }
  }
  const begin = (claimed: Sendable): void => {
    const work = attempt(claimed)
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const giveBack = (claimed: Sendable): void => {
    if (returned.push(claimed) > 1) return
    returning = returning
      .then(() => unclaim(pool, returned.splice(0)))
      .catch((err) => ctx.log.warn({ err }, 'deliveries.not_given_back'))
  }
  const take = (claimed: Sendable): void => {
    const claimedAt = performance.now()
    lanes.take(claimed.endpoint_id, new URL(claimed.url).origin, claimed.consecutive_failures, {
      giveBack: () => giveBack(claimed),
      begin: () => {
        if (performance.now() - claimedAt <= heldMsMax) return begin(claimed)
        giveBack(claimed)
        queueMicrotask(() => lanes.end(claimed.endpoint_id, null))
      },
    })
  }
  /** Looks at all endpoints; what waits for closed ones is skipped meanwhile, page by page. */
  const lookAround = async (now: Date): Promise<void> => {
    const closed: string[] = []
    for (const { endpoint_id: id, open } of await findReadyEndpoints(pool, now)) {
      if (open) lanes.note(id)
      else closed.push(id)
    }
    if (closed.length === 0 || skipping) return
    skipping = skipAllOf(ctx, closed)
      .catch((err) => ctx.log.error({ err }, 'deliveries.not_skipped'))
      .then(() => {
        skipping = null
      })
  }
  return {
    claim: async (scan) => {
      if (batch.isFailing()) return 0
      const now = ctx.clock.now()
      if (scan) await lookAround(now)
      const asks = lanes.ask()
      if (asks.length === 0) return 0
      const rows = await claimDeliveries(pool, asks, now, options.holder?.() ?? null)
      const claimedOf = new Map<string, number>()
      for (const { endpoint_id: id } of rows) claimedOf.set(id, (claimedOf.get(id) ?? 0) + 1)
      lanes.answered(asks, claimedOf)
      rows.filter(isSendable).forEach(take)
      const dead = rows.filter((row) => !isSendable(row))
      if (dead.length > 0) await skipClaimed(pool, dead, now)
      return rows.length
    },
    settled: async () => {
      await skipping
      while (running.size > 0) await Promise.all(running)
      await returning
      await batch.settled()
    },
    close: async () => {
      lanes.giveBackAll()
      await skipping
      await Promise.all(running)
      await returning
      await batch.close(writesTriedAtClose)
    },
  }
}

function isSendable(row: ClaimedDelivery): row is Sendable {
  return row.active === true && row.body.length > 0
}

async function attemptClaimed(
  ctx: Context,
  signingKeys: ReturnType<typeof createSigningKeys>,
  claimed: Sendable,
  options: CourierOptions,
): Promise<AttemptResult> {
  const sent = await sendDelivery(
    ctx,
    {
      deliveryId: claimed.delivery_id,
      eventType: claimed.event_type,
      url: claimed.url,
      body: claimed.body,
      keys: signingKeys(claimed.endpoint_id, claimed, ctx.clock.now()),
    },
    options.timeoutMs,
  )
  const { number, once } = claimed
  const failed = { number, once, completedAt: sent.completedAt }
  const latencyMs = sent.completedAt.getTime() - claimed.delivery_created_at.getTime()
  tell('delivery.attempted', {
    outcome: sent.error ? 'failed' : 'succeeded',
    error: sent.error ?? '',
    latencySeconds: sent.error || number > 1 || once ? null : latencyMs / 1_000,
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
    deliveryId: claimed.delivery_id,
    deliveryCreatedAt: claimed.delivery_created_at,
    endpointId: claimed.endpoint_id,
    token: claimed.token,
    number,
    once,
    counted: claimed.event_type !== 'webhook.test',
    retryAt: sent.error ? nextAttemptAt(failed, random()) : null,
  }
}
