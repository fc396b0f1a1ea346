import { join } from 'node:path'
import type { Scope } from '../packages/server/src/access/scope.ts'
import type { Context } from '../packages/server/src/context.ts'
import { systemClock } from '../packages/server/src/core/clock.ts'
import { loadConfig } from '../packages/server/src/core/config.ts'
import { startEmbedded } from '../packages/server/src/database/embedded/embedded.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { ensurePartitions } from '../packages/server/src/jobs/partitions.ts'
import { createMail } from '../packages/server/src/outbound/mail.ts'
import { createOutbound } from '../packages/server/src/outbound/outbound.ts'
import { createPlatforms } from '../packages/server/src/platforms/registry.ts'
import { serverStorage } from '../packages/server/src/resources/connect/flow/server-storage.ts'
import { emitEvent } from '../packages/server/src/resources/webhooks/emit.ts'
import { createWebhook } from '../packages/server/src/resources/webhooks/endpoints.ts'
import { ensureOwner } from '../packages/server/src/setup.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'
import { type ServerProcess, sharedKeys, startProcess } from '../packages/server/test/processes.ts'
import { withDataDir } from './instance.ts'

/** An embedded database and a server context in this process, which can start server processes too. */
export type Engine = {
  ctx: Context
  scope: Scope
  dataDir: string
  /** The default profile. */
  profileId: string
  /** `null` if another process created the owner. */
  ownerKey: string | null
  /** The first process of PostgreSQL. */
  postgresPid: number
  /** The connection string for other processes. */
  databaseUrl: string
  /** Registers an endpoint for these events; the default is `post.published`. */
  addEndpoint(url: string, events?: EventName[]): Promise<{ id: string; secret: string }>
  /** Emits one event with this `post_id` in a transaction. */
  publish(postId: string): Promise<void>
  /** Emits this many events, 8 concurrently. */
  publishMany(count: number): Promise<void>
  /** Starts a server process. A `dispatcher` is a worker that only sends deliveries and starts faster. */
  start(role: Role, options?: StartOptions): Promise<ServerProcess>
  close(): Promise<void>
}

export type Role = 'all' | 'api' | 'worker' | 'dispatcher'
type EventName = 'post.published' | 'post.failed' | 'comment.created' | 'account.expired'
type StartOptions = {
  port?: number
  databaseUrl?: string
  env?: Record<string, string>
  /** A command that starts the process elsewhere, such as in a network namespace. */
  prefix?: string[]
}

const dispatcherMain = join(import.meta.dirname, 'dispatcher.ts')
const concurrentPublishers = 8

/** Runs `work` with an engine in a temporary directory. */
export async function withEngine<Result>(
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  return await withDataDir(async (dataDir) => {
    const engine = await openEngine(dataDir)
    return await work(engine).finally(engine.close)
  })
}

/**
 * Opens the engine of a data directory. Starts its database unless it is already running, or uses that
 * of `DATABASE_URL`. `BENCH_DATABASE_URL` is one for every benchmark; it must be empty.
 */
export async function openEngine(
  dataDir: string,
  extraEnv: Record<string, string> = {},
): Promise<Engine> {
  const { BENCH_DATABASE_URL: DATABASE_URL } = process.env
  const env = {
    ...(DATABASE_URL ? { DATABASE_URL } : {}),
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    OUTBOUND_CA_FILE: join(import.meta.dirname, 'fixtures', 'receiver.pem'),
    LOG_LEVEL: 'error',
    SANDBOX_URL: 'http://127.0.0.1:9',
    ...sharedKeys,
    ...extraEnv,
  }
  const log = createLog({ level: 'error', file: join(dataDir, 'bench.log') })
  const config = loadConfig(env)
  const password = config.databasePassword
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ directory: dataDir, password, log, unsupervised: true })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl! }
  const db = openDatabase({ connection, poolMax: 12, log, listen: true })
  const outbound = createOutbound({
    allowPrivate: true,
    trustedOrigins: [new URL(config.sandboxUrl!).origin],
    trustedServers: config.trustedServers,
    ca: config.outboundCa,
  })
  const clock = systemClock
  const mail = createMail({ url: null, from: config.mailFrom, log })
  const platforms = createPlatforms({
    config,
    outbound,
    storageOf: (platform) => serverStorage({ config, clock, db }, platform),
    now: () => clock.now(),
  })
  const ctx: Context = { config, clock, db, log, mail, outbound, platforms }
  await migrate(db.pool)
  await ensurePartitions(ctx)
  const { ownerKey } = await ensureOwner(ctx)
  const databaseUrl =
    config.databaseUrl ??
    `postgresql://postern:${encodeURIComponent(password)}@localhost:5432/postern?host=${encodeURIComponent(String(embedded!.connection.host))}`
  return {
    ...(await createPublisher(ctx)),
    ctx,
    dataDir,
    postgresPid: embedded?.pid ?? (await readPostgresPid(ctx)),
    databaseUrl,
    ownerKey,
    start: (role, { env: roleEnv, ...options } = {}) =>
      startProcess({
        role: role === 'dispatcher' ? 'worker' : role,
        ...(role === 'dispatcher' ? { main: dispatcherMain } : {}),
        databaseUrl,
        dataDir,
        ...options,
        env: { ...env, LOG_FILE: join(dataDir, `${role}.log`), ...roleEnv },
      }),
    close: async () => {
      await outbound.close()
      await db.close().catch(() => {})
      if (embedded && embedded.origin !== 'adopted') await embedded.stop().catch(() => {})
    },
  }
}

/** Of a server on this machine, and with a superuser; otherwise 0, whose processes use no CPU time. */
async function readPostgresPid({ db }: Context): Promise<number> {
  const text = `select pg_read_file('postmaster.pid') as text`
  const { rows } = await db.pool.query(text).catch(() => ({ rows: [{ text: '0' }] }))
  return Number.parseInt(rows[0].text, 10)
}

async function createPublisher(
  ctx: Context,
): Promise<Pick<Engine, 'scope' | 'profileId' | 'addEndpoint' | 'publish' | 'publishMany'>> {
  const { id: profileId, owner_id: ownerId } = await ctx.db.query
    .selectFrom('profile')
    .select(['id', 'owner_id'])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const scope: Scope = {
    ownerId,
    actor: { kind: 'api_key', id: 'bench', name: 'bench' },
    kind: 'owner',
    profile: null,
    profileIds: null,
    sessionId: null,
    mustSetUpSecondFactor: false,
    permissions: null,
    hiddenProfileIds: [],
  }
  const publish = async (postId: string) => {
    await ctx.db.transact((tx) =>
      emitEvent(tx, {
        ownerId,
        profileId,
        profileExternalId: 'client-42',
        type: 'post.published',
        data: {
          post_id: postId,
          target_id: 'tgt_01k4wz7tq8e1n9mdh2y6c3vbfa',
          account_id: 'acc_01k4wz7tq8e1n9mdh2y6c3vbfa',
          platform: 'threads',
          permalink: `https://www.threads.net/@bergmann.bakery/post/${'x'.repeat(220)}`,
          published_at: new Date().toISOString(),
          parts: [],
        },
        now: new Date(),
      }),
    )
  }
  return {
    scope,
    profileId,
    publish,
    addEndpoint: (url, events = ['post.published']) =>
      createWebhook(ctx, scope, { url, events }, async () => {}),
    publishMany: (count) =>
      inParallel(count, concurrentPublishers, (index) => publish(`post_${index}`)),
  }
}

/** Calls `work` with 0 to `count` - 1, with limited concurrency. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const runner = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, runner))
}
