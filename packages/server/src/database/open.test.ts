import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { useTestApp } from '../../test/test-app.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const testApp = useTestApp({ poolMax: 4 })

test('two deadlocked transactions both succeed, because one is repeated', async () => {
  const [one, two] = [await buildProfile(testApp), await buildProfile(testApp)]
  const runs: string[] = []
  let arrived = 0
  let open = () => {}
  const bothHoldOne = new Promise<void>((resolve) => {
    open = resolve
  })
  const lockInOrder = (name: string, ids: string[]) =>
    testApp.ctx.db.transact(async (tx) => {
      runs.push(name)
      for (const id of ids) {
        await tx.updateTable('profile').set({ name }).where('id', '=', id).execute()
        arrived += 1
        if (arrived === 2) open()
        await bothHoldOne
      }
      return name
    })
  const responses = await Promise.all([
    lockInOrder('forwards', [one.id, two.id]),
    lockInOrder('backwards', [two.id, one.id]),
  ])
  expect(responses).toEqual(['forwards', 'backwards'])
  // At least one repetition; PostgreSQL may end both, or the same transaction again.
  expect(runs.length).toBeGreaterThan(2)
})

test('a transaction with any other error is not repeated', async () => {
  let runs = 0
  const failing = testApp.ctx.db.transact(async () => {
    runs += 1
    throw new Error('no deadlock')
  })
  await expect(failing).rejects.toThrow('no deadlock')
  expect(runs).toBe(1)
})

test('a connection that breaks between two statements fails its transaction, not the process', async () => {
  const { db } = testApp.ctx
  const uncaught: unknown[] = []
  const record = (err: unknown) => void uncaught.push(err)
  process.on('uncaughtException', record)
  onTestFinished(() => void process.off('uncaughtException', record))
  const cut = db.transact(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const [{ pid }] = rows as [{ pid: number }]
    await db.pool.query('select pg_terminate_backend($1)', [pid])
    const backends = () => db.pool.query('select 1 from pg_stat_activity where pid = $1', [pid])
    await expect.poll(async () => (await backends()).rowCount).toBe(0)
    // Let the client read the server's termination message before the next query.
    await db.pool.query('select 1')
    await sql`select 1`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  expect(uncaught).toEqual([])
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.each(['53100', '53200', '53300', '57P03', '08006', '25006'])(
  'PostgreSQL error %s means that the database is unavailable',
  async (code) => {
    const { query } = testApp.ctx.db
    const fail = (code: string) =>
      sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(query)
    await expect(fail(code)).rejects.toThrow(DatabaseUnavailable)
    await expect(fail('22012')).rejects.not.toThrow(DatabaseUnavailable)
  },
)
