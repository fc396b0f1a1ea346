import type { Context } from '../../../context.ts'
import { recoverNextPage } from './recover.ts'
import { createDeliveryWorker, type DeliveryWorkerOptions } from './worker.ts'

const pollMs = 500

export type Dispatcher = {
  start(): void
  /** Stops starting attempts; resolves when those in flight have finished and are written. */
  stop(): Promise<void>
  /** Attempts everything that is due by the clock, and what becomes due as a result. */
  runUntilIdle(): Promise<void>
}

/**
 * Delivers the queue: on every wake-up, and every half second for retries and lost wake-ups. Any
 * number of processes may run one. The leases of a process that dies expire and its deliveries are
 * claimed again, so each delivery is attempted at least once.
 */
export function createDispatcher(ctx: Context, options: DeliveryWorkerOptions = {}): Dispatcher {
  let claiming: Promise<unknown> = Promise.resolve()
  let recovering: Promise<unknown> | null = null
  let requested: { scan: boolean } | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let unlisten = () => {}

  const worker = createDeliveryWorker(ctx, options, () => requestClaim(false))
  /** One claim at a time: each sees the slots that the previous one filled. */
  const claimNext = (scan: boolean): Promise<number> => {
    const next = claiming.then(() => (isStopping ? 0 : worker.claim(scan)))
    claiming = next.catch(() => {})
    return next
  }
  /** All calls during a claim are merged into one more claim. */
  const requestClaim = (scan: boolean): void => {
    if (!timer) return
    if (requested) {
      requested.scan ||= scan
      return
    }
    const request = { scan }
    requested = request
    void claiming.then(() => {
      requested = null
      claimNext(request.scan).catch((err) => ctx.log.error({ err }, 'deliveries.not_claimed'))
    })
  }
  const recover = (): void => {
    recovering ??= recoverNextPage(ctx)
      .catch((err) => ctx.log.error({ err }, 'recovery.failed'))
      .finally(() => {
        recovering = null
      })
  }
  const poll = (): void => {
    if (isStopping) return
    requestClaim(true)
    recover()
  }
  return {
    start: () => {
      timer = setInterval(poll, pollMs)
      unlisten = ctx.db.wake.listen('deliveries', (due) => {
        if (due) worker.addDue(due)
        requestClaim(due === null)
      })
      poll()
    },
    stop: async () => {
      isStopping = true
      unlisten()
      if (timer) clearInterval(timer)
      await Promise.all([claiming, recovering])
      await worker.close()
    },
    runUntilIdle: async () => {
      let done = 1
      while (done > 0 && !isStopping) {
        done = await claimNext(true)
        await worker.settled()
        done += await recoverNextPage(ctx)
      }
    },
  }
}
