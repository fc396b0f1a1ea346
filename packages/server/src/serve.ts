import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { chores, createApp, version, works } from './app.ts'
import { systemClock } from './base/clock.ts'
import { type Config, describeConfig } from './base/config.ts'
import { limits } from './base/limits.ts'
import { createLog, type Log } from './base/log.ts'
import { createMail } from './base/mail.ts'
import { createOutbound } from './base/outbound.ts'
import type { Context } from './context.ts'
import { type EmbeddedPostgres, startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { startWatching } from './operation/watch.ts'
import { createPlatforms } from './platforms/registry.ts'
import { createPublisher } from './posts/publish/publisher.ts'
import { ensureOwner, requireKeys } from './setup.ts'
import { createDispatcher } from './webhooks/dispatcher.ts'
import { ensurePartitions } from './webhooks/partitions.ts'
import { ensureChores } from './work/chores.ts'
import { beginDraining } from './work/health.ts'
import { createWorkLoop } from './work/loop.ts'
import { createHeartbeat } from './work/processes.ts'

export type RunningServer = {
  port: number
  /** On the very first start only. */
  ownerKey: string | null
  /** Where the owner signs in for the first time; of the start that makes the first member. */
  signInUrl: string | null
  database: EmbeddedPostgres['how'] | 'external'
  /** Takes no more requests or work, finishes what runs, then stops the embedded database. */
  stop(): Promise<void>
}

const drainMsMax = 10_000

/** Config → database → app → listen → work. Throws when any of it cannot be had. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel, file: config.logFile })
  log.info(describeConfig(config), 'server.starting')
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ directory: config.dataDir, password: config.databasePassword, log })
  try {
    return await startOn(config, log, embedded)
  } catch (err) {
    await embedded?.stop()
    throw err
  }
}

async function startOn(
  config: Config,
  log: Log,
  embedded: EmbeddedPostgres | null,
): Promise<RunningServer> {
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl! }
  const db = openDatabase({ connection, poolMax: config.databasePoolMax, log, listen: true })
  const ctx = createContext(config, log, db)
  const applied = await migrate(db.pool)
  if (applied.length > 0) log.info({ applied }, 'database.migrated')
  await requireKeys(ctx)
  await ensurePartitions(ctx)
  await ensureChores(ctx, chores)
  const first = await ensureOwner(ctx)

  const stopWatching = await startWatching(ctx, version)
  const heartbeat = createHeartbeat(ctx, version)
  await heartbeat.beat()
  const loop = createWorkLoop(ctx, works)
  const dispatcher = createDispatcher(ctx)
  const publisher = createPublisher(ctx)
  const http = config.role === 'worker' ? null : await listen(ctx)
  heartbeat.start()
  if (config.role !== 'api') {
    loop.start()
    dispatcher.start()
    publisher.start()
  }
  const port = http ? (http.address() as AddressInfo).port : 0
  log.info({ port, database: embedded?.how ?? 'external' }, 'server.started')
  return {
    port,
    ...first,
    database: embedded?.how ?? 'external',
    stop: async () => {
      beginDraining(ctx)
      await Promise.all([
        http ? closeHttp(http) : null,
        loop.stop(),
        publisher.stop(),
        dispatcher.stop(),
      ])
      await heartbeat.stop()
      await stopWatching()
      await ctx.outbound.close()
      await db.close()
      await embedded?.stop()
      log.info('server.stopped')
    },
  }
}

function createContext(config: Config, log: Log, db: Context['db']): Context {
  const clock = systemClock
  const outbound = createOutbound({
    allowPrivate: config.allowPrivateWebhooks,
    trustedOrigins: Object.values(config.platforms).flatMap(({ bases }) =>
      Object.values(bases).map((base) => new URL(base).origin),
    ),
    ca: config.outboundCa,
  })
  const platforms = createPlatforms({ config, outbound, now: () => clock.now() })
  const mail = createMail({ url: config.smtpUrl, from: config.mailFrom, log })
  return Object.freeze({ config, clock, db, log, mail, outbound, platforms })
}

async function listen(ctx: Context): Promise<Server> {
  const server = createAdaptorServer({
    fetch: createApp(ctx).fetch,
    serverOptions: {
      maxHeaderSize: limits.request.headerBytesMax,
      headersTimeout: limits.request.timeoutMs,
      // The longest upload; other bodies have their own deadline (http/body.ts).
      requestTimeout: limits.media.uploadMsMax,
    },
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(ctx.config.port, ctx.config.host, resolve)
  })
  return server
}

async function closeHttp(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), drainMsMax).unref()
  })
}
