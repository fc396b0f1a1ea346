import { sql } from 'kysely'
import type pg from 'pg'
import { limits } from '../core/limits.ts'

/** A leased row; every write to it must match `token`, the fencing token. */
export type Lease = {
  readonly table: LeasedTable
  readonly key: string
  readonly token: string
  /** When the last granted claim or renewal was requested. */
  requestedAt: ClockReading
}

/** Milliseconds on two clocks: the steady one stops while the machine sleeps, the wall clock can be set. */
export type ClockReading = { steady: number; wall: number }

/** Every table whose rows are leased, with its key column. */
export const leasedTables = {
  profile: { key: 'id', type: 'text' },
  mail_outbox: { key: 'id', type: 'bigint' },
  member_notices: { key: 'member_id', type: 'text' },
  chore: { key: 'name', type: 'text' },
  account_poll: { key: 'id', type: 'text' },
  post_import: { key: 'id', type: 'text' },
  post_target: { key: 'id', type: 'text' },
  delivery_queue: { key: 'delivery_id', type: 'uuid' },
} as const

export type LeasedTable = keyof typeof leasedTables

const { leaseSeconds } = limits.work

/** The end of a lease that starts now, on the database's clock, so machines need not agree on time. */
export const leaseEnd = leaseEndAfter(leaseSeconds)

export function leaseEndAfter(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}

export function readClocks(): ClockReading {
  return { steady: performance.now(), wall: Date.now() }
}

/**
 * Whether less than a lease has passed since it was requested, so that no other process can have the
 * row. If not, the caller must start nothing irrevocable.
 */
export function isUnexpired(lease: Pick<Lease, 'requestedAt'>): boolean {
  return leaseAgeMs(lease) < leaseSeconds * 1_000
}

/** Milliseconds since the lease was requested, on the clock that advanced more. */
export function leaseAgeMs({ requestedAt }: Pick<Lease, 'requestedAt'>): number {
  const now = readClocks()
  return Math.max(now.steady - requestedAt.steady, now.wall - requestedAt.wall)
}

/** Renews leases with one statement per table that waits for no lock; lost or released ones stay so. */
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

/** Skips rows that another transaction has locked; no process can claim those while it runs. */
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
