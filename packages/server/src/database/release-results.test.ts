import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

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
