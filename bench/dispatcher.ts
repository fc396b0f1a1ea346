import type { Context } from '../packages/server/src/context.ts'
import { systemClock } from '../packages/server/src/core/clock.ts'
import { loadConfig } from '../packages/server/src/core/config.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { createOutbound } from '../packages/server/src/outbound/outbound.ts'
import { createDispatcher } from '../packages/server/src/resources/webhooks/delivery/dispatcher.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'

/** A process with only a dispatcher, which starts faster than a server. */
const config = loadConfig(process.env)
const log = createLog({ level: config.logLevel, file: config.logFile })
const connection = { connectionString: config.databaseUrl! }
const db = openDatabase({ connection, poolMax: 8, log, listen: true })
const outbound = createOutbound({
  allowPrivate: config.allowPrivateWebhooks,
  trustedOrigins: [],
  ca: config.outboundCa,
})
const dispatcher = createDispatcher({ config, clock: systemClock, db, log, outbound } as Context)
dispatcher.start()
process.stdout.write('Postern is running in the background.\n')
process.on('SIGTERM', async () => {
  await dispatcher.stop()
  await outbound.close()
  await db.close()
  process.exit(0)
})
