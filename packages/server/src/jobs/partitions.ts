import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { addDays, utcDay } from '../core/day.ts'
import type { Tx } from '../database/open.ts'
import {
  type PartitionedTableName,
  partitionedTableNames,
  partitionedTables,
} from '../database/partitioned-tables.ts'

const daysAhead = 3
const lockKey = 7_670_119
const lockTriesMax = 5
const lockNotAvailable = '55P03'

/**
 * Creates the partitions of today and the next three days and drops those of the days that are no longer
 * kept. Safe to run in several processes concurrently. Rows of a missing partition go to the default partition; they are
 * moved out here and logged as an error.
 */
export async function ensurePartitions(ctx: Context): Promise<void> {
  const today = utcDay(ctx.clock.now())
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => addDays(today, ahead))
  for (const table of partitionedTableNames) {
    const existing = await listPartitions(ctx, table)
    for (const day of days) {
      if (existing.has(partitionName(table, day))) continue
      await transactLocked(ctx, (tx) => createPartition(ctx, tx, table, day))
    }
    // A day longer than is kept, so that the first day is whole to the end.
    const oldest = addDays(today, -partitionedTables[table].daysKept - 1)
    for (const name of existing) {
      const day = dayOfPartition(name)
      if (day && day < oldest) await transactLocked(ctx, (tx) => dropPartition(ctx, tx, name))
    }
    await deleteOldDefault(ctx, table, oldest)
  }
}

function partitionName(table: PartitionedTableName, day: string): string {
  return `${table}_${day.replaceAll('-', '')}`
}

function dayOfPartition(name: string): string | null {
  const match = /_(\d{4})(\d{2})(\d{2})$/.exec(name)
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null
}

async function listPartitions(ctx: Context, table: PartitionedTableName): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
    from pg_inherits
    join pg_class parent on parent.oid = inhparent
    join pg_class child on child.oid = inhrelid
    where parent.relname = ${table} and parent.relnamespace = current_schema::regnamespace`.execute(
    ctx.db.query,
  )
  return new Set(rows.map((row) => row.name))
}

/** Runs `change` in one process at a time; waits at most two seconds for each table lock. */
async function transactLocked(ctx: Context, change: (tx: Tx) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ctx.db.transact(async (tx) => {
        await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
        await sql`set local lock_timeout = '2s'`.execute(tx)
        await change(tx)
      })
    } catch (err) {
      if ((err as { code?: string }).code !== lockNotAvailable || tries === lockTriesMax) throw err
    }
  }
}

/**
 * Creates the table and then attaches it, because attaching does not block readers and writers of other
 * days. Rows of the day in the default partition move over in the same transaction.
 */
async function createPartition(
  ctx: Context,
  tx: Tx,
  table: PartitionedTableName,
  day: string,
): Promise<void> {
  const name = partitionName(table, day)
  const { rows: existing } = await sql`select 1 where to_regclass(${name}) is not null`.execute(tx)
  if (existing.length > 0) return
  const [from, to] = [`${day}T00:00:00Z`, `${addDays(day, 1)}T00:00:00Z`]
  const partition = sql.table(name)
  const parent = sql.table(table)
  const defaultPartition = sql.table(`${table}_default`)
  const names = sql.join(partitionedTables[table].columns.map((column) => sql.ref(column)))
  // A query that waits for the default partition has planned without the new one: a writer would fail
  // and a reader would miss the moved rows. For a day that has started, lock the whole table instead.
  if (day <= utcDay(ctx.clock.now())) {
    await sql`lock table ${parent} in access exclusive mode`.execute(tx)
  }
  await sql`lock table ${defaultPartition} in access exclusive mode`.execute(tx)
  await sql`create table ${partition}
    (like ${parent} including defaults including constraints)`.execute(tx)
  const { numAffectedRows } = await sql`
    with moved as (
      delete from ${defaultPartition}
      where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
      returning ${names})
    insert into ${partition} (${names}) select ${names} from moved`.execute(tx)
  await sql`
    alter table ${parent} attach partition ${partition}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx)
  if (numAffectedRows) {
    ctx.log.error({ partition: name, rows: Number(numAffectedRows) }, 'partition.was_missing')
  }
}

async function dropPartition(ctx: Context, tx: Tx, name: string): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(tx)
  ctx.log.info({ partition: name }, 'partition.dropped')
}

/** Rows in the default partition expire too. */
async function deleteOldDefault(
  ctx: Context,
  table: PartitionedTableName,
  oldest: string,
): Promise<void> {
  await sql`
    delete from ${sql.table(`${table}_default`)}
    where created_at < ${`${oldest}T00:00:00Z`}::timestamptz`.execute(ctx.db.query)
}
