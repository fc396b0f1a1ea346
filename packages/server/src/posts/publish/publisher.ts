import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { createLeaseKeeper } from '../../work/leases.ts'
import { claimTargets, nextDueAt, restTarget, type TargetClaim } from './claim.ts'
import { publishTarget } from './target.ts'

export type Publisher = {
  start(): void
  /** Claims no more and resolves when what runs has ended. */
  stop(): Promise<void>
  /** Publishes everything that is due by the clock, and what becomes due by it. */
  runUntilIdle(): Promise<void>
}

/** Targets that end within this time are followed by one claim, not by one each. */
const gatherMs = 10

/**
 * Publishes due targets, up to `limits.post.inFlightMax` at once and one per account. It looks when
 * work is committed, when the next target becomes due, and every half second for what a dead process
 * has left and as a net.
 */
export function createPublisher(ctx: Context): Publisher {
  const running = new Set<Promise<void>>()
  const keeper = createLeaseKeeper(ctx, { name: 'post_target', key: 'id', keyType: 'text' })
  let isStopping = false
  let looking: Promise<number> | null = null
  let lookAgain = false
  let timer: NodeJS.Timeout | null = null
  let soon: NodeJS.Timeout | null = null
  let unlisten = () => {}

  const look = async (): Promise<number> => {
    if (looking) {
      lookAgain = true
      return await looking
    }
    looking = claimAndRun()
    try {
      return await looking
    } finally {
      looking = null
      if (lookAgain && !isStopping) {
        lookAgain = false
        void look()
      }
    }
  }

  const lookSoon = () => {
    soon ??= setTimeout(() => {
      soon = null
      void look()
    }, gatherMs)
  }

  const claimAndRun = async (): Promise<number> => {
    const free = limits.post.inFlightMax - running.size
    if (free <= 0 || isStopping) return 0
    try {
      const claims = await claimTargets(ctx.db.read, ctx.clock.now(), free)
      for (const claim of claims) run(claim)
      return claims.length
    } catch (err) {
      ctx.log.error({ err }, 'publisher.claim_failed')
      return 0
    }
  }

  const run = (claim: TargetClaim) => {
    const letGo = keeper.keep(claim)
    ctx.db.changes.note('posts', { accountId: claim.accountId })
    const task = publishTarget(ctx, claim)
      .catch(async (err) => {
        ctx.log.error({ err, target_id: claim.key }, 'target.failed')
        await restTarget(ctx.db.read, claim).catch(() => {})
      })
      .finally(() => {
        ctx.db.changes.note('posts', { accountId: claim.accountId })
        letGo()
        running.delete(task)
        if (timer && !isStopping) lookSoon()
      })
    running.add(task)
  }

  /** Sleeps until the next target is due, at most half a second. */
  const tick = async () => {
    await look()
    const now = ctx.clock.now()
    const next = await nextDueAt(ctx.db.read, now).catch(() => null)
    const waitMs = Math.min(
      limits.work.pollMs,
      next ? next.getTime() - now.getTime() : Number.POSITIVE_INFINITY,
    )
    if (!isStopping) timer = setTimeout(() => void tick(), Math.max(5, waitMs))
  }

  return {
    start: () => {
      unlisten = ctx.db.wake.listen('work', () => void look())
      timer = setTimeout(() => void tick(), 0)
    },
    stop: async () => {
      isStopping = true
      unlisten()
      if (timer) clearTimeout(timer)
      if (soon) clearTimeout(soon)
      await looking
      await Promise.all(running)
    },
    runUntilIdle: async () => {
      for (;;) {
        const claimed = await look()
        if (claimed === 0 && running.size === 0) return
        await Promise.all(running)
      }
    },
  }
}
