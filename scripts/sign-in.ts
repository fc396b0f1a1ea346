import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadConfig } from '../packages/server/src/base/config.ts'
import { createLog } from '../packages/server/src/base/log.ts'
import { startEmbedded } from '../packages/server/src/database/embedded.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { makeOwnerLink } from '../packages/server/src/members/first.ts'
import { readInstance } from './instance.ts'

/** Makes a fresh sign-in link of an owner and prints it; the server may be running or not. */
async function makeLink(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'))
  if (!process.env.DATABASE_URL && !existsSync(join(dataDir, 'secrets.json'))) {
    throw new Error(`There is no installation in ${dataDir} yet: run npm start first.`)
  }
  const instance = readInstance(dataDir)
  const config = loadConfig({
    ...(instance ? { PUBLIC_URL: instance.url } : {}),
    ...process.env,
    DATA_DIR: dataDir,
  })
  const log = createLog({ level: 'error' })
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ directory: dataDir, password: config.databasePassword, log })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl! }
  const db = openDatabase({ connection, poolMax: 1, log })
  try {
    const email = process.argv[2] ?? null
    const link = await db.transact((tx) => makeOwnerLink({ config }, tx, email, new Date()))
    const until = link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')
    process.stdout.write(
      `\n  Sign in         ${link.url}\n                  Once, until ${until} UTC${link.email ? `, as ${link.email}` : ''}.\n\n`,
    )
  } finally {
    await db.close()
    if (!readInstance(dataDir)) await embedded?.stop()
  }
}

try {
  await makeLink()
} catch (err) {
  process.stderr.write(`\n  No link was made: ${(err as Error).message}\n\n`)
  process.exitCode = 1
}
