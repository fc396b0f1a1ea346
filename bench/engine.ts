import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Scope } from '../packages/server/src/access/scope.ts'
import type { Context } from '../packages/server/src/context.ts'
import { systemClock } from '../packages/server/src/core/clock.ts'
import { loadConfig } from '../packages/server/src/core/config.ts'
import { startEmbedded } from '../packages/server/src/database/embedded/embedded.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { createMail } from '../packages/server/src/outbound/mail.ts'
import { createOutbound } from '../packages/server/src/outbound/outbound.ts'
import { createPlatforms } from '../packages/server/src/platforms/registry.ts'
import { ensurePartitions } from '../packages/server/src/resources/webhooks/delivery/partitions.ts'
import { emit } from '../packages/server/src/resources/webhooks/emit.ts'
import { createWebhook } from '../packages/server/src/resources/webhooks/endpoints.ts'
import { ensureOwner } from '../packages/server/src/setup.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'
import { withDataDir } from './instance.ts'
import { until } from './processes.ts'

export type Engine = {
  ctx: Context
  scope: Scope
  dataDir: string
  profileId: string
  /** How another process reaches the database. */
  databaseUrl: string
  /** Registers an endpoint for `post.published`; answers id and secret. */
  addEndpoint(url: string): Promise<{ id: string; secret: string }>
  /** Emits one event in a transaction of its own; `mark` comes back as its `post_id`. */
  publish(mark: string): Promise<void>
  /** Emits as many, 8 at once. */
  publishMany(events: number): Promise<void>
}

export type Worker = { child: ChildProcess; pid: number; end(): Promise<void> }

export const certificate = join(import.meta.dirname, 'fixtures', 'receiver.pem')
/** `worker`: a server process that only works, as in production. `dispatcher`: only that. */
const scripts = {
  worker: join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts'),
  dispatcher: join(import.meta.dirname, 'dispatcher.ts'),
}
const publishersAtOnce = 8
const workerReadyMsMax = 60_000
const workerStopMsMax = 30_000

/** A database and what a process of the server has, in a folder that is gone afterwards. */
export async function withEngine<Result>(
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  return await withDataDir((dataDir) => inDataDir(dataDir, work))
}

export async function inDataDir<Result>(
  dataDir: string,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const log = createLog({ level: 'error', file: join(dataDir, 'bench.log') })
  const config = loadConfig(environmentOf(dataDir))
  const embedded = await startEmbedded({
    directory: dataDir,
    password: config.databasePassword,
    log,
  })
  const { connection } = embedded
  const db = openDatabase({ connection, poolMax: 12, log, listen: true })
  const outbound = createOutbound({
    allowPrivate: true,
    trustedOrigins: [],
    ca: config.outboundCa,
  })
  const clock = systemClock
  const mail = createMail({ url: null, from: config.mailFrom, log })
  const platforms = createPlatforms({ config, outbound, now: () => clock.now() })
  const ctx: Context = { config, clock, db, log, mail, outbound, platforms }
  try {
    await migrate(db.pool)
    await ensurePartitions(ctx)
    await ensureOwner(ctx)
    const password = encodeURIComponent(config.databasePassword)
    const host = encodeURIComponent(String(connection.host))
    const databaseUrl = `postgresql://postern:${password}@localhost:5432/postern?host=${host}`
    return await work(await engineOf(ctx, dataDir, databaseUrl))
  } finally {
    await outbound.close()
    await db.close().catch(() => {})
    await embedded.stop().catch(() => {})
  }
}

async function engineOf(ctx: Context, dataDir: string, databaseUrl: string): Promise<Engine> {
  const { read } = ctx.db
  const { id: ownerId } = await read.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const { id: profileId } = await read.selectFrom('profile').select('id').executeTakeFirstOrThrow()
  const scope: Scope = {
    ownerId,
    actor: { kind: 'api_key', id: 'bench', name: 'bench' },
    kind: 'owner',
    profile: null,
    profileIds: null,
    sessionId: null,
    permissions: null,
    hiddenProfileIds: [],
  }
  const publish = async (mark: string) => {
    await ctx.db.transact((tx) =>
      emit(tx, {
        ownerId,
        profileId,
        profileExternalId: 'client-42',
        type: 'post.published',
        data: {
          post_id: mark,
          target_id: 'tgt_01k4wz7tq8e1n9mdh2y6c3vbfa',
          account_id: 'acc_01k4wz7tq8e1n9mdh2y6c3vbfa',
          platform: 'threads',
          permalink: `https://www.threads.net/@bergmann.bakery/post/${'x'.repeat(220)}`,
          published_at: new Date().toISOString(),
        },
        now: new Date(),
      }),
    )
  }
  return {
    ctx,
    scope,
    dataDir,
    profileId,
    databaseUrl,
    publish,
    addEndpoint: (url) =>
      createWebhook(ctx, scope, { url, events: ['post.published'] }, async () => {}),
    publishMany: async (events) => {
      let left = events
      const publisher = async () => {
        while (left > 0) {
          left -= 1
          await publish(`post_${left}`)
        }
      }
      await Promise.all(Array.from({ length: publishersAtOnce }, publisher))
    },
  }
}

function environmentOf(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    OUTBOUND_CA_FILE: certificate,
    LOG_LEVEL: 'error',
  }
}

/** A process that delivers, ready when this resolves. */
export async function startWorker(
  engine: Pick<Engine, 'dataDir' | 'databaseUrl'>,
  kind: keyof typeof scripts = 'worker',
  args: readonly string[] = [],
): Promise<Worker> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [scripts[kind], ...args], {
    env: {
      PATH,
      HOME,
      ...environmentOf(engine.dataDir),
      LOG_FILE: join(engine.dataDir, 'worker.log'),
      DATABASE_URL: engine.databaseUrl,
      ROLE: 'worker',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The worker is not ready.')), workerReadyMsMax)
    child.stdout.once('data', () => {
      clearTimeout(late)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`The worker ended (${code}).`))
    })
  })
  return { child, pid: child.pid!, end: () => endOf(child) }
}

async function endOf(child: ChildProcess): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (hasEnded()) return
  child.kill('SIGTERM')
  if (!(await until(hasEnded, workerStopMsMax))) child.kill('SIGKILL')
}
