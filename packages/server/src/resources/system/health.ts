import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Config } from '../../core/config.ts'
import { addDays, utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import { listMigrations } from '../../database/migrate.ts'
import { type Backlog, readBacklog, workKinds } from '../../jobs/backlog.ts'
import { isDraining } from '../../jobs/draining.ts'
import { type LivingProcess, listProcesses, measureClock } from '../../jobs/processes.ts'

export type ReasonCode =
  | 'draining'
  | 'database_unreachable'
  | 'migrations_pending'
  | 'no_worker'
  | 'partitions_missing'
  | 'clock_offset'
export type Reason = { code: ReasonCode; message: string }
export type Readiness = { ready: boolean; reasons: Reason[] }

/** What the operation of an installation looks like from this process. */
export type System = {
  processes: LivingProcess[]
  backlog: Backlog
  migrations: { applied: number; known: number }
  /** For how many days after today every partition is there already. */
  partitionDaysAhead: number
  clockOffsetMs: number
}

const { health } = limits
const partitioned = ['event', 'delivery', 'attempt']
const daysLooked = 7

// By the configuration, of which a process has one and all its contexts have the same.
const kept = new WeakMap<Config, { until: number; answer: Promise<Readiness> }>()

/** Whether requests may be sent here, and why not. Looked up once a second, however often asked. */
export async function readReadiness(ctx: Context): Promise<Readiness> {
  const known = kept.get(ctx.config)
  if (known && !isDraining(ctx) && performance.now() < known.until) return await known.answer
  const answer = judge(ctx)
  kept.set(ctx.config, { until: performance.now() + health.keptMs, answer })
  return await answer
}

async function judge(ctx: Context): Promise<Readiness> {
  const reasons: Reason[] = []
  if (isDraining(ctx)) reasons.push({ code: 'draining', message: 'This process is stopping.' })
  try {
    reasons.push(...(await withinPatience(judgeDatabase(ctx))))
  } catch (err) {
    ctx.log.warn({ err }, 'readiness.database_unreachable')
    reasons.push({ code: 'database_unreachable', message: 'The database does not answer.' })
  }
  return { ready: reasons.length === 0, reasons }
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), health.databaseMsMax)
  work.catch(() => {})
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function judgeDatabase(ctx: Context): Promise<Reason[]> {
  const migrations = await countMigrations(ctx)
  if (migrations.applied < migrations.known) {
    const message = `The database is at migration ${migrations.applied} of ${migrations.known}.`
    return [{ code: 'migrations_pending', message }]
  }
  const system = await readSystem(ctx)
  return [noWorker(ctx, system), missingPartitions(system), clockOff(system)].filter(
    (reason) => reason !== null,
  )
}

/** Work that waits is no fault of a process that answers requests, unless nobody is there to do it. */
function noWorker(ctx: Context, { backlog, processes }: System): Reason | null {
  if (processes.some(({ role }) => role !== 'api')) return null
  const limit = ctx.clock.now().getTime() - health.overdueMsMax
  const overdue = workKinds.filter((kind) => backlog[kind] && backlog[kind].getTime() < limit)
  if (overdue.length === 0) return null
  const message = `No worker has been heard from, and work is overdue: ${overdue.join(', ')}.`
  return { code: 'no_worker', message }
}

function missingPartitions({ partitionDaysAhead: days }: System): Reason | null {
  if (days >= health.partitionDaysMin) return null
  const message = `Partitions are there for ${days} days ahead; there should be ${health.partitionDaysMin}.`
  return { code: 'partitions_missing', message }
}

function clockOff({ clockOffsetMs }: System): Reason | null {
  if (Math.abs(clockOffsetMs) <= health.clockOffsetMsMax) return null
  const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000)
  const way = clockOffsetMs > 0 ? 'ahead of' : 'behind'
  return { code: 'clock_offset', message: `The clock is ${seconds} s ${way} the database's.` }
}

/** Everything about the operation that the database knows, for pages, metrics and `postern doctor`. */
export async function readSystem(ctx: Pick<Context, 'db' | 'clock'>): Promise<System> {
  const processes = await listProcesses(ctx)
  const backlog = await readBacklog(ctx)
  const migrations = await countMigrations(ctx)
  const partitionDaysAhead = await countPartitionDays(ctx)
  const clockOffsetMs = await measureClock(ctx)
  return { processes, backlog, migrations, partitionDaysAhead, clockOffsetMs }
}

let knownMigrations: number | null = null

async function countMigrations(ctx: Pick<Context, 'db'>): Promise<System['migrations']> {
  knownMigrations ??= listMigrations().length
  const { rows } = await sql<{ applied: number }>`
    select coalesce(max(number), 0)::integer as applied from migration`.execute(ctx.db.read)
  return { applied: rows[0]!.applied, known: knownMigrations }
}

async function countPartitionDays(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const today = utcDay(ctx.clock.now())
  const days = Array.from({ length: daysLooked + 1 }, (_, ahead) => addDays(today, ahead))
  const { rows } = await sql<{ day: string }>`
    select day from unnest(${days}::text[]) as day
    where not exists (select 1 from unnest(${partitioned}::text[]) as name
      where to_regclass(name || '_' || replace(day, '-', '')) is null)`.execute(ctx.db.read)
  const there = new Set(rows.map(({ day }) => day))
  return days.findIndex((day) => !there.has(day)) === -1
    ? daysLooked
    : days.findIndex((day) => !there.has(day)) - 1
}
