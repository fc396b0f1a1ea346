import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { backOffLease, type Claim, claimDue } from './due.ts'
import { claimDueAccounts } from './due-accounts.ts'
import { createHeartbeat, type LeaseKeeper } from './heartbeat.ts'
import type { Lease } from './leases.ts'
import type { SlotUser } from './shares.ts'

/** One kind of background work: its table, and the function that runs one of its rows. */
export type Work = {
  table: Claim['table']
  /** The value of `kind`, for a table with several kinds of work. */
  kind?: string
  /** Maximum number of rows in progress; 4 by default. */
  rowsAtOnce?: number
  run(ctx: Context, claim: Claim): Promise<void>
}

/** Like `Work`, with its own way to claim rows. */
export type Source<Row extends Lease> = {
  table: Row['table']
  rowsAtOnce: number
  /** `running` are the rows that this process is running. */
  claim(now: Date, rows: number, running: readonly Row[]): Promise<Row[]>
  /** When the next row is due, for work that must start on time; other work is polled every 500 ms. */
  nextDueAt?(now: Date): Promise<Date | null>
  run(row: Row): Promise<void>
}

export type WorkLoop = {
  start(): void
  /** Stops claiming work; resolves when running work has finished. */
  stop(): Promise<void>
  /** Runs everything that is due or becomes due by running it; returns the number of rows. */
  runUntilIdle(): Promise<number>
}

const rowsAtOnceDefault = 4
/** Rows that finish within this time share one claim for their successors. */
const claimDelayMs = 10

/** Runs all kinds of work concurrently; a failing kind does not block the others. */
export function createWorkLoop(
  ctx: Context,
  works: readonly Work[],
  leases: LeaseKeeper = createHeartbeat(ctx),
): WorkLoop {
  const loops = works.map((work) =>
    work.table === 'account_poll'
      ? createLoop(ctx, accountSourceOf(ctx, work), leases)
      : createLoop(ctx, sourceOf(ctx, work), leases),
  )
  return {
    start: () => {
      for (const loop of loops) loop.start()
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
    runUntilIdle: async () => {
      let total = 0
      for (;;) {
        const counts = await Promise.all(loops.map((loop) => loop.runUntilIdle()))
        const done = counts.reduce((sum, count) => sum + count, 0)
        if (done === 0) return total
        total += done
      }
    },
  }
}

function sourceOf(ctx: Context, work: Work): Source<Claim> {
  const { table, kind, rowsAtOnce = rowsAtOnceDefault } = work
  return {
    table,
    rowsAtOnce,
    claim: (now, rows) => claimDue(ctx.db.query, table, { now, rows, ...(kind ? { kind } : {}) }),
    run: (claim) => work.run(ctx, claim),
  }
}

function accountSourceOf(ctx: Context, work: Work): Source<Claim & SlotUser> {
  const { kind = '', rowsAtOnce: slots = rowsAtOnceDefault } = work
  return {
    table: work.table,
    rowsAtOnce: slots,
    claim: (now, rows, running) =>
      claimDueAccounts(ctx.db.query, kind, { now, rows, slots, running }),
    run: (claim) => work.run(ctx, claim),
  }
}

/**
 * Runs up to `rowsAtOnce` due rows at a time. It claims when work is committed, when a row finishes,
 * when the next row becomes due, and every 500 ms, for rows of dead processes and lost wake-ups.
 */
export function createLoop<Row extends Lease>(
  ctx: Context,
  source: Source<Row>,
  leases: LeaseKeeper,
): WorkLoop {
  const running = new Map<Promise<void>, Row>()
  let isStopping = false
  let claiming: Promise<number> | null = null
  let claimAgain = false
  let pollTimer: NodeJS.Timeout | null = null
  let claimTimer: NodeJS.Timeout | null = null
  let unlisten = () => {}

  /** Calls during a claim are merged into one more claim after it. */
  const claim = async (): Promise<number> => {
    if (claiming) {
      claimAgain = true
      return await claiming
    }
    claiming = claimAndRun()
    try {
      return await claiming
    } finally {
      claiming = null
      if (claimAgain && !isStopping) {
        claimAgain = false
        void claim()
      }
    }
  }
  const claimAndRun = async (): Promise<number> => {
    const freeSlots = source.rowsAtOnce - running.size
    if (freeSlots <= 0 || isStopping) return 0
    try {
      if (!(await leases.renewIfOverdue())) return 0
      const rows = await source.claim(ctx.clock.now(), freeSlots, [...running.values()])
      for (const row of rows) run(row)
      return rows.length
    } catch (err) {
      ctx.log.error({ err, table: source.table }, 'work.claim_failed')
      return 0
    }
  }
  /** Failed work is retried after a back-off. */
  const run = (row: Row): void => {
    const stopRenewing = leases.keepAlive(row)
    const task = source
      .run(row)
      .catch(async (err) => {
        ctx.log.error({ err, table: row.table, key: row.key }, 'work.failed')
        await backOffLease(ctx.db.query, row).catch(() => {})
      })
      .finally(() => {
        stopRenewing()
        running.delete(task)
        if (pollTimer && !isStopping) claimSoon()
      })
    running.set(task, row)
  }
  const claimSoon = (): void => {
    claimTimer ??= setTimeout(() => {
      claimTimer = null
      void claim()
    }, claimDelayMs)
  }
  const poll = async (): Promise<void> => {
    await claim()
    const now = ctx.clock.now()
    const next = await source.nextDueAt?.(now).catch(() => null)
    const waitMs = next ? Math.max(5, next.getTime() - now.getTime()) : limits.work.pollMs
    if (!isStopping) pollTimer = setTimeout(() => void poll(), Math.min(limits.work.pollMs, waitMs))
  }

  return {
    start: () => {
      unlisten = ctx.db.wake.listen('work', () => void claim())
      pollTimer = setTimeout(() => void poll(), 0)
    },
    stop: async () => {
      isStopping = true
      unlisten()
      if (pollTimer) clearTimeout(pollTimer)
      if (claimTimer) clearTimeout(claimTimer)
      await claiming
      await Promise.all(running.keys())
    },
    runUntilIdle: async () => {
      for (let total = 0; ; ) {
        const claimed = await claim()
        total += claimed
        if (claimed === 0 && running.size === 0) return total
        await Promise.all(running.keys())
      }
    },
  }
}
