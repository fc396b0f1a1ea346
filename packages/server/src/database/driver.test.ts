import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'

const testApp = useTestApp()

test('a finished query of the driver does not keep its rows', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const client = await testApp.ctx.db.pool.connect()
  const query = new pg.Query({ text: 'select $1::text as text', values: ['a row'] })
  let row: WeakRef<object> | undefined
  try {
    await new Promise((resolve, reject) => {
      query.on('end', ({ rows }) => {
        row = new WeakRef(rows[0] as object)
        resolve(undefined)
      })
      query.on('error', reject)
      client.query(query)
    })
  } finally {
    client.release()
  }
  // A value that was read from a WeakRef lives until the end of the turn.
  await new Promise(setImmediate)
  collectGarbage()
  expect(row).toBeInstanceOf(WeakRef)
  expect(row!.deref()).toBeUndefined()
  expect(query).toBeInstanceOf(pg.Query)
})

test.each([
  ['2026-11-28 03:07:31.123456+00', '2026-11-28T03:07:31.123Z'],
  ['2026-11-28 03:07:31+00', '2026-11-28T03:07:31.000Z'],
  ['2026-11-28 03:07:31.5+05:30', '2026-11-27T21:37:31.500Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ['0044-03-15 00:00:00+00 BC', '-000043-03-15T00:00:00.000Z'],
])('the time %s of PostgreSQL is read', async (text, time) => {
  const { rows } = await testApp.ctx.db.pool.query('select $1::timestamptz as time', [text])
  expect(rows[0].time.toISOString()).toBe(time)
})

test('an infinite time of PostgreSQL is a number', async () => {
  const { rows } = await testApp.ctx.db.pool.query("select 'infinity'::timestamptz as time")
  expect(rows[0].time).toBe(Number.POSITIVE_INFINITY)
})
