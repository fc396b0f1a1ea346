import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../test/house.ts'
import { AtLook, lookAtRows, lookBy, type Mark, rowsIn, versionOf, versionsOf } from './mark.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
  const db = house.ctx.db.read
  await sql`create table mark_of (id text primary key, word text not null)`.execute(db)
  await sql`create table mark_part (of text not null, word text not null)`.execute(db)
  await sql`insert into mark_of select 'row_' || n, 'first' from generate_series(1, 30) n`.execute(
    db,
  )
})
afterAll(() => house.close())

const own = sql`mark_part as own where own.of = mark_of.id order by own.word`
const rowsOf = (
  words: string,
) => sql`select id, ${versionOf('mark_of')} || ${versionsOf('own', own)}
  as version from mark_of where word = ${words} order by id`
const run = (text: string) => sql.raw(text).execute(house.ctx.db.read)

test('a mark is the same while nothing was written, and another after any write of its rows or their parts', async () => {
  const look = lookAtRows(house.ctx.db.keeping, rowsOf('first'), true)
  let before: Mark = await look()
  expect(await look()).toBe(before)
  for (const change of [
    `update mark_of set word = 'first' where id = 'row_7'`,
    `insert into mark_part values ('row_7', 'part')`,
    `update mark_part set word = 'part'`,
    'delete from mark_part',
    `delete from mark_of where id = 'row_30'`,
    `insert into mark_of values ('row_30', 'first')`,
    `update mark_of set word = 'second' where id = 'row_1'`,
  ]) {
    await run(change)
    const mark = await look()
    expect(mark, change).not.toBe(before)
    expect(await look()).toBe(mark)
    before = mark
  }
})

test('it says how many rows there are, also that there are none', async () => {
  const db = house.ctx.db.keeping
  expect(rowsIn(await lookAtRows(db, rowsOf('first'), true)())).toBe(29)
  expect(await lookAtRows(db, rowsOf('nothing'), true)()).toBe('0')
  expect(rowsIn(null)).toBe(0)
})

test('many looks of one moment are answered each with its own, whether they share a statement or not', async () => {
  const db = house.ctx.db.keeping
  const lookFor = (id: string, hasOnePlan: boolean) =>
    lookBy(db, sql`select (select id || word from mark_of where id = ${id}) as mark`, hasOnePlan)
  const ids = Array.from({ length: 23 }, (_, n) => `row_${n + 8}`)
  for (const hasOnePlan of [true, false]) {
    const marks = await Promise.all(ids.map((id) => lookFor(id, hasOnePlan)()))
    expect(marks).toEqual(ids.map((id) => `${id}first`))
  }
  expect(await lookFor('nobody', true)()).toBeNull()
})

test('what depends on the time is found out with each look', async () => {
  let now = 1
  const time = new AtLook(() => now)
  const look = lookBy(house.ctx.db.keeping, sql`select ${time}::integer::text as mark`, true)
  expect(await look()).toBe('1')
  now = 2
  expect(await look()).toBe('2')
  // Nor is it known how long it lasts, unless the mark says so.
  expect(look.lasts).toBeUndefined()
  const ending = lookBy(
    house.ctx.db.keeping,
    sql`select ${time}::integer || ' until 7' as mark`,
    true,
    true,
  )
  expect(ending.lasts!((await ending())!)).toBe(7)
})

test('of a page of several profiles the plan is weighed, and of any other it is the one for all', async () => {
  const db = house.ctx.db.keeping
  const mode = sql`current_setting('plan_cache_mode')`
  const oneForAll = lookBy(db, sql`select ${mode} || ${'one'}::text as mark`, true)
  const ofList = lookBy(db, sql`select ${mode} || (${['one']}::text[])[1] as mark`, true)
  await expect.poll(oneForAll).toBe('force_generic_planone')
  for (let time = 0; time < 10; time += 1) expect(await ofList()).toBe('autoone')
})
