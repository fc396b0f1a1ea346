import { sql } from 'kysely'
import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'

/** A row that this process works on; `token` is the fence that every write of it must name. */
export type Lease = {
  readonly key: string
  readonly token: string
  /** When the lease was last asked for, and given. */
  askedAt: Moment
}

/** By two clocks: the steady one stands still while a machine is suspended, the other may be set. */
export type Moment = { steady: number; wall: number }

const leaseMs = limits.work.leaseSeconds * 1_000

/** The end of a lease that begins now, by the database's clock: machines need not agree on time. */
export const leaseEnd = sql<Date>`now() + make_interval(secs => ${limits.work.leaseSeconds})`

export function thisMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() }
}

/**
 * Whether nobody else can have the row yet: less than a lease has passed since it was asked for.
 * Where this says no, another process may hold it, and what cannot be taken back is not begun.
 */
export function isSurelyHeld({ askedAt }: Pick<Lease, 'askedAt'>): boolean {
  const now = thisMoment()
  return now.steady - askedAt.steady < leaseMs && now.wall - askedAt.wall < leaseMs
}

export type LeaseKeeper = {
  /** Renews the lease with every heartbeat until the function that it answers is called. */
  keep(lease: Lease): () => void
}

/**
 * Keeps the leases of one table's rows alive while their work runs: one statement for all of them,
 * three times within a lease, on a connection of its own, so that a busy pool ends none. A process
 * that died or cannot reach the database stops renewing, and its rows are free within a lease.
 */
export function createLeaseKeeper(
  ctx: Pick<Context, 'db' | 'log'>,
  table: { name: string; key: string; keyType: 'text' | 'bigint' },
): LeaseKeeper {
  const held = new Set<Lease>()
  const text = renewSql(table)
  let timer: NodeJS.Timeout | null = null
  let isBeating = false

  const beat = async () => {
    if (isBeating) return
    isBeating = true
    try {
      await renew(ctx.db.leasePool, text, [...held])
    } catch (err) {
      ctx.log.warn({ err, table: table.name }, 'work.leases_not_renewed')
    } finally {
      isBeating = false
    }
  }
  return {
    keep: (lease) => {
      held.add(lease)
      timer ??= setInterval(() => void beat(), limits.work.heartbeatMs).unref()
      return () => {
        held.delete(lease)
        if (held.size > 0 || !timer) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}

async function renew(pool: pg.Pool, text: string, leases: readonly Lease[]): Promise<void> {
  if (leases.length === 0) return
  const askedAt = thisMoment()
  const { rows } = await pool.query<{ token: string }>(text, [
    leases.map(({ key }) => key),
    leases.map(({ token }) => token),
  ])
  const renewed = new Set(rows.map(({ token }) => token))
  for (const lease of leases) if (renewed.has(lease.token)) lease.askedAt = askedAt
}

/** A row that a transaction has locked is left out: nobody can claim it, and nobody waits for it. */
function renewSql({ name, key, keyType }: { name: string; key: string; keyType: string }): string {
  return `
    with held as materialized (
      select t.${key} as key from ${name} t
      join unnest($1::${keyType}[], $2::bigint[]) as h (key, token)
        on t.${key} = h.key and t.lease_token = h.token
      for update of t skip locked)
    update ${name} t
    set lease_until =
      greatest(t.lease_until, now() + make_interval(secs => ${limits.work.leaseSeconds}))
    from held where t.${key} = held.key
    returning t.lease_token::text as token`
}
