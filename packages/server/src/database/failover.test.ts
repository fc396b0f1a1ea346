import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DebianPostgres, startDebianPostgres } from '../../test/debian-postgres.ts'
import { createLog } from '../telemetry/log.ts'
import { connectionOf, DatabaseClient } from './connection.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { requireDirect, requireTransactions } from './pooler.ts'
import { readServerState } from './server-state.ts'

const log = createLog({ level: 'silent' })

/** The primary, until the last test promotes the other server. */
let first: DebianPostgres
let second: DebianPostgres
let url: string
/** The same servers in the other order. */
let reversed: string

beforeAll(async () => {
  first = await startDebianPostgres({ durable: true })
  await first.createDatabase('postern')
  second = await startDebianPostgres({ durable: true, replicaOf: first })
  const { user, password } = first.connection
  const urlOf = (...servers: DebianPostgres[]) => {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return `postgresql://${user}:${password}@${hosts}/postern?target_session_attrs=read-write`
  }
  url = urlOf(second, first)
  reversed = urlOf(first, second)
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

async function connect(url: string): Promise<DatabaseClient> {
  const client = new DatabaseClient(connectionOf(url))
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

test('of several servers the client connects to the one that accepts writes', async () => {
  const client = await connect(url)
  expect(client.port).toBe(first.port)
})

test('the state of a server names its replica, what a failover costs, and what a role may not see', async () => {
  await write(first, 'create role plain login superuser')
  const db = openDatabase({ connection: connectionOf(url), poolMax: 1, log })
  onTestFinished(() => db.close())
  await migrate(db.pool)
  const state = () => readServerState(db.query)
  await expect.poll(async () => (await state()).replicas[0]?.isSynchronous).toBe(false)
  expect(await state()).toMatchObject({
    role: 'primary',
    replication: 'asynchronous',
    replicas: [{ name: 'walreceiver', lagBytes: expect.any(Number) }],
    guarantee: 'searched',
  })
  await write(first, `alter system set synchronous_standby_names = '*'`)
  await write(first, 'select pg_reload_conf()')
  await expect.poll(async () => (await state()).guarantee).toBe('nothing_lost')
  await db.pool.query('set role plain')
  await write(first, 'alter role plain nosuperuser')
  await write(first, 'grant select on database_server to plain')
  expect(await state()).toMatchObject({
    replication: null,
    replicas: [{ isSynchronous: null, lagBytes: null, lagSeconds: null }],
    guarantee: 'searched',
  })
  await write(first, 'revoke execute on function pg_control_system() from public')
  expect(await state()).toMatchObject({ replicas: [], guarantee: 'unnoticed' })
  await write(first, 'alter system reset synchronous_standby_names')
  await write(first, 'select pg_reload_conf()')
})

test('a replica alone is refused', async () => {
  await expect(connect(second.url('postern'))).rejects.toThrow('127.0.0.1 is a replica')
})

test('another database of the same name is refused as that of the pooler', async () => {
  const [direct, pooler] = [connectionOf(first.url('postern')), connectionOf(first.url('postgres'))]
  await requireDirect(direct)
  await requireTransactions(direct, direct)
  await expect(requireTransactions(pooler, direct)).rejects.toThrow('another database')
})

test('a pool connects to the promoted replica after the primary is lost, and never to a former primary', async () => {
  await write(first, 'create table written as select 1 as number')
  const pool = new pg.Pool({ ...connectionOf(url), Client: DatabaseClient, max: 2 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const portOf = async () =>
    (await pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]!.port
  expect(await portOf()).toBe(first.port)
  await expect.poll(async () => await replayed()).toBe(true)
  await first.crash()
  await expect(portOf()).rejects.toThrow('No server of DATABASE_URL accepts writes')
  await promote(second)
  expect(await portOf()).toBe(second.port)
  expect((await pool.query('select number from written')).rows).toEqual([{ number: 1 }])

  await first.start()
  const connection = connectionOf(reversed)
  const stale = new DatabaseClient(connection)
  const closed = new Promise<Error>((resolve) => void stale.on('error', resolve))
  await second.crash()
  await stale.connect()
  expect(stale.port).toBe(first.port)
  await second.start()
  const client = new DatabaseClient(connection)
  await client.connect()
  onTestFinished(() => client.end())
  expect(client.port).toBe(second.port)
  expect((await closed).message).toBe('This server is no longer the primary.')
})

async function replayed(): Promise<boolean> {
  return await query(second, `select to_regclass('written') is not null as value`)
}

async function promote(server: DebianPostgres): Promise<void> {
  expect(await query(server, 'select pg_promote() as value')).toBe(true)
}

async function query(server: DebianPostgres, text: string): Promise<boolean> {
  return (await write(server, text)).rows[0].value
}

/** A client of the driver, which connects to replicas too. */
async function write(server: DebianPostgres, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(server.url('postern'))
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
