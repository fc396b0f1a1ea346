import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { fixedStatement } from './fixed-statement.ts'

const testApp = useTestApp({ poolMax: 1 })

test('each run has its own values, each in its place', async () => {
  let times = 0
  const statement = fixedStatement((_db, { left, right }: { left: string; right: number }) => {
    times += 1
    return sql<{ all: unknown[] }>`select jsonb_build_array(${right}::int, 'x', ${left}::text,
      ${right}::int, ${'constant'}::text) as all`
  })
  const { query } = testApp.ctx.db
  const results = [
    await statement.run(query, { left: 'one', right: 1 }),
    await statement.run(query, { left: 'two', right: 2 }),
  ]
  expect(results).toEqual([
    [{ all: [1, 'x', 'one', 1, 'constant'] }],
    [{ all: [2, 'x', 'two', 2, 'constant'] }],
  ])
  expect(times).toBe(1)
})

test('a statement reads in the transaction in which it runs', async () => {
  const statement = fixedStatement((db, { id }: { id: string }) =>
    db.selectFrom('owner').select('id').where('id', '=', id),
  )
  const id = testApp.ownerId
  expect(await statement.run(testApp.ctx.db.query, { id })).toEqual([{ id }])
  // The only connection is in use: outside of the transaction it would wait for ever.
  expect(await testApp.ctx.db.transact((tx) => statement.run(tx, { id }))).toEqual([{ id }])
})

test('a query that is built from the text of a value is refused', async () => {
  const statement = fixedStatement((_db, { name }: { name: string }) => sql`select ${`${name}%`}`)
  const run = statement.run(testApp.ctx.db.query, { name: 'a' })
  await expect(run).rejects.toThrow('The value name is known only when the statement runs.')
})
