import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { isUnexpired, type Lease, leaseAgeMs, readClocks, renewLeases } from './leases.ts'
import { removeProcess, writeProcess } from './processes.ts'

/** The part of the heartbeat that job loops use: it renews their leases. */
export type LeaseKeeper = {
  /** Renews the lease with every heartbeat until the returned function is called. */
  keepAlive(lease: Lease): () => void
  /** Renews all kept leases now. */
  renew(): Promise<void>
  /**
   * Call before claiming: after a blocked event loop the leases have expired, and the process would
   * claim the rows it is working on. Returns `false` when the leases could not be renewed.
   */
  renewIfOverdue(): Promise<boolean>
}

export type Heartbeat = LeaseKeeper & {
  /** Starts writing this process's row every 5 seconds. */
  start(): void
  /** Removes this process's row, so that other processes do not wait for it. */
  stop(): Promise<void>
  /** Writes this process's row now. */
  beat(): Promise<void>
}

/** Most deliveries finish sooner after their claim and need no renewal. */
const renewedAfterMs = 100

/**
 * The heartbeat of a process. It renews the leases of all rows that the process works on, over a
 * dedicated connection, so a busy pool cannot let them expire. A process that died, stalls or cannot
 * reach the database renews nothing, and others can claim its rows within one lease (decision 030).
 * Once started, it also updates the process's row, which the doctor and key rotation read.
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
      .catch((err) => ctx.log.warn({ err }, 'process.heartbeat_missed'))
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
