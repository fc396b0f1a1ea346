import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type House, openHouse } from '../../test/house.ts'
import { lookAtRows, versionOf } from '../database/mark.ts'
import { errorAnswer, type Vars } from './errors.ts'
import { requestHeaders } from './headers.ts'
import { mount } from './mount.ts'
import { route } from './route.ts'

let house: House
/** What happens while the next answer is made. */
let during: () => Promise<void>
let made: number

beforeAll(async () => {
  house = await openHouse({ poolMax: 3 })
  await change('create table word_of (id text primary key)')
})
beforeEach(async () => {
  during = async () => {}
  made = 0
  await change('delete from word_of')
  await change("insert into word_of values ('bread')")
})
afterAll(() => house.close())

const change = (text: string) => sql.raw(text).execute(house.ctx.db.read)

/** An app whose one answer is what stands in a table. */
function openApp() {
  const app = new Hono<{ Variables: Vars }>()
  const options = { verifyAnswers: false }
  app.use(requestHeaders(house.ctx))
  app.onError((err, call) => errorAnswer(house.ctx, call, err, options))
  const words = route({
    method: 'get',
    path: '/v1/words',
    operationId: 'listWords',
    tag: 'System',
    description: 'A route of this test.',
    summary: 'Words',
    access: 'key',
    permission: null,
    query: z.strictObject({ like: z.string().optional() }),
    answers: { 200: { schema: z.array(z.string()), description: '' } },
    errors: [],
    run: async (ctx, _scope, { query }) => {
      made += 1
      await during()
      const { rows } = await sql<{ id: string }>`select id from word_of
        where id like ${query.like ?? '%'} order by id`.execute(ctx.db.read)
      return { status: 200, body: rows.map(({ id }) => id) }
    },
    look: (ctx, _scope, { query }) =>
      lookAtRows(
        ctx.db.read,
        sql`select id, ${versionOf('word_of')} as version from word_of
          where id like ${query.like ?? '%'} order by id`,
        true,
      ),
  })
  mount(app, house.ctx, words, options)
  const request = async (method: string, path: string) =>
    await app.request(path, { method, headers: { authorization: `Bearer ${house.ownerKey}` } })
  return {
    ask: async (query = '') => {
      const answer = await request('GET', `/v1/words${query}`)
      return (await answer.json()) as unknown
    },
    request,
  }
}

test('what comes while an answer is made, and goes again, is in no later one', async () => {
  const { ask } = openApp()
  expect(await ask('?like=%25')).toEqual(['bread'])
  during = () => change("insert into word_of values ('soon gone')").then(() => {})
  expect(await ask('?like=%25')).toEqual(['bread'])
  during = async () => {}
  await change("delete from word_of where id = 'soon gone'")
  expect(await ask('?like=%25')).toEqual(['bread'])
  expect(made).toBe(2)
})

test('what changes while an answer is made is in the next one', async () => {
  const { ask } = openApp()
  await ask()
  during = () => change("insert into word_of values ('cake')").then(() => {})
  expect(await ask()).toEqual(['bread'])
  during = async () => {}
  expect(await ask()).toEqual(['bread', 'cake'])
})

test('other words ask for other answers, and a wrong question is refused each time', async () => {
  const { ask } = openApp()
  for (let time = 0; time < 3; time += 1) {
    expect(await ask('?like=b%25')).toEqual(['bread'])
    expect(await ask('?like=c%25')).toEqual([])
    expect(await ask('?unlike=b')).toMatchObject({ error: { code: 'validation_failed' } })
  }
  expect(made).toBe(4)
})

test('an answer that is given again has its own request id, the same headers and the same bytes', async () => {
  const { request } = openApp()
  const answers = await Promise.all([1, 2, 3, 4].map(() => request('GET', '/v1/words?like=%25%25')))
  const last = await request('GET', '/v1/words?like=%25%25')
  const ids = [...answers, last].map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(5)
  const text = await answers[0]!.text()
  expect(await last.text()).toBe(text)
  const without = ({ headers }: Response) =>
    [...headers].filter(([name]) => name !== 'x-request-id')
  expect(without(last)).toEqual(without(answers[0]!))
  const head = await request('HEAD', '/v1/words?like=%25%25')
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('it is answered also while every connection that a moment could be seen on is taken', async () => {
  const { ask } = openApp()
  for (let time = 0; time < 12; time += 1) await ask(`?like=b${'%25'.repeat(time)}`)
  const { pool } = house.ctx.db
  await expect
    .poll(async () => {
      await ask()
      return (
        await pool.query("select 1 from pg_stat_activity where application_name = 'postern reads'")
      ).rowCount
    })
    .toBeGreaterThan(1)
  const held = await Promise.all([1, 2, 3].map(() => pool.connect()))
  try {
    for (let time = 0; time < 3; time += 1) expect(await ask('?like=br%25')).toEqual(['bread'])
  } finally {
    for (const client of held) client.release()
  }
})

test('after a connection broke it is made anew: of rows of before a version says nothing', async () => {
  const { ask } = openApp()
  const { read, era } = house.ctx.db
  for (let time = 0; time < 4; time += 1) await ask('?like=%25b%25')
  const before = era()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'postern reads'`.execute(read)
  await expect.poll(era).not.toBe(before)
  made = 0
  // The other connections may still be closing; a request that meets one of them is a 503.
  await expect.poll(() => ask('?like=%25b%25')).toEqual(['bread'])
  expect(made).toBeGreaterThan(0)
})
