import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '../access/scope.ts'
import { createLog } from '../base/log.ts'
import { noneUnchanged, readUnchanged } from '../http/unchanged.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { lookBy, type Mark } from './mark.ts'
import { createMoments } from './moment.ts'
import { type Database, openDatabase } from './open.ts'

const log = createLog({ level: 'silent' })
let directory: string
let embedded: EmbeddedPostgres
let db: Database

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'postern-lost-'))
  chmodSync(directory, 0o755)
  embedded = await startEmbedded({ directory, password: 'test', log })
  const { connection } = embedded
  const client = new pg.Client(connection)
  await client.connect()
  // What does not wait for its disk is written there late, and nobody else commits.
  for (const setting of [`wal_writer_delay = '10s'`, 'autovacuum = off'])
    await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  await client.query('create table lost (word text)')
  await client.query(`insert into lost values ('first')`)
  await client.query('checkpoint')
  await client.end()
  db = openDatabase({ connection, poolMax: 2, log })
})
afterAll(async () => {
  await db.close()
  await embedded.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** As somebody who does not wait for the disk. */
async function write(word: string): Promise<pg.Client> {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => {})
  await client.connect()
  await client.query('set synchronous_commit = off')
  await client.query('update lost set word = $1', [word])
  return client
}

/** All connections break, the first process of the server stays, and its last commits are gone. */
async function crash(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  await expect.poll(words, { interval: 20, timeout: 20_000 }).toEqual(['first'])
}

async function words(): Promise<string[] | null> {
  try {
    const { rows } = await sql<{ word: string }>`select word from lost`.execute(db.read)
    return rows.map(({ word }) => word)
  } catch {
    return null
  }
}

test('after a crash that took commits back nothing of before is taken for what is there now', async () => {
  // Hears of no connection that broke: of those of its process none may have been open.
  const moments = createMoments(() => db.keeping)
  const mark = sql<{ mark: Mark }>`select (select xmin::text from lost) as mark`
  const look = lookBy(db.keeping, mark, true)
  const all = noneUnchanged<string>()
  const make = async () => (await words())!.join()
  const ask = () =>
    readUnchanged(all, 'a', {
      scope: nobody,
      era: moments.era(),
      moment: moments.ask,
      judgeMoment: moments.judge,
      now: () => 0,
      prepare: () => look,
      make,
      makeMarked: async () => ({ answer: await make(), mark: (await look())!, bytes: 1 }),
    })
  const now = async () => {
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) as said`.execute(
      db.read,
    )
    return { said: rows[0]!.said, mark: await look(), moment: await moments.ask() }
  }
  const client = await write('lost')
  for (let time = 0; time < 3; time += 1) expect(await ask()).toBe('lost')
  const before = await now()

  await crash(client)
  const other = await write('other')
  const after = await now()
  // The same server, transactions and versions of rows, as far as their numbers go.
  expect([after.said, after.mark]).toEqual([before.said, before.mark])
  expect(after.moment).not.toBe(before.moment)
  for (let time = 0; time < 3; time += 1) expect(await ask()).toBe('other')
  await other.end()
})
