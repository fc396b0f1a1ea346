import type { Context } from '../packages/server/src/context.ts'
import type { Clock } from '../packages/server/src/core/clock.ts'
import { loadConfig } from '../packages/server/src/core/config.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { createOutbound } from '../packages/server/src/outbound/outbound.ts'
import { createDispatcher } from '../packages/server/src/resources/webhooks/delivery/dispatcher.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'

/**
 * A process with a dispatcher and nothing else: starts in a fraction of the time of a server, so
 * that it can be killed often. Reads the environment that `startWorker` gives a server. Its clock
 * runs `rate` times as fast (first argument), and jumps ahead by ten minutes at a SIGUSR2.
 */
const rate = Number(process.argv[2] ?? 1)
const jumpMs = 600_000
const startedAt = Date.now()
let jumpedMs = 0
const clock: Clock = {
  now: () => new Date(startedAt + (Date.now() - startedAt) * rate + jumpedMs),
}
process.on('SIGUSR2', () => {
  jumpedMs += jumpMs
})
const config = loadConfig(process.env)
const log = createLog({ level: config.logLevel, file: config.logFile })
const connection = { connectionString: config.databaseUrl! }
const db = openDatabase({ connection, poolMax: 8, log, listen: true })
const outbound = createOutbound({
  allowPrivate: config.allowPrivateWebhooks,
  trustedOrigins: [],
  ca: config.outboundCa,
})
const parts: Pick<Context, 'config' | 'clock' | 'db' | 'log' | 'outbound'> = {
  config,
  clock,
  db,
  log,
  outbound,
}
const dispatcher = createDispatcher(parts as Context)
dispatcher.start()
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  void dispatcher
    .stop()
    .then(() => outbound.close())
    .then(() => db.close())
    .then(() => process.exit(0))
})
