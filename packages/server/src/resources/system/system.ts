import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { platformValues } from '../../core/networks.ts'
import { workKinds } from '../../jobs/backlog.ts'
import type { System } from '../../schemas/system.ts'
import { readWarnings } from '../members/warnings.ts'
import { readReadiness, readSystem } from './health.ts'

const countedMax = 10_000
const storageKeptMs = 60_000

/** What runs, what waits and what is used; every question to the database is bounded. */
export async function showSystem(ctx: Context, scope: Scope, version: string): Promise<System> {
  const now = ctx.clock.now()
  const { config } = ctx
  const system = await readSystem(ctx)
  const { ready, reasons } = await readReadiness(ctx)
  const uptimeSeconds = Math.floor(process.uptime())
  return {
    object: 'system',
    versions: { postern: version, node: process.versions.node, postgres: await postgres(ctx) },
    public_url: config.publicUrl,
    sandbox_url: config.sandboxUrl,
    role: config.role,
    started_at: new Date(now.getTime() - uptimeSeconds * 1_000).toISOString(),
    uptime_seconds: uptimeSeconds,
    ready,
    reasons,
    processes: system.processes.map((one) => ({
      role: one.role,
      host: one.host,
      pid: one.pid,
      version: one.version,
      started_at: one.started_at.toISOString(),
      silent_seconds: Math.round(one.silent_ms / 100) / 10,
      clock_offset_ms: one.clock_offset_ms,
    })),
    deliveries: await countDeliveries(ctx, scope, now),
    work: workKinds.map((kind) => ({
      kind,
      oldest_due_at: system.backlog[kind]?.toISOString() ?? null,
      oldest_due_seconds: secondsSince(system.backlog[kind], now),
    })),
    storage: await measureStorage(ctx, now),
    partition_days_ahead: system.partitionDaysAhead,
    migrations: system.migrations,
    platforms: platformValues.map((platform) => {
      const app = config.platforms[platform]
      const isSandbox = app !== undefined && isIn(config.sandboxUrl, app.bases.api)
      return { platform, configured: app !== undefined, sandbox: isSandbox }
    }),
    smtp_configured: ctx.mail.configured,
    warnings: await readWarnings(ctx, scope),
  }
}

function secondsSince(at: Date | null, now: Date): number | null {
  return at && Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000))
}

function isIn(sandboxUrl: string | null, address: string): boolean {
  return sandboxUrl !== null && address.startsWith(sandboxUrl)
}

async function postgres(ctx: Context): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(ctx.db.read)
  return rows[0]!.version
}

/** Of the owner's endpoints, which are few; of each queue only its beginning. */
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
        order by due_at limit ${countedMax}) as first) as queue
    where endpoint.owner_id = ${scope.ownerId}`.execute(ctx.db.read)
  const { pending, due, oldest } = rows[0]!
  return { pending, due, oldest_due_seconds: secondsSince(oldest, now) }
}

type Storage = System['storage']

const measured = new WeakMap<object, { until: number; storage: Promise<Storage> }>()

/** Looks at every row of the media, so at most once a minute in each process. */
async function measureStorage(ctx: Context, now: Date): Promise<Storage> {
  const last = measured.get(ctx.db.pool)
  if (last && now.getTime() < last.until) return await last.storage
  const storage = measure(ctx, now)
  measured.set(ctx.db.pool, { until: now.getTime() + storageKeptMs, storage })
  storage.catch(() => measured.delete(ctx.db.pool))
  return await storage
}

async function measure(ctx: Context, now: Date): Promise<Storage> {
  const { rows } = await sql<{ database: string; media: string; files: number }>`
    select pg_database_size(current_database()) as database, coalesce(sum(size), 0) as media,
      count(*)::integer as files from media`.execute(ctx.db.read)
  const { database, media, files } = rows[0]!
  return {
    database_bytes: Number(database),
    media_bytes: Number(media),
    media_files: files,
    media_store: ctx.config.s3 ? 's3' : 'disk',
    measured_at: now.toISOString(),
  }
}
