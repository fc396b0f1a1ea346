import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { createApp } from '../packages/server/src/app.ts'
import type { Context } from '../packages/server/src/context.ts'
import { systemClock } from '../packages/server/src/core/clock.ts'
import { loadConfig } from '../packages/server/src/core/config.ts'
import { startEmbedded } from '../packages/server/src/database/embedded/embedded.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { createOutbound } from '../packages/server/src/outbound/outbound.ts'
import { createPlatforms } from '../packages/server/src/platforms/registry.ts'
import { ensureOwner } from '../packages/server/src/setup.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'
import { withDataDir } from './instance.ts'

const requests = 1_000
const warmUp = 50

export type Installation = { ctx: Context; port: number; ownerKey: string }

/** The API in this process on a fresh database, without background work. */
export async function onEmptyInstallation<Result>(
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  return await withDataDir(async (dataDir) => {
    const config = loadConfig({
      DATA_DIR: dataDir,
      SANDBOX_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_PER_MINUTE: '0',
    })
    const log = createLog({ level: 'error', file: '/dev/null' })
    const password = config.databasePassword
    const embedded = await startEmbedded({ directory: dataDir, password, log, throwAway: true })
    const db = openDatabase({ connection: embedded.connection, poolMax: 4, log })
    await migrate(db.pool)
    const outbound = createOutbound({ allowPrivate: false, trustedOrigins: [] })
    const clock = systemClock
    const platforms = createPlatforms({ config, outbound, now: () => clock.now() })
    const mail = { configured: false, send: async () => {} }
    const ctx: Context = { config, clock, db, log, mail, outbound, platforms }
    const { ownerKey } = await ensureOwner(ctx)
    const server = serve({ fetch: createApp(ctx).fetch, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await once(server, 'listening')
    try {
      const { port } = server.address() as { port: number }
      return await work({ ctx, port, ownerKey: ownerKey! })
    } finally {
      server.close()
      await outbound.close()
      await db.close()
      await embedded.stop()
    }
  })
}

/** One request after the other, of another account each time. */
export async function measure(ids: readonly string[], run: (id: string) => Promise<void>) {
  const times: number[] = []
  for (let count = 0; count < warmUp + requests; count += 1) {
    const began = performance.now()
    await run(ids[(count * 7) % ids.length]!)
    if (count >= warmUp) times.push(performance.now() - began)
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10
  return { p50: at(0.5), p99: at(0.99) }
}
