import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadConfig } from '../packages/server/src/base/config.ts'
import { createLog } from '../packages/server/src/base/log.ts'
import { startEmbedded } from '../packages/server/src/database/embedded.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { insertKey } from '../packages/server/src/keys/keys.ts'
import { readInstance } from './instance.ts'

/** Makes another owner key for this installation and prints it; the server may be running or not. */
async function makeKey(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'))
  if (!process.env.DATABASE_URL && !existsSync(join(dataDir, 'secrets.json'))) {
    throw new Error(`There is no installation in ${dataDir} yet: run npm start first.`)
  }
  const config = loadConfig({ ...process.env, DATA_DIR: dataDir })
  const log = createLog({ level: 'error' })
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ directory: dataDir, password: config.databasePassword, log })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl! }
  const db = openDatabase({ connection, poolMax: 1, log })
  try {
    const owner = await db.read.selectFrom('owner').select('id').executeTakeFirst()
    if (!owner) throw new Error('There is no owner yet: run npm start first.')
    const input = { name: 'Made by npm run key', profileId: null, scopes: null, expiresAt: null }
    const { secret } = await db.transact((tx) => insertKey(tx, owner.id, input, new Date()))
    process.stdout.write(
      `\n  Owner key       ${secret}\n                  Keep it: it is shown this once.\n\n`,
    )
  } finally {
    await db.close()
    if (!readInstance(dataDir)) await embedded?.stop()
  }
}

try {
  await makeKey()
} catch (err) {
  process.stderr.write(`\n  No key was made: ${(err as Error).message}\n\n`)
  process.exitCode = 1
}
