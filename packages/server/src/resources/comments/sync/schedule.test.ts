import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../../test/build.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { lockConnectedAccount } from './schedule.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 3 })
})
afterAll(() => testApp.close())

const blocked = `select pid from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

test('locking an account during its move returns its new profile', async () => {
  const account = await buildAccount(testApp)
  const profile = await buildProfile(testApp)
  const { pool } = testApp.ctx.db
  const mover = await pool.connect()
  await mover.query('begin')
  await mover.query('update account set profile_id = $1 where id = $2', [profile.id, account.id])
  const locked = testApp.ctx.db.transact((tx) => lockConnectedAccount(tx, account.id))
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(1)
  await mover.query('commit')
  mover.release()
  expect(await locked).toMatchObject({
    id: account.id,
    profile_id: profile.id,
    profile_external_id: profile.external_id,
  })
})
