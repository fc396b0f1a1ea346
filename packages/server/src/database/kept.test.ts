import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type House, openHouse } from '../../test/house.ts'
import { readKept } from './kept.ts'

let house: House
let kept: typeof import('./kept.ts')

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

// What is kept is known to the whole process; each test begins with a process that keeps nothing.
beforeEach(async () => {
  vi.resetModules()
  kept = await import('./kept.ts')
})

const shapeOfName = /^kept_[0-9a-f]{16}$/
const texts = (count: number, word: string) =>
  Array.from({ length: count }, (_, number) => `select ${number} /* ${word} */`)

test('a statement that comes often is kept from its third time on, under one name', () => {
  const names = Array.from({ length: 5 }, () => kept.keptNameOfFrequent('select 1'))
  const name = kept.keptName('select 1')
  expect(names).toEqual([undefined, undefined, name, name, name])
  expect(name).toMatch(shapeOfName)
  for (let time = 1; time < 3; time += 1) kept.keptNameOfFrequent('select 2')
  expect(kept.keptName('select 2')).toBeUndefined()
  expect(kept.keptNameOfFrequent('select 2')).toMatch(shapeOfName)
})

test('two processes that meet texts in another order → one name for a text, one text for a name', async () => {
  const all = texts(20, 'in any order')
  const namesIn = async (order: readonly string[]) => {
    vi.resetModules()
    const process = await import('./kept.ts')
    for (const text of order)
      for (let time = 0; time < 3; time += 1) process.keptNameOfFrequent(text)
    return new Map(order.map((text) => [text, process.keptName(text)]))
  }
  const [one, other] = [await namesIn(all), await namesIn(all.toReversed())]
  for (const text of all) expect(other.get(text)).toBe(one.get(text))
  expect(new Set([...one.values(), ...other.values()]).size).toBe(all.length)
})

test('asking for the name alone counts as no use', () => {
  for (let time = 0; time < 10; time += 1) expect(kept.keptName('select 1')).toBeUndefined()
  expect(kept.keptNameOfFrequent('select 1')).toBeUndefined()
})

test('600 statements are kept and no more, so that no stranger’s query fills a connection', () => {
  const many = texts(601, 'frequent')
  for (const text of many) for (let time = 0; time < 3; time += 1) kept.keptNameOfFrequent(text)
  const names = many.map((text) => kept.keptName(text))
  expect(new Set(names.slice(0, 600)).size).toBe(600)
  expect(names.slice(0, 600)).not.toContain(undefined)
  expect(names[600]).toBeUndefined()
  expect(kept.keptNameOfFrequent(many[0]!)).toBe(names[0])
})

test('what has one good plan is kept also then', async () => {
  for (const text of texts(600, 'frequent')) {
    for (let time = 0; time < 3; time += 1) kept.keptNameOfFrequent(text)
  }
  const query = sql<{ n: number }>`select ${1}::int as n /* with one plan */`
  const text = query.compile(house.ctx.db.read).sql
  await kept.readKept(house.ctx.db.read, query)
  expect(kept.keptName(text)).toBeUndefined()
  await kept.readByOnePlan(house.ctx.db.read, query)
  expect(kept.keptName(text)).toMatch(shapeOfName)
})

test('statements that come seldom are forgotten, so that counting them needs no more room', () => {
  for (let time = 0; time < 2; time += 1) kept.keptNameOfFrequent('select 1')
  for (const text of texts(2_000, 'seldom')) kept.keptNameOfFrequent(text)
  expect(kept.keptNameOfFrequent('select 1')).toBeUndefined()
})

test('a read that is kept is known to its connection by name from the first time on, whatever its values', async () => {
  const { read } = house.ctx.db
  for (const n of [1, 2]) {
    const query = sql<{ n: number }>`select ${n}::int as n /* of a test */`
    expect(await readKept(read, query)).toEqual([{ n }])
  }
  const { rows } = await house.ctx.db.pool.query(
    `select name from pg_prepared_statements where statement like '%of a test%'`,
  )
  expect(rows).toEqual([{ name: expect.stringMatching(shapeOfName) }])
})
