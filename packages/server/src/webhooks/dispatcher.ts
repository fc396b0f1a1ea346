import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { createBatch } from './batch.ts'
import { type ClaimedDelivery, claimDeliveries, findReadyEndpoints, skipClaimed } from './claim.ts'
import type { AttemptResult } from './complete.ts'
import { createLanes } from './lanes.ts'
import { nextAttemptAt } from './outcome.ts'
import { recoverNextPage } from './recover.ts'
import { writeResults } from './results.ts'
import { createSigningKeys } from './secrets.ts'
import { sendDelivery } from './send.ts'

const { webhook } = limits
const pollMs = 500
const batchWaitMs = 10
const flushTriesAtStop = 20

export type Dispatcher = {
  start(): void
  /** Begins nothing more; resolves when what is in flight has ended and is written. */
  stop(): Promise<void>
  /** Attempts everything that is due by the clock, and what becomes due by doing so. */
  runUntilIdle(): Promise<void>
}

export type DispatcherOptions = {
  /** The receiver's time to answer; the contract's 5 seconds unless a test is in a hurry. */
  timeoutMs?: number
  /** From 0 up to 1; decides the jitter of retries. */
  random?: () => number
}

type Sendable = Extract<ClaimedDelivery, { active: boolean }>

/**
 * Delivers what is in the queue: claims by endpoint with free slots, sends, writes the results in
 * batches. Runs in any number of processes at once; one that dies leaves its leases to end by
 * themselves, so every delivery is attempted at least once.
 */
export function createDispatcher(ctx: Context, options: DispatcherOptions = {}): Dispatcher {
  const { pool } = ctx.db
  const lanes = createLanes()
  const signingKeys = createSigningKeys(ctx.config.keyring)
  const running = new Set<Promise<void>>()
  const batch = createBatch<AttemptResult>({
    write: (results) => writeResults(ctx, results),
    sizeMax: webhook.resultsPerBatchMax,
    waitMs: batchWaitMs,
    onError: (err) => ctx.log.error({ err }, 'deliveries.not_written'),
  })
  let isStopping = false
  let claiming: Promise<unknown> = Promise.resolve()
  let recovering: Promise<unknown> = Promise.resolve()
  let turn: { scan: boolean } | null = null
  let timer: NodeJS.Timeout | null = null

  const attempt = async (claimed: Sendable): Promise<void> => {
    lanes.begin(claimed.endpoint_id, new URL(claimed.url).origin, claimed.consecutive_failures)
    let failed = true
    try {
      const result = await attemptClaimed(ctx, signingKeys, claimed, options)
      failed = result.error !== null
      batch.add(result)
    } catch (err) {
      ctx.log.error({ err, delivery_id: claimed.delivery_id }, 'delivery.not_attempted')
    } finally {
      lanes.end(claimed.endpoint_id, failed)
      if (lanes.hasWaiting()) takeTurn(false)
    }
  }

  const claim = async (scan: boolean): Promise<number> => {
    if (isStopping || batch.isFailing()) return 0
    const now = ctx.clock.now()
    if (scan) for (const id of await findReadyEndpoints(pool, now)) lanes.note(id)
    const asks = lanes.ask()
    if (asks.length === 0) return 0
    const rows = await claimDeliveries(pool, asks, now)
    const claimedOf = new Map<string, number>()
    for (const { endpoint_id: id } of rows) claimedOf.set(id, (claimedOf.get(id) ?? 0) + 1)
    lanes.answered(asks, claimedOf)
    const sendable = rows.filter(isSendable)
    for (const row of sendable) track(running, attempt(row))
    const dead = rows.filter((row) => !isSendable(row))
    if (dead.length > 0) await skipClaimed(pool, dead, now)
    return rows.length
  }
  /** One claim at a time; each sees the slots that the one before has filled. */
  const claimInTurn = (scan: boolean): Promise<number> => {
    const next = claiming.then(() => claim(scan))
    claiming = next.catch(() => {})
    return next
  }
  /** Any number of calls while a claim runs become one more claim. */
  const takeTurn = (scan: boolean): void => {
    if (!timer) return
    if (turn) {
      turn.scan ||= scan
      return
    }
    const mine = { scan }
    turn = mine
    void claiming.then(async () => {
      turn = null
      try {
        await claimInTurn(mine.scan)
      } catch (err) {
        ctx.log.error({ err }, 'deliveries.not_claimed')
      }
    })
  }

  let unlisten = () => {}
  return {
    start: () => {
      const poll = () => {
        takeTurn(true)
        recovering = recoverNextPage(ctx).catch((err) => ctx.log.error({ err }, 'recovery.failed'))
      }
      timer = setInterval(poll, pollMs)
      unlisten = ctx.db.wake.listen('deliveries', () => takeTurn(true))
      poll()
    },
    stop: async () => {
      isStopping = true
      unlisten()
      if (timer) clearInterval(timer)
      await Promise.all([claiming, recovering])
      await Promise.all(running)
      await batch.close(flushTriesAtStop)
    },
    runUntilIdle: async () => {
      let done = 1
      while (done > 0 && !isStopping) {
        done = await claimInTurn(true)
        await Promise.all(running)
        await batch.settled()
        done += await recoverNextPage(ctx)
      }
    },
  }
}

function isSendable(row: ClaimedDelivery): row is Sendable {
  return row.active === true && row.body.length > 0
}

function track(running: Set<Promise<void>>, work: Promise<void>): void {
  running.add(work)
  void work.finally(() => running.delete(work))
}

async function attemptClaimed(
  ctx: Context,
  signingKeys: ReturnType<typeof createSigningKeys>,
  claimed: Sendable,
  options: DispatcherOptions,
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
