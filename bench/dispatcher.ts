import { systemClock } from '../packages/server/src/base/clock.ts'
import { loadConfig } from '../packages/server/src/base/config.ts'
import { createLog } from '../packages/server/src/base/log.ts'
import { createOutbound } from '../packages/server/src/base/outbound.ts'
import type { Context } from '../packages/server/src/context.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { createDispatcher } from '../packages/server/src/webhooks/dispatcher.ts'

/**
 * A process with a dispatcher and nothing else: starts in a fraction of the time of a server, so
 * that it can be killed often. Reads the environment that `startWorker` gives a server.
 */
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
  clock: systemClock,
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
