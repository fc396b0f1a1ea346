import { expect, test } from 'vitest'
import { buildAccount } from '../../test/build.ts'
import { statementsOf } from '../../test/statements.ts'
import { useTestApp } from '../../test/test-app.ts'

const testApp = useTestApp({ poolMax: 6 })

const blocked = `select pid from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

/** Runs `work` while the table is locked, so that requests wait in the middle of their transaction. */
async function whileLocked(table: string, work: (kill: () => Promise<void>) => Promise<void>) {
  const locker = await testApp.ctx.db.pool.connect()
  await locker.query('begin')
  await locker.query(`lock table ${table} in share mode`)
  try {
    await work(async () => {
      // Use another connection: in a transaction pg_stat_activity does not change.
      const { pool } = testApp.ctx.db
      await expect.poll(async () => (await pool.query(blocked)).rowCount).toBeGreaterThan(0)
      await pool.query(`select pg_terminate_backend(pid) from (${blocked}) as b`)
    })
  } finally {
    await locker.query('rollback')
    locker.release()
  }
}

const create = (key: string, name: string) =>
  testApp.call('POST', '/v1/profiles', { name }, { headers: { 'idempotency-key': key } })

/** PostgreSQL reports a terminated connection shortly before it releases its locks. */
async function retryWhileInProgress(call: () => ReturnType<typeof create>) {
  for (;;) {
    const response = await call()
    if (response.body.error?.code !== 'idempotency_in_progress') return response
  }
}

async function named(name: string): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query('select 1 from profile where name = $1', [name])
  return rows.length
}

test.each(['profile', 'audit_entry', 'idempotency'])(
  'a request that dies while writing %s has no effect, and its repetition runs once',
  async (table) => {
    const name = `Died at ${table}`
    await whileLocked(table, async (kill) => {
      const dying = create(`dies-${table}`, name)
      await kill()
      expect((await dying).status).toBe(503)
    })
    expect(await named(name)).toBe(0)
    const repeated = await retryWhileInProgress(() => create(`dies-${table}`, name))
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, null])
    const again = await create(`dies-${table}`, name)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(repeated.body)
    expect(await named(name)).toBe(1)
  },
)

test('repeating a running request returns 409 idempotency_in_progress, and later its response', async () => {
  let first: ReturnType<typeof create> | undefined
  await whileLocked('audit_entry', async () => {
    first = create('twice', 'Sent twice')
    const { pool } = testApp.ctx.db
    await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(1)
    const second = await create('twice', 'Sent twice')
    expect([second.status, second.body.error.code]).toEqual([409, 'idempotency_in_progress'])
    expect(second.headers.get('retry-after')).toBe('1')
  })
  expect((await first)?.status).toBe(201)
  expect((await create('twice', 'Sent twice')).headers.get('idempotent-replayed')).toBe('true')
  expect(await named('Sent twice')).toBe(1)
})

test('a rejected request is rolled back, and its key can be used again', async () => {
  const account = await buildAccount(testApp)
  const send = (text: string) =>
    testApp.call(
      'POST',
      '/v1/posts',
      { text, mode: 'now', targets: [{ account_id: account.id }] },
      { headers: { 'idempotency-key': 'refused' } },
    )
  expect((await send('')).status).toBe(422)
  expect((await send('Now with words')).status).toBe(201)
})

test('creating a post with an Idempotency-Key is one transaction without savepoints', async () => {
  const account = await buildAccount(testApp)
  const body = { text: 'One commit', targets: [{ account_id: account.id }] }
  const headers = { 'idempotency-key': 'one-transaction' }
  const statements = await statementsOf(async () => {
    expect((await testApp.call('POST', '/v1/posts', body, { headers })).status).toBe(201)
  })
  const controlling = statements.filter((text) =>
    /^(begin|commit|rollback|.*savepoint)/i.test(text),
  )
  expect(controlling).toEqual(['begin', 'commit'])
})
