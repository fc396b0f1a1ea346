import { beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import {
  buildInsightsAccount,
  type MetricsFixture,
  readInsights,
  runInsights,
  useMetrics,
} from '../../../test/metrics-fixture.ts'
import { useTestApp } from '../../../test/test-app.ts'

const hourMs = 3_600_000

const testApp = useTestApp({ poolMax: 4 })
let threads: MetricsFixture

beforeAll(async () => {
  threads = useMetrics(testApp, 'threads')
})

const read = (id: string, query = '', options = {}) =>
  testApp.call('GET', `/v1/accounts/${id}/insights${query}`, undefined, options)
const insightsOf = (id: string, query = '') => readInsights(testApp, id, query)

describe('profiles', () => {
  test('insights of an account in another profile → account_not_found', async () => {
    const account = await buildInsightsAccount(testApp)
    const other = await buildProfile(testApp)
    const key = await buildKey(testApp, { profile_id: other.id })
    const responses = await Promise.all([
      read(account.id, '', { key }),
      read(account.id, '', { profile: other.id }),
      read('acc_01k4wz7tq8e1n9mdh2y6c3vbfa'),
      read("acc' or 1=1 --"),
    ])
    for (const { status, body } of responses) {
      expect([status, body.error.code]).toEqual([404, 'account_not_found'])
    }
    const profileKey = await buildKey(testApp, { profile_id: account.profile_id })
    expect((await read(account.id, '', { key: profileKey })).status).toBe(200)
    const limited = await buildKey(testApp, { scopes: ['posts:read'] })
    const refused = await read(account.id, '', { key: limited })
    expect(refused.body.error.code).toBe('insufficient_scope')
  })

  test('moving an account keeps its insights', async () => {
    threads.accountValue = () => 9
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    const before = await insightsOf(account.id)
    const target = await buildProfile(testApp)
    const moved = await testApp.call('POST', `/v1/accounts/${account.id}/move`, {
      profile_id: target.id,
    })
    expect(moved.status).toBe(200)
    expect((await read(account.id, '', { profile: account.profile_id })).status).toBe(404)
    const after = await read(account.id, '', { profile: target.id })
    expect(after.body).toEqual(before)
    await runInsights(testApp, 7 * hourMs)
    expect((await insightsOf(account.id)).synced_at! > before.synced_at!).toBe(true)
  })

  test('deleting the profile erases the metrics', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    await testApp.call('POST', '/v1/insights/sync', {}, { profile: account.profile_id })
    await testApp.call('DELETE', `/v1/profiles/${account.profile_id}`)
    expect((await read(account.id)).status).toBe(404)
    await testApp.work()
    const { rows } = await testApp.ctx.db.pool.query(
      `select (select count(*) from insight_day where account_id = $1)
        + (select count(*) from insight_sync where profile_id = $2)
        + (select count(*) from account_poll where account_id = $1) as rows`,
      [account.id, account.profile_id],
    )
    expect(Number(rows[0].rows)).toBe(0)
  })

  test('deleting the profile waits for a run that is storing metrics', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    const { pool } = testApp.ctx.db
    const run = await pool.connect()
    await run.query('begin')
    await run.query('select 1 from account_poll where account_id = $1 for update', [account.id])
    await testApp.call('DELETE', `/v1/profiles/${account.profile_id}`)
    const deletion = testApp.work()
    const countWaiting = async () => {
      const { rows } = await pool.query(`select count(*)::integer as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`)
      return rows[0].waiting
    }
    await expect.poll(countWaiting).toBe(1)
    await run.query(
      `insert into insight_day (account_id, day, metrics, synced_at)
        values ($1, '2026-01-01', '{}', now())`,
      [account.id],
    )
    await run.query('commit')
    run.release()
    await deletion
    const { rows } = await pool.query('select 1 from account where id = $1', [account.id])
    expect(rows).toEqual([])
  })
})
