import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../telemetry/log.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

let directory: string
let embedded: EmbeddedPostgres

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'postern-killed-'))
  chmodSync(directory, 0o755)
  const log = createLog({ level: 'silent' })
  embedded = await startEmbedded({ directory, password: 'test', log, disposable: true })
})
afterAll(async () => {
  await embedded.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Waits until a server accepts queries and returns its pid. */
async function waitForServer(): Promise<number> {
  for (;;) {
    const client = new pg.Client(embedded.connection)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query(
        `select (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int as pid`,
      )
      return rows[0].pid
    } catch {
      await new Promise((resume) => setImmediate(resume))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

test('a PostgreSQL that is killed while the server runs is restarted', async () => {
  expect(await waitForServer()).toBe(embedded.pid)
  process.kill(embedded.pid, 'SIGKILL')
  let pid = embedded.pid
  while (pid === embedded.pid) pid = await waitForServer()
  expect(pid).not.toBe(embedded.pid)
})
