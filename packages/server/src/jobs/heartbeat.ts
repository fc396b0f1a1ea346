import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { isUnexpired, type Lease, leaseAgeMs, readClocks, renewLeases } from './leases.ts'
import { removeProcess, writeProcess } from './processes.ts'

/** What the engines need of the heartbeat: their leases kept alive. */
export type LeaseKeeper = {
  /** Renews the lease with every heartbeat until the returned function is called. */
  keepAlive(lease: Lease): () => void
  /** Renews what is kept, at once. */
  renew(): Promise<void>
  /**
   * To be called before a claim: after its event loop was blocked, a process would claim the very
   * rows it works on, since their leases have ended. `false` when they could not be renewed.
   */
  renewIfOverdue(): Promise<boolean>
}

export type Heartbeat = LeaseKeeper & {
  /** Shows this process to the others, every 5 seconds from now on. */
  start(): void
  /** Removes this process from the list, so that the others do not wait for it. */
  stop(): Promise<void>
  /** Writes this process's row now. */
  beat(): Promise<void>
}

/** Most deliveries end sooner after their claim and are never renewed. */
const renewedAfterMs = 100

/**
 * The one heartbeat of a process. It renews the leases of all rows that the process works on, on a
 * connection of its own, so that a busy pool ends none. A process that died, stalls or cannot reach
 * the database renews nothing, and its rows are free within a lease (decision 030). Once started it
 * also keeps the process's own row, which the doctor and key rotation read.
 */
export function createHeartbeat(ctx: Context, version = ''): Heartbeat {
  const id = randomUUID()
  const heldLeases = new Set<Lease>()
  let timer: NodeJS.Timeout | null = null
  let isStarted = false
  let lastBeatAt = Number.NEGATIVE_INFINITY
  let beating: Promise<void> | null = null
  let renewing: Promise<void> | null = null
  let renewedAt = readClocks()

  const beat = async () => {
    beating ??= writeProcess(ctx, id, version)
      .catch((err) => ctx.log.warn({ err }, 'process.beat_missed'))
      .finally(() => {
        beating = null
      })
    lastBeatAt = performance.now()
    await beating
  }
  const renewAll = async () => {
    const requestedAt = readClocks()
    await renewLeases(
      ctx.db.leasePool,
      [...heldLeases].filter((lease) => leaseAgeMs(lease) >= renewedAfterMs),
    )
    renewedAt = requestedAt
  }
  const renew = async () => {
    renewing ??= renewAll()
      .catch((err) => ctx.log.warn({ err }, 'work.leases_not_renewed'))
      .finally(() => {
        renewing = null
      })
    await renewing
  }
  const tick = () => {
    void renew()
    if (isStarted && performance.now() - lastBeatAt >= limits.health.heartbeatMs) void beat()
  }
  const setTimer = () => {
    if (isStarted || heldLeases.size > 0) {
      timer ??= setInterval(tick, limits.work.heartbeatMs).unref()
    } else if (timer) {
      clearInterval(timer)
      timer = null
    }
  }
  const isOverdue = () => heldLeases.size > 0 && !isUnexpired({ requestedAt: renewedAt })
  return {
    keepAlive: (lease) => {
      if (heldLeases.size === 0) renewedAt = lease.requestedAt
      heldLeases.add(lease)
      setTimer()
      return () => {
        heldLeases.delete(lease)
        setTimer()
      }
    },
    renew,
    renewIfOverdue: async () => {
      if (isOverdue()) await renew()
      return !isOverdue()
    },
    start: () => {
      isStarted = true
      setTimer()
      void beat()
    },
    stop: async () => {
      isStarted = false
      setTimer()
      await beating
      await removeProcess(ctx, id)
    },
    beat,
  }
}
