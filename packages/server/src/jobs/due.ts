import { sql } from 'kysely'
import { limits } from '../core/limits.ts'
import type { Reader, Tx } from '../database/open.ts'
import { type Lease, leasedTables, leaseEnd, readClocks } from './leases.ts'

/** Tables whose rows are work when `due_at` has come; the row is the job. */
export type DueTable = 'profile' | 'mail_outbox' | 'chore' | 'account_watch'

/** A claimed row: whoever finishes it must still hold this token. */
export type Claim = Lease & { readonly table: DueTable }

/** Claims up to `rows` due rows, each for a lease. What is due goes by `now`. */
export async function claimDue(
  db: Reader,
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
 * Locks the claimed row for the closing transaction; `false` when the lease passed to another
 * worker, in which case nothing may be written.
 */
export async function lockClaim(tx: Tx, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(claim.table)}
    where ${matchesLease(claim)} for update`.execute(tx)
  return rows.length === 1
}

/** Like `holdsClaim`, and the lease runs anew: for work in several transactions. */
export async function renewClaim(tx: Reader, claim: Claim): Promise<boolean> {
  return await leaseUntil(tx, claim, leaseEnd)
}

/** Work that failed: nobody takes the row up again before `limits.work.restSeconds` have passed. */
export async function backOffLease(db: Reader, lease: Lease): Promise<void> {
  const backOffEnd = sql<Date>`now() + make_interval(secs => ${limits.work.restSeconds})`
  await leaseUntil(db, lease, backOffEnd)
}

async function leaseUntil(tx: Reader, lease: Lease, end: typeof leaseEnd): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(lease.table)} set lease_until = ${end}
    where ${matchesLease(lease)} returning 1`.execute(tx)
  return rows.length === 1
}

/** Ends the claim; with `dueAt` the row becomes work again then, else never. */
export async function release(tx: Reader, claim: Claim, dueAt: Date | null): Promise<void> {
  await sql`
    update ${sql.table(claim.table)}
    set due_at = ${dueAt}, lease_until = null, lease_token = null
    where ${matchesLease(claim)}`.execute(tx)
}

function matchesLease({ table, key, token }: Lease) {
  const { key: column, type } = leasedTables[table]
  return sql`${sql.ref(column)} = ${key}::${sql.raw(type)} and lease_token = ${token}`
}
