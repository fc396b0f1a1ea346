import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '../src/base/log.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string }
  }
}

/** One throw-away PostgreSQL for the whole run, with a migrated template to clone per file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'postern-test-'))
  // The server runs as another user when the tests run as root, and must reach its folder.
  const { chmodSync } = await import('node:fs')
  chmodSync(directory, 0o755)
  const log = createLog({ level: 'silent' })
  const embedded = await startEmbedded({ directory, password: 'test', log, throwAway: true })
  const database = openDatabase({ connection: embedded.connection, poolMax: 2, log })
  await migrate(database.pool)
  await database.close()
  const { host, port, user, password } = embedded.connection
  project.provide('postgres', {
    host: host as string,
    port: port as number,
    user: user as string,
    password: password as string,
  })
  return async () => {
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
