import type { Context } from '../../../context.ts'
import { recoverNextPage } from './recover.ts'
import { createDeliveryWorker, type DeliveryWorkerOptions } from './worker.ts'

const pollMs = 500

export type Dispatcher = {
  start(): void
  /** Begins nothing more; resolves when what is in flight has ended and is written. */
  stop(): Promise<void>
  /** Attempts everything that is due by the clock, and what becomes due by doing so. */
  runUntilIdle(): Promise<void>
}

/**
 * Delivers what is in the queue: on every wake-up, and every half second for retries and for
 * wake-ups that were lost. Runs in any number of processes at once. The leases of one that dies end
 * by themselves and its deliveries are claimed again, so each is attempted at least once.
 */
export function createDispatcher(ctx: Context, options: DeliveryWorkerOptions = {}): Dispatcher {
  let claiming: Promise<unknown> = Promise.resolve()
  let recovering: Promise<unknown> | null = null
  let turn: { scan: boolean } | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let unlisten = () => {}

  const courier = createDeliveryWorker(ctx, options, () => takeTurn(false))
  /** One claim at a time; each sees the slots that the one before has filled. */
  const claimInTurn = (scan: boolean): Promise<number> => {
    const next = claiming.then(() => (isStopping ? 0 : courier.claim(scan)))
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
    void claiming.then(() => {
      turn = null
      claimInTurn(mine.scan).catch((err) => ctx.log.error({ err }, 'deliveries.not_claimed'))
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
    takeTurn(true)
    recover()
  }
  return {
    start: () => {
      timer = setInterval(poll, pollMs)
      unlisten = ctx.db.wake.listen('deliveries', (due) => {
        if (due) courier.note(due)
        takeTurn(due === null)
      })
      poll()
    },
    stop: async () => {
      isStopping = true
      unlisten()
      if (timer) clearInterval(timer)
      await Promise.all([claiming, recovering])
      await courier.close()
    },
    runUntilIdle: async () => {
      let done = 1
      while (done > 0 && !isStopping) {
        done = await claimInTurn(true)
        await courier.settled()
        done += await recoverNextPage(ctx)
      }
    },
  }
}
