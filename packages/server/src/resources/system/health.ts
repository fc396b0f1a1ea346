import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Config } from '../../core/config.ts'
import { addDays, utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import { NoPrimaryError } from '../../database/connection.ts'
import { listMigrations } from '../../database/migrate.ts'
import { partitionedTableNames } from '../../database/partitioned-tables.ts'
import { readServerState, type ServerState } from '../../database/server-state.ts'
import { type Backlog, readBacklog, workKinds } from '../../jobs/backlog.ts'
import { isDraining } from '../../jobs/draining.ts'
import { type LivingProcess, listProcesses, measureClock } from '../../jobs/processes.ts'
import { wasStorageFull } from '../../storage/full.ts'

export type ReasonCode =
  | 'draining'
  | 'database_unreachable'
  | 'database_not_writable'
  | 'migrations_pending'
  | 'no_worker'
  | 'partitions_missing'
  | 'clock_offset'
  | 'storage_full'
export type Reason = { code: ReasonCode; message: string }
/** `database` is `null` while it cannot be read. */
export type Readiness = { ready: boolean; reasons: Reason[]; database: ServerState | null }

/** The state of an installation as seen from this process. */
export type System = {
  processes: LivingProcess[]
  backlog: Backlog
  migrations: { applied: number; known: number }
  /** The number of days after today for which every partition exists. */
  partitionDaysAhead: number
  clockOffsetMs: number
  database: ServerState
}

const { health } = limits
const partitionDaysChecked = 7

// Keyed by the configuration because all contexts of a process share it.
const readinessCache = new WeakMap<Config, { until: number; result: Promise<Readiness> }>()

/** Whether this process can serve requests, with the reasons if not. Cached for `limits.health.keptMs`. */
export async function readReadiness(ctx: Context): Promise<Readiness> {
  const cached = readinessCache.get(ctx.config)
  if (cached && !isDraining(ctx) && performance.now() < cached.until) return await cached.result
  const readiness = checkReadiness(ctx)
  readinessCache.set(ctx.config, { until: performance.now() + health.keptMs, result: readiness })
  return await readiness
}

async function checkReadiness(ctx: Context): Promise<Readiness> {
  const reasons: Reason[] = []
  if (isDraining(ctx)) reasons.push({ code: 'draining', message: 'This process is shutting down.' })
  if (wasStorageFull(ctx)) {
    const message = 'Something could not be stored in the last 5 s: the disk is full. Free space.'
    reasons.push({ code: 'storage_full', message })
  }
  let database: ServerState | null = null
  try {
    const checked = await withDatabaseTimeout(checkDatabase(ctx))
    reasons.push(...checked.reasons)
    database = checked.database
  } catch (err) {
    ctx.log.warn({ err }, 'readiness.database_unreachable')
    reasons.push(hasNoPrimary(err) ? notWritable : unreachable)
  }
  return { ready: reasons.length === 0, reasons, database }
}

const unreachable: Reason = {
  code: 'database_unreachable',
  message: 'The database does not respond. Check that PostgreSQL is running.',
}
const notWritable: Reason = {
  code: 'database_not_writable',
  message: 'No database server accepts writes. Promote a replica, or check DATABASE_URL.',
}

function hasNoPrimary(err: unknown): boolean {
  return err instanceof NoPrimaryError || (err as Error).cause instanceof NoPrimaryError
}

async function withDatabaseTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error('The database did not respond in time.')),
    health.databaseMsMax,
  )
  work.catch(() => {})
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

async function checkDatabase(ctx: Context): Promise<Omit<Readiness, 'ready'>> {
  const migrations = await countMigrations(ctx)
  if (migrations.applied < migrations.known) {
    const message = `The database is at migration ${migrations.applied} of ${migrations.known}. Restart the service to migrate it.`
    return { reasons: [{ code: 'migrations_pending', message }], database: null }
  }
  const system = await readSystem(ctx)
  const reasons = [
    system.database.role === 'primary' ? null : notWritable,
    missingWorker(ctx, system),
    missingPartitions(system),
    clockOffset(system),
  ].filter((reason) => reason !== null)
  return { reasons, database: system.database }
}

/** Overdue work makes a process unready only if no worker process is running. */
function missingWorker(ctx: Context, { backlog, processes }: System): Reason | null {
  if (processes.some(({ role }) => role !== 'api')) return null
  const limit = ctx.clock.now().getTime() - health.overdueMsMax
  const overdue = workKinds.filter((kind) => backlog[kind] && backlog[kind].getTime() < limit)
  if (overdue.length === 0) return null
  const message = `No worker is running and work is overdue: ${overdue.join(', ')}. Start a worker.`
  return { code: 'no_worker', message }
}

function missingPartitions({ partitionDaysAhead: days }: System): Reason | null {
  if (days >= health.partitionDaysMin) return null
  const message = `Partitions exist for ${days} days ahead instead of ${health.partitionDaysMin}.`
  return { code: 'partitions_missing', message }
}

function clockOffset({ clockOffsetMs }: System): Reason | null {
  if (Math.abs(clockOffsetMs) <= health.clockOffsetMsMax) return null
  const direction = clockOffsetMs > 0 ? 'ahead of' : 'behind'
  const message = `The clock is ${inWords(clockOffsetMs)} ${direction} the database's.`
  return { code: 'clock_offset', message }
}

/** A duration in its largest unit: `6 days`, `40 s`. */
function inWords(ms: number): string {
  const seconds = Math.abs(ms) / 1_000
  if (seconds >= 2 * 86_400) return `${Math.round(seconds / 86_400)} days`
  if (seconds >= 2 * 3_600) return `${Math.round(seconds / 3_600)} hours`
  if (seconds >= 2 * 60) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds)} s`
}

/** The operational state stored in the database, for the API, metrics and `postern doctor`. */
export async function readSystem(ctx: Pick<Context, 'db' | 'clock'>): Promise<System> {
  const processes = await listProcesses(ctx)
  const backlog = await readBacklog(ctx)
  const migrations = await countMigrations(ctx)
  const partitionDaysAhead = await countPartitionDays(ctx)
  const clockOffsetMs = await measureClock(ctx)
  const database = await readServerState(ctx.db.query)
  return { processes, backlog, migrations, partitionDaysAhead, clockOffsetMs, database }
}

let migrationCount: number | null = null

async function countMigrations(ctx: Pick<Context, 'db'>): Promise<System['migrations']> {
  migrationCount ??= listMigrations().length
  const { rows } = await sql<{ applied: number }>`
    select coalesce(max(number), 0)::integer as applied from migration`.execute(ctx.db.query)
  return { applied: rows[0]!.applied, known: migrationCount }
}

async function countPartitionDays(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const today = utcDay(ctx.clock.now())
  const days = Array.from({ length: partitionDaysChecked + 1 }, (_, ahead) => addDays(today, ahead))
  const { rows } = await sql<{ day: string }>`
    select day from unnest(${days}::text[]) as day
    where not exists (select 1 from unnest(${partitionedTableNames}::text[]) as name
      where to_regclass(name || '_' || replace(day, '-', '')) is null)`.execute(ctx.db.query)
  const complete = new Set(rows.map(({ day }) => day))
  const firstMissing = days.findIndex((day) => !complete.has(day))
  return firstMissing === -1 ? partitionDaysChecked : firstMissing - 1
}
