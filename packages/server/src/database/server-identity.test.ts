import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DebianPostgres, startDebianPostgres } from '../../test/debian-postgres.ts'
import { createLog } from '../telemetry/log.ts'
import { connectionOf } from './connection.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'
import { confirmServer } from './server-identity.ts'

let primary: DebianPostgres
const log = createLog({ level: 'silent' })

beforeAll(async () => {
  primary = await startDebianPostgres({ settings: { wal_level: 'replica' } })
  await primary.createDatabase('postern')
  const db = open(primary.url('postern'))
  await migrate(db.pool)
  await db.close()
})
afterAll(() => primary.stop())

function open(url: string): Database {
  return openDatabase({ connection: connectionOf(url), poolMax: 1, log })
}

const lastBeat = new Date('2026-11-28T12:00:00Z')
const afterwards = new Date('2026-11-28T12:00:20Z')

async function stored({ pool }: Database) {
  const { rows } = await pool.query(
    'select replication, timeline, lost_since, lost_until from database_server',
  )
  return rows[0]
}

test('a replica that was promoted while it lagged → what was committed since the last beat it has may be lost', async () => {
  const before = open(primary.url('postern'))
  onTestFinished(() => before.close())
  const replica = await startDebianPostgres({ replicaOf: primary })
  onTestFinished(() => replica.stop())
  await expect
    .poll(async () => {
      await confirmServer(before, lastBeat)
      return (await stored(before)).replication
    })
    .toBe('asynchronous')
  await before.pool.query(`insert into process values
    (gen_random_uuid(), 'worker', 'host', 1, '', '{}', 0, now(), now())`)
  const { rows } = await before.pool.query('select pg_current_wal_insert_lsn()::text as position')
  const after = open(replica.url('postern'))
  onTestFinished(() => after.close())
  const isReplayed = async () => {
    const text = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as value'
    return (await replicaQuery(replica, text, [rows[0].position])).value
  }
  await expect.poll(isReplayed).toBe(true)
  await replicaQuery(replica, 'select pg_promote() as value')
  await confirmServer(after, afterwards)
  expect(await stored(after)).toEqual({
    replication: 'none',
    timeline: 2,
    lost_since: lastBeat,
    lost_until: new Date('2026-11-28T12:00:25Z'),
  })
})

test('a role without privileges can read the identity', async () => {
  const owner = open(primary.url('postern'))
  onTestFinished(() => owner.close())
  await owner.pool.query(
    `create role plain login password 'plain'; grant all on all tables in schema public to plain`,
  )
  const url = new URL(primary.url('postern'))
  url.username = 'plain'
  url.password = 'plain'
  const db = open(url.href)
  onTestFinished(() => db.close())
  await confirmServer(db, lastBeat)
  expect(db.server).toMatchObject({ isVisible: true })
  expect(db.server.beats).toBeGreaterThan(0)
})

/** A client of the driver, which connects to replicas too. */
async function replicaQuery(
  server: DebianPostgres,
  text: string,
  values: unknown[] = [],
): Promise<{ value: boolean }> {
  const client = new pg.Client(server.url('postern'))
  await client.connect()
  try {
    return (await client.query<{ value: boolean }>(text, values)).rows[0]!
  } finally {
    await client.end()
  }
}
