import { sql } from 'kysely'
import type pg from 'pg'
import { limits } from '../core/limits.ts'

/** A row that this process works on; `token` is the fence that every write of it must name. */
export type Lease = {
  readonly table: LeasedTable
  readonly key: string
  readonly token: string
  /** When the lease was last asked for, and granted. */
  requestedAt: ClockReading
}

/** By two clocks: the steady one stands still while a machine is suspended, the other may be set. */
export type ClockReading = { steady: number; wall: number }

/** Every table whose rows are leased, with its key. */
export const leasedTables = {
  profile: { key: 'id', type: 'text' },
  mail_outbox: { key: 'id', type: 'bigint' },
  chore: { key: 'name', type: 'text' },
  account_watch: { key: 'id', type: 'text' },
  post_target: { key: 'id', type: 'text' },
  delivery_queue: { key: 'delivery_id', type: 'uuid' },
} as const

export type LeasedTable = keyof typeof leasedTables

const { leaseSeconds } = limits.work

/** The end of a lease that begins now, by the database's clock: machines need not agree on time. */
export const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

export function readClocks(): ClockReading {
  return { steady: performance.now(), wall: Date.now() }
}

/**
 * Whether no other process can have the row yet: less than a lease has passed since it was asked
 * for. If not, another process may hold it, and nothing irrevocable may be started.
 */
export function isUnexpired(lease: Pick<Lease, 'requestedAt'>): boolean {
  return leaseAgeMs(lease) < leaseSeconds * 1_000
}

/** How long ago the lease was asked for, by the clock that says more. */
export function leaseAgeMs({ requestedAt }: Pick<Lease, 'requestedAt'>): number {
  const now = readClocks()
  return Math.max(now.steady - requestedAt.steady, now.wall - requestedAt.wall)
}

/** One statement per table, which waits for no lock. A lease that was lost or released stays so. */
export async function renewLeases(pool: pg.Pool, leases: readonly Lease[]): Promise<void> {
  const requestedAt = readClocks()
  for (const [table, ofTable] of Map.groupBy(leases, (lease) => lease.table)) {
    const { rows } = await pool.query<{ key: string }>(renewSql(table), [
      ofTable.map(({ key }) => key),
      ofTable.map(({ token }) => token),
    ])
    const renewed = new Set(rows.map(({ key }) => key))
    for (const lease of ofTable) if (renewed.has(lease.key)) lease.requestedAt = requestedAt
  }
}

/** A row that a transaction has locked is left out: nobody can claim it, and nobody waits for it. */
function renewSql(table: LeasedTable): string {
  const { key, type } = leasedTables[table]
  return `
    with held as materialized (
      select t.${key} as key from ${table} t
      join unnest($1::${type}[], $2::bigint[]) as h (key, token)
        on t.${key} = h.key and t.lease_token = h.token
      for update of t skip locked)
    update ${table} t
    set lease_until = greatest(t.lease_until, now() + make_interval(secs => ${leaseSeconds}))
    from held where t.${key} = held.key
    returning t.${key}::text as key`
}
