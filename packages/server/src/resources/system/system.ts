import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { needsApp, platformValues } from '../../core/networks.ts'
import { workKinds } from '../../jobs/backlog.ts'
import { platformDefinition } from '../../platforms/registry.ts'
import type { System } from '../../schemas/system.ts'
import { readWarnings } from '../members/people/warnings.ts'
import { readReadiness, readSystem } from './health.ts'
import { showServer } from './show-server.ts'

const queueRowsMax = 10_000
const storageCacheMs = 60_000
/** Of this process, by the clock of the machine. */
const startedAt = new Date(performance.timeOrigin)

/** Processes, backlog, storage and platforms. Every query reads a bounded number of rows or is cached. */
export async function showSystem(ctx: Context, scope: Scope, version: string): Promise<System> {
  const now = ctx.clock.now()
  const { config } = ctx
  const system = await readSystem(ctx)
  const { ready, reasons } = await readReadiness(ctx)
  return {
    object: 'system',
    versions: {
      postern: version,
      node: process.versions.node,
      postgres: await readPostgresVersion(ctx),
    },
    public_url: config.publicUrl,
    sandbox_url: config.sandboxUrl,
    role: config.role,
    started_at: startedAt.toISOString(),
    uptime_seconds: Math.floor(process.uptime()),
    ready,
    reasons,
    processes: system.processes.map((row) => ({
      role: row.role,
      host: row.host,
      pid: row.pid,
      version: row.version,
      started_at: row.started_at.toISOString(),
      silent_seconds: Math.round(row.silent_ms / 100) / 10,
      clock_offset_ms: row.clock_offset_ms,
    })),
    deliveries: await countDeliveries(ctx, scope, now),
    work: workKinds.map((kind) => ({
      kind,
      oldest_due_at: system.backlog[kind]?.toISOString() ?? null,
      oldest_due_seconds: secondsSince(system.backlog[kind], now),
    })),
    storage: await measureStorage(ctx, now),
    database: showServer(system.database),
    partition_days_ahead: system.partitionDaysAhead,
    migrations: system.migrations,
    platforms: platformValues.map((platform) => {
      const app = needsApp(platform) ? config.platforms[platform] : undefined
      const isSandbox = app !== undefined && isBelow(config.sandboxUrl, app.bases.api)
      return {
        platform,
        configured: ctx.platforms.has(platform),
        sandbox: isSandbox,
        problem: platformDefinition(platform).findProblem?.(config.publicUrl) ?? null,
      }
    }),
    smtp_configured: ctx.mail.configured,
    warnings: await readWarnings(ctx, scope),
  }
}

function secondsSince(at: Date | null, now: Date): number | null {
  return at && Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000))
}

function isBelow(sandboxUrl: string | null, address: string): boolean {
  return sandboxUrl !== null && address.startsWith(sandboxUrl)
}

async function readPostgresVersion(ctx: Context): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(ctx.db.query)
  return rows[0]!.version
}

/** Counts pending and due deliveries of the owner's endpoints, at most `queueRowsMax` rows of each queue. */
async function countDeliveries(
  ctx: Context,
  scope: Scope,
  now: Date,
): Promise<System['deliveries']> {
  const { rows } = await sql<{ pending: number; due: number; oldest: Date | null }>`
    select coalesce(sum(queue.pending), 0)::integer as pending,
      coalesce(sum(queue.due), 0)::integer as due, min(queue.oldest) as oldest
    from webhook_endpoint endpoint cross join lateral (
      select count(*) as pending, count(*) filter (where due_at <= ${now}) as due,
        min(due_at) filter (where due_at <= ${now}) as oldest
      from (select due_at from delivery_queue where endpoint_id = endpoint.id
        order by due_at limit ${queueRowsMax}) as first) as queue
    where endpoint.owner_id = ${scope.ownerId}`.execute(ctx.db.query)
  const { pending, due, oldest } = rows[0]!
  return { pending, due, oldest_due_seconds: secondsSince(oldest, now) }
}

type Storage = System['storage']

const storageCache = new WeakMap<object, { until: number; storage: Promise<Storage> }>()

/** Cached for a minute in each process because it reads every row of `media`. */
async function measureStorage(ctx: Context, now: Date): Promise<Storage> {
  const last = storageCache.get(ctx.db.pool)
  if (last && now.getTime() < last.until) return await last.storage
  const storage = queryStorage(ctx, now)
  storageCache.set(ctx.db.pool, { until: now.getTime() + storageCacheMs, storage })
  storage.catch(() => storageCache.delete(ctx.db.pool))
  return await storage
}

async function queryStorage(ctx: Context, now: Date): Promise<Storage> {
  const { rows } = await sql<{ database: string; media: string; files: number }>`
    select pg_database_size(current_database()) as database, coalesce(sum(size), 0) as media,
      count(*)::integer as files from media`.execute(ctx.db.query)
  const { database, media, files } = rows[0]!
  return {
    database_bytes: Number(database),
    media_bytes: Number(media),
    media_files: files,
    media_store: ctx.config.s3 ? 's3' : 'disk',
    measured_at: now.toISOString(),
  }
}
