import { loadConfig } from '../packages/server/src/core/config.ts'
import { startEmbedded } from '../packages/server/src/database/embedded/embedded.ts'
import { type Database, openDatabase } from '../packages/server/src/database/open.ts'
import { emit } from '../packages/server/src/resources/webhooks/emit.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'

export type Publisher = {
  db: Database
  /** Emits that many `post.published` events, each in a transaction of its own. */
  publish(events: number): Promise<void>
  close(): Promise<void>
}

const log = createLog({ level: 'error', file: '/dev/null' })
const atOnce = 8

/**
 * Publishes as a noun of the server does, with `emit` in its own transaction, from this process:
 * what an `api` process beside the running one would do. The database is the instance's own.
 */
export async function openPublisher(dataDir: string): Promise<Publisher> {
  const config = loadConfig({ DATA_DIR: dataDir })
  const embedded = await startEmbedded({
    directory: dataDir,
    password: config.databasePassword,
    log,
  })
  if (embedded.how !== 'adopted') throw new Error('The database of the instance was not running.')
  const db = openDatabase({ connection: embedded.connection, poolMax: atOnce, log, listen: true })
  const owner = await db.read.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const profile = await db.read
    .selectFrom('profile')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const publishOne = async () => {
    await db.transact((tx) =>
      emit(tx, {
        ownerId: owner.id,
        profileId: profile.id,
        profileExternalId: 'client-42',
        type: 'post.published',
        data: {
          post_id: 'post_01k4wz7tq8e1n9mdh2y6c3vbfa',
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
    db,
    publish: async (events) => {
      let left = events
      const worker = async () => {
        while (left > 0) {
          left -= 1
          await publishOne()
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
    close: () => db.close(),
  }
}
