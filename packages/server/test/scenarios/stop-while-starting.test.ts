import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockKey } from '../../src/database/migrate.ts'
import { sharedKeys } from '../processes.ts'
import { openTestApp } from '../test-app.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

test('SIGTERM while the server waits for the migration lock → it stops in order, exit code 0', async () => {
  const testApp = await openTestApp()
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-stop-'))
  const lock = await testApp.ctx.db.pool.connect()
  await lock.query('select pg_advisory_lock($1)', [lockKey])
  const { host, port, user, password, database } = testApp.ctx.db.pool.options
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      ROLE: 'worker',
      DATABASE_URL: `postgresql://${user}:${password}@localhost/${database}?${query}`,
      DATA_DIR: dataDir,
      ...sharedKeys,
    },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  try {
    const waiting = () =>
      lock.query(`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`)
    await expect.poll(async () => (await waiting()).rowCount).toBe(1)
    child.kill('SIGTERM')
    await lock.query('select pg_advisory_unlock($1)', [lockKey])
    expect(await exited).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    await exited
    lock.release()
    rmSync(dataDir, { recursive: true, force: true })
    await testApp.close()
  }
}, 60_000)
