import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { chores, createApp, version, works } from './app.ts'
import type { Context } from './context.ts'
import { systemClock } from './core/clock.ts'
import { type Config, describeConfig } from './core/config.ts'
import { limits } from './core/limits.ts'
import type { ServerNetworkSettings } from './core/networks.ts'
import { type Connection, connectionOf, DatabaseClient } from './database/connection.ts'
import { lockDataDir } from './database/embedded/data-dir-lock.ts'
import { type EmbeddedPostgres, startEmbedded } from './database/embedded/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { requireDirect, requireTransactions } from './database/pooler.ts'
import { createRequestLog } from './http/request-log.ts'
import { closeHttp, listenHttp, requireFreePort } from './http/server.ts'
import { ensureChores } from './jobs/chores.ts'
import { beginDraining } from './jobs/draining.ts'
import { createHeartbeat } from './jobs/heartbeat.ts'
import { createWorkLoop } from './jobs/loop.ts'
import { ensurePartitions } from './jobs/partitions.ts'
import { startObservability } from './operation/observability.ts'
import { createMail } from './outbound/mail.ts'
import { createOutbound } from './outbound/outbound.ts'
import { createPlatforms } from './platforms/registry.ts'
import { serverStorage } from './resources/connect/flow/server-storage.ts'
import { createPublisher } from './resources/posts/publish/publisher.ts'
import { createDispatcher } from './resources/webhooks/delivery/dispatcher.ts'
import { ensureOwner, requireKeys } from './setup.ts'
import { createLog, type Log } from './telemetry/log.ts'

export type RunningServer = {
  port: number
  /** Only on the first start of an installation. */
  ownerKey: string | null
  /** A sign-in link, on the start that creates the first member, or until they sign in. */
  signInUrl: string | null
  isFirst: boolean
  database: EmbeddedPostgres['origin'] | 'external'
  /** Stops accepting requests and work, finishes running ones, then stops the embedded database. */
  stop(): Promise<void>
}

/** Opens the database, migrates it, listens for HTTP and starts the workers. Throws when a step fails. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel, file: config.logFile })
  log.info(describeConfig(config), 'server.starting')
  await requireFreePort(config).catch((err) => {
    throw portInUse(config, err) ?? err
  })
  if (config.databaseUrl) return await startOn(config, log, null)
  const unlock = lockDataDir(config.dataDir)
  try {
    const { dataDir: directory, databasePassword: password } = config
    const embedded = await startEmbedded({ directory, password, log })
    const stop = () => embedded.stop().finally(unlock)
    return await startOn(config, log, { ...embedded, stop }).catch(async (err) => {
      await stop()
      throw err
    })
  } catch (err) {
    unlock()
    throw err
  }
}

async function startOn(
  config: Config,
  log: Log,
  embedded: EmbeddedPostgres | null,
): Promise<RunningServer> {
  const connection = embedded?.connection ?? connectionOf(config.databaseUrl!)
  const poolerConnection = config.databasePoolUrl && connectionOf(config.databasePoolUrl, true)
  await reach(async () => {
    if (!embedded) await requireDirect(connection)
    await migrateOn(connection, log)
  })
  if (poolerConnection) await requireTransactions(poolerConnection, connection)
  const db = openDatabase({
    connection,
    poolerConnection: poolerConnection || null,
    poolMax: config.databasePoolMax,
    queryMsMax: limits.traffic.queryMsMax,
    idleInTransactionMsMax: limits.work.idleInTransactionMsMax,
    log,
    listen: true,
  })
  const ctx = createContext(config, log, db)
  return await startWith(ctx, embedded).catch(async (err) => {
    await db.close()
    throw portInUse(config, err) ?? err
  })
}

async function startWith(ctx: Context, embedded: EmbeddedPostgres | null): Promise<RunningServer> {
  const { config, db, log } = ctx
  await requireKeys(ctx)
  await ensurePartitions(ctx)
  await ensureChores(ctx, chores)

  const stopWatching = await startObservability(ctx, version)
  const heartbeat = createHeartbeat(ctx, version)
  await heartbeat.beat()
  const loop = createWorkLoop(ctx, works, heartbeat)
  const dispatcher = createDispatcher(ctx, { leases: heartbeat })
  const publisher = createPublisher(ctx, heartbeat)
  const requestLog = createRequestLog(ctx)
  const http =
    config.role === 'worker'
      ? null
      : await listenHttp(config, createApp(ctx, { verifyResponses: false, requestLog }).fetch)
  // The key and link are shown only once, so create them after every step that can fail, and only in
  // a process that serves requests, where the operator looks for them.
  const firstStart =
    config.role === 'worker'
      ? { ownerKey: null, signInUrl: null, isFirst: false }
      : await ensureOwner(ctx)
  heartbeat.start()
  if (http) requestLog.start()
  if (config.role !== 'api') {
    loop.start()
    dispatcher.start()
    publisher.start()
  }
  const port = http ? (http.address() as AddressInfo).port : 0
  log.info({ port, database: embedded?.origin ?? 'external' }, 'server.started')
  return {
    port,
    ...firstStart,
    database: embedded?.origin ?? 'external',
    stop: async () => {
      beginDraining(ctx)
      db.changes.end()
      await Promise.all([
        http ? closeHttp(http, config.drainSeconds) : null,
        loop.stop(),
        publisher.stop(),
        dispatcher.stop(),
      ])
      await requestLog.stop()
      await heartbeat.stop()
      await stopWatching()
      await ctx.outbound.close()
      await db.close()
      await embedded?.stop()
      log.info('server.stopped')
    },
  }
}

/**
 * Stops a server, also one that is still starting. Returns the exit code of its process, or `null` if it
 * did not start, which reports itself.
 */
export async function stopServer(
  starting: Promise<Pick<RunningServer, 'stop'>>,
  report: (line: string) => void,
): Promise<number | null> {
  const server = await starting.catch(() => null)
  if (!server) return null
  try {
    await server.stop()
    return 0
  } catch (err) {
    report(`Postern did not stop in order: ${(err as Error).message}\n`)
    return 1
  }
}

/** A readable error that keeps `code`, by which `postern start` tries the next port. */
function portInUse(config: Config, err: unknown): Error | null {
  const { code, address, port } = err as { code?: string; address?: string; port?: number }
  if (code !== 'EADDRINUSE') return null
  const setting = port === config.metricsPort ? 'METRICS_PORT' : 'PORT'
  const message = `Port ${port} of ${address} is already in use. Stop the other program or set ${setting}.`
  return Object.assign(new Error(message, { cause: err }), { code })
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** Explains an error of the first connection. */
async function reach(work: () => Promise<void>): Promise<void> {
  await work().catch((err) => {
    if (!unreachableCodes.has(String((err as { code?: unknown }).code))) throw err
    const message = `The database of DATABASE_URL cannot be reached: ${(err as Error).message}`
    throw new Error(message, { cause: err })
  })
}

async function migrateOn(connection: Connection, log: Log): Promise<void> {
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    max: 1,
    application_name: 'postern migrate',
  })
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})
  try {
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'database.migrated')
  } finally {
    await pool.end()
  }
}

/** The context of one process, used by the server and by the `postern` commands. */
export function createContext(config: Config, log: Log, db: Context['db']): Context {
  const clock = systemClock
  const outbound = createOutbound({
    allowPrivate: config.allowPrivateWebhooks,
    trustedOrigins: serviceOrigins(config),
    trustedServers: config.trustedServers,
    ca: config.outboundCa,
  })
  const platforms = createPlatforms({
    config,
    outbound,
    storageOf: (platform) => serverStorage({ config, clock, db }, platform),
    now: () => clock.now(),
  })
  const mail = createMail({ url: config.smtpUrl, from: config.mailFrom, log })
  return Object.freeze({ config, clock, db, log, mail, outbound, platforms })
}

/** The origins of the configured services of platforms and sign-in, which may be private. */
function serviceOrigins({ platforms, serverNetworks, signInProvider }: Config): string[] {
  const services: Readonly<Record<string, string>>[] = [
    signInProvider ? { issuer: signInProvider.issuer } : {},
    ...Object.values(platforms).map(({ bases }) => bases),
    ...Object.values<ServerNetworkSettings>(serverNetworks).flatMap(
      ({ services, sandboxServices }) => [services, sandboxServices ?? {}],
    ),
  ]
  return services.flatMap((urls) => Object.values(urls).map((url) => new URL(url).origin))
}
