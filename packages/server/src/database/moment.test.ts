import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../test/house.ts'
import { createMoments } from './moment.ts'
import { openDatabase, type Reader } from './open.ts'

let house: House
let nowMs: number
beforeAll(async () => {
  house = await openHouse({ poolMax: 4 })
  nowMs = 0
  await sql`create table moment_of (word text)`.execute(house.ctx.db.read)
})
afterAll(() => house.close())

/** Others write to this PostgreSQL too: between two questions there is to be little time. */
const often = { interval: 0, timeout: 20_000 }

const open = () =>
  createMoments(
    () => house.ctx.db.keeping,
    () => nowMs,
  )
const write = (word: string) =>
  sql`insert into moment_of values (${word})`.execute(house.ctx.db.read)

/** Of a few questions in a row two are of one moment. */
async function settled({ ask }: ReturnType<typeof open>): Promise<string> {
  let last = await ask()
  await expect
    .poll(async () => {
      const before = last
      last = await ask()
      return last === before
    }, often)
    .toBe(true)
  return last!
}

test('it is the same while nothing is committed, whatever is read or begun', async () => {
  const moments = open()
  const { read, pool } = house.ctx.db
  // Thrown away at the end, with whatever it has begun.
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into moment_of values ('begun')`)
    await expect
      .poll(async () => {
        const before = await moments.ask()
        await sql`select count(*) from moment_of`.execute(read)
        await client.query(`insert into moment_of values ('more')`)
        return (await moments.ask()) === before
      }, often)
      .toBe(true)
    const before = await moments.ask()
    await client.query('commit')
    expect(await moments.ask()).not.toBe(before)
  } finally {
    client.release(true)
  }
})

test('it is another after any commit, of any table and connection, and never one of before', async () => {
  const moments = open()
  const seen = new Set<string>()
  for (let time = 0; time < 10; time += 1) {
    seen.add(await settled(moments))
    await write(randomUUID())
  }
  expect(seen.size).toBe(10)
})

test('it is another also after a commit among others that have begun before and after and go on', async () => {
  const moments = open()
  const { pool } = house.ctx.db
  const clients = await Promise.all([1, 2].map(() => pool.connect()))
  try {
    // Whoever else commits makes it another as well: one of these times nobody does.
    for (let time = 0; time < 20; time += 1) {
      for (const client of clients) await client.query('begin')
      for (const client of clients) await client.query('select pg_current_xact_id()')
      await write('later')
      const before = await moments.ask()
      await clients[1]!.query('commit')
      expect(await moments.ask()).not.toBe(before)
      await clients[0]!.query('commit')
      nowMs += 1_000
    }
  } finally {
    for (const client of clients) client.release(true)
  }
})

test('two who read at one moment see the same, though others write beside them', async () => {
  const moments = open()
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await write(randomUUID())
      // Now and then nobody writes for as long as it takes to read.
      await pause(randomInt(6))
    }
  })()
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from moment_of`.execute(house.ctx.db.read)
    return rows[0]!.count
  }
  let [same, other] = [0, 0]
  try {
    while (same < 5 || other < 5) {
      nowMs += 1_000
      const before = await moments.ask()
      const [first, second] = [await count(), await count()]
      const isSame = before !== null && (await moments.ask()) === before
      if (isSame) expect(second).toBe(first)
      if (isSame) same += 1
      else other += 1
    }
  } finally {
    isOver = true
    await writing
  }
})

test('what is asked together is asked once', async () => {
  const moments = open()
  const answers = await Promise.all(Array.from({ length: 50 }, () => moments.ask()))
  expect(new Set(answers).size).toBe(1)
})

test('after a connection broke it is none of those of before', async () => {
  const moments = open()
  const before = await settled(moments)
  const era = moments.era()
  moments.forget()
  expect(moments.era()).not.toBe(era)
  const after = await moments.ask()
  expect(after!.split(' ')[0]).not.toBe(before.split(' ')[0])
})

test('what was asked before a connection broke and is answered after it is no moment', async () => {
  const moments = createMoments(() => {
    moments.forget()
    return house.ctx.db.keeping
  })
  expect(await moments.ask()).toBeNull()
})

test('a connection that breaks begins another era, whatever it is there for', async () => {
  const { options } = house.ctx.db.pool
  const db = openDatabase({
    connection: { ...options, password: options.password } as pg.ClientConfig,
    poolMax: 1,
    log: house.ctx.log,
    listen: true,
  })
  const pidOf = async (reader: Reader, name: string) => {
    const { rows } = await sql<{ pid: number; name: string }>`
      select pg_backend_pid() as pid, current_setting('application_name') as name`.execute(reader)
    return rows[0]!.name === name ? rows[0]!.pid : null
  }
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = ${options.database} and query like 'listen postern_wake%'`.execute(db.read)
    return rows[0]?.pid ?? null
  }
  try {
    for (const find of [
      () => pidOf(db.read, 'postern'),
      () => pidOf(db.keeping, 'postern reads'),
      waiting,
    ]) {
      let pid: number | null = null
      while (pid === null) pid = await find()
      const era = db.era()
      await sql`select pg_terminate_backend(${pid})`.execute(house.ctx.db.read)
      await expect.poll(() => db.era(), often).toBeGreaterThan(era)
    }
  } finally {
    await db.close()
  }
})

test('where hardly any spares anything it is not asked for a while', async () => {
  const moments = open()
  const judge = (isSame: boolean, times: number) => {
    for (let time = 0; time < times; time += 1) moments.judge(isSame)
  }
  // All that is kept is of another moment after a commit: that is no reason.
  judge(false, 2_000)
  expect(await moments.ask()).not.toBeNull()
  judge(false, 1_000)
  expect(await moments.ask()).toBeNull()
  nowMs += 1_499
  expect(await moments.ask()).toBeNull()
  nowMs += 1
  expect(await moments.ask()).not.toBeNull()
  judge(true, 300)
  judge(false, 300)
  expect(await moments.ask()).not.toBeNull()
  judge(false, 1_000)
  expect(await moments.ask()).toBeNull()
})
