import { sql } from 'kysely'
import { limits } from '../core/limits.ts'
import type { Queries, Tx } from '../database/open.ts'
import { type Lease, leasedTables, leaseEnd, leaseEndAfter, readClocks } from './leases.ts'

/** Tables whose rows are jobs, to be run once `due_at` has passed. */
export type DueTable =
  | 'profile'
  | 'mail_outbox'
  | 'chore'
  | 'account_poll'
  | 'post_import'
  | 'member_notices'

/** A claimed row; only the holder of its token may finish it. */
export type Claim = Lease & { readonly table: DueTable }

/** Claims up to `rows` rows due at `now`, each for one lease. */
export async function claimDue(
  db: Queries,
  table: DueTable,
  options: { now: Date; rows: number; kind?: string },
): Promise<Claim[]> {
  const key = sql.ref(leasedTables[table].key)
  const name = sql.table(table)
  const requestedAt = readClocks()
  const { rows } = await sql<{ key: string; token: string }>`
    with due as (
      select ${key} as key from ${name}
      where due_at <= ${options.now} and (lease_until is null or lease_until < now())
        ${options.kind ? sql`and kind = ${options.kind}` : sql``}
      order by due_at limit ${options.rows} for update skip locked)
    update ${name} set
      lease_until = ${leaseEnd},
      lease_token = nextval('lease_token_sequence')
    from due where ${name}.${key} = due.key
    returning ${name}.${key}::text as key, lease_token::text as token`.execute(db)
  return rows.map((row) => ({ table, requestedAt, ...row }))
}

/**
 * Locks the claimed row until the transaction ends. Returns `false` when another process has claimed
 * it since; the caller must then write nothing.
 */
export async function lockClaim(tx: Tx, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(claim.table)}
    where ${matchesLease(claim)} for update`.execute(tx)
  return rows.length === 1
}

/** Like `lockClaim`, and renews the lease, for work that takes several transactions. */
export async function renewClaim(
  tx: Queries,
  claim: Claim,
  seconds: number = limits.work.leaseSeconds,
): Promise<boolean> {
  return await leaseUntil(tx, claim, leaseEndAfter(seconds))
}

/** Backs off failed work: no process can claim the row for `limits.work.backOffSeconds`. */
export async function backOffLease(db: Queries, lease: Lease): Promise<void> {
  await sql`
    update ${sql.table(lease.table)}
    set lease_until = ${leaseEndAfter(limits.work.backOffSeconds)}, lease_token = null
    where ${matchesLease(lease)}`.execute(db)
}

async function leaseUntil(tx: Queries, lease: Lease, end: typeof leaseEnd): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(lease.table)} set lease_until = ${end}
    where ${matchesLease(lease)} returning 1`.execute(tx)
  return rows.length === 1
}

/** Releases the claim. The row is due again at `dueAt`, or never when that is `null`. */
export async function release(tx: Queries, claim: Claim, dueAt: Date | null): Promise<void> {
  await sql`
    update ${sql.table(claim.table)}
    set due_at = ${dueAt}, lease_until = null, lease_token = null
      ${claim.table === 'account_poll' ? sql`, state = state - 'abandoned'` : sql``}
    where ${matchesLease(claim)}`.execute(tx)
}

function matchesLease({ table, key, token }: Lease) {
  const { key: column, type } = leasedTables[table]
  return sql`${sql.ref(column)} = ${key}::${sql.raw(type)} and lease_token = ${token}`
}
