import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { type Claim, claimDue, keyColumns, restClaim } from './due.ts'
import { createLeaseKeeper, type LeaseKeeper } from './leases.ts'

/** One kind of due work: which rows, and the verb that does one of them. */
export type Work = {
  table: Claim['table']
  /** Of a table with several kinds of work, the one that is meant. */
  kind?: string
  /** How many rows at once; 4 when not said. */
  rowsAtOnce?: number
  run(ctx: Context, claim: Claim): Promise<void>
}

export type WorkLoop = {
  start(): void
  /** Takes no more work and resolves when what runs has ended. */
  stop(): Promise<void>
  /** Does everything that is due by now, and what becomes due by doing it. */
  runUntilIdle(): Promise<void>
}

const rowsAtOnce = 4

/** Runs the kinds of work beside each other; a kind that fails does not hold up another. */
export function createWorkLoop(ctx: Context, works: readonly Work[]): WorkLoop {
  const kinds = works.map((work) => createKind(ctx, work))
  let timer: NodeJS.Timeout | null = null
  let unlisten = () => {}
  return {
    start: () => {
      const look = () => void Promise.all(kinds.map((kind) => kind.runAll()))
      unlisten = ctx.db.wake.listen('work', look)
      timer = setInterval(look, limits.work.pollMs)
      look()
    },
    stop: async () => {
      unlisten()
      if (timer) clearInterval(timer)
      await Promise.all(kinds.map((kind) => kind.stop()))
    },
    runUntilIdle: async () => {
      let done = 1
      while (done > 0) {
        const counts = await Promise.all(kinds.map((kind) => kind.runAll()))
        done = counts.reduce((sum, count) => sum + count, 0)
      }
    },
  }
}

function createKind(ctx: Context, work: Work) {
  const keeper = createLeaseKeeper(ctx, {
    name: work.table,
    key: keyColumns[work.table],
    keyType: work.table === 'mail_outbox' ? 'bigint' : 'text',
  })
  let running: Promise<number> | null = null
  let isStopping = false

  const runAll = async (): Promise<number> => {
    let done = 0
    while (!isStopping) {
      const claims = await claimDue(ctx.db.read, work.table, {
        now: ctx.clock.now(),
        rows: work.rowsAtOnce ?? rowsAtOnce,
        ...(work.kind ? { kind: work.kind } : {}),
      })
      if (claims.length === 0) return done
      await Promise.all(claims.map((claim) => runOne(ctx, work, claim, keeper)))
      done += claims.length
    }
    return done
  }
  return {
    runAll: async (): Promise<number> => {
      running ??= runAll()
        .catch((err) => {
          ctx.log.error({ err, table: work.table }, 'work.claim_failed')
          return 0
        })
        .finally(() => {
          running = null
        })
      return await running
    },
    stop: async () => {
      isStopping = true
      await running
    },
  }
}

/** A verb that throws has its row rest for a while; one whose process dies frees it by its silence. */
async function runOne(ctx: Context, work: Work, claim: Claim, keeper: LeaseKeeper): Promise<void> {
  const letGo = keeper.keep(claim)
  try {
    await work.run(ctx, claim)
  } catch (err) {
    ctx.log.error({ err, table: claim.table, key: claim.key }, 'work.failed')
    await restClaim(ctx.db.read, claim).catch(() => {})
  } finally {
    letGo()
  }
}
