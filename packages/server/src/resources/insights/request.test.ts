import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import {
  buildInsightsAccount,
  type MetricsFixture,
  removeMetrics,
  useMetrics,
} from '../../../test/metrics-fixture.ts'
import { type ApiResponse, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { PlatformError } from '../../platforms/contract/errors.ts'

let testApp: TestApp
let fixture: MetricsFixture

beforeEach(async () => {
  testApp = await openTestApp({ poolMax: 8 })
  fixture = useMetrics(testApp, 'threads')
})
afterEach(() => testApp.close())

const sync = (body: unknown = {}, options = {}): Promise<ApiResponse> =>
  testApp.call('POST', '/v1/insights/sync', body, options)
const readSync = async (id: string) => (await testApp.call('GET', `/v1/insights/syncs/${id}`)).body
const sortedStatuses = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort()

describe('a sync', () => {
  test('reads the latest metrics now and reports its progress', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    fixture.accountValue = () => 77
    testApp.clock.advance(60_000)
    const { status, body } = await sync()
    expect(status).toBe(202)
    expect(body).toEqual({
      id: expect.stringMatching(/^sync_/),
      object: 'insights_sync',
      profile_id: null,
      status: 'running',
      accounts: { total: 1, done: 0, failed: 0 },
      created_at: '2026-11-21T09:01:00.000Z',
      completed_at: null,
      next_allowed_at: '2026-11-21T09:06:00.000Z',
    })
    expect((await readSync(body.id)).status).toBe('running')
    await testApp.work()
    expect(await readSync(body.id)).toMatchObject({
      status: 'completed',
      accounts: { total: 1, done: 1, failed: 0 },
      completed_at: '2026-11-21T09:01:00.000Z',
    })
    const insights = await testApp.call('GET', `/v1/accounts/${account.id}/insights`)
    expect(insights.body.metrics.followers_count.total).toBe(77)
    expect(insights.body.synced_at).toBe('2026-11-21T09:01:00.000Z')
  })

  test('covers the accounts in account_ids, or all without a body', async () => {
    const one = await buildInsightsAccount(testApp)
    await buildInsightsAccount(testApp, { profile_id: one.profile_id })
    const named = await sync({ account_ids: [one.id, one.id] }, { profile: one.profile_id })
    expect(named.body.accounts.total).toBe(1)
    testApp.clock.advance(5 * 60_000)
    expect((await sync(undefined)).body.accounts.total).toBe(2)
  })

  test('without accounts is completed immediately', async () => {
    expect((await sync()).body).toMatchObject({
      status: 'completed',
      accounts: { total: 0, done: 0, failed: 0 },
    })
  })

  test('with a failed account ends as partially_completed', async () => {
    const good = await buildInsightsAccount(testApp, { granted: { platformAccountId: '1' } })
    await buildInsightsAccount(testApp, {
      profile_id: good.profile_id,
      granted: { platformAccountId: '2' },
    })
    await testApp.work()
    fixture.beforeCall = () => {
      if (fixture.calls.at(-1)?.account === '2') throw new PlatformError('unavailable')
    }
    const { body } = await sync()
    await testApp.work()
    expect(await readSync(body.id)).toMatchObject({
      status: 'partially_completed',
      accounts: { total: 2, done: 1, failed: 1 },
    })
  })

  test('of an account without the permission and of one that has expired fails', async () => {
    const missing = ['threads_manage_insights']
    const one = await buildInsightsAccount(testApp, { granted: { missing } })
    const two = await buildInsightsAccount(testApp, { profile_id: one.profile_id })
    const { body } = await sync()
    await testApp.ctx.db.pool.query(`update account set status = 'expired' where id = $1`, [two.id])
    await testApp.work()
    expect(await readSync(body.id)).toMatchObject({ status: 'failed', accounts: { failed: 2 } })
  })

  test('requested while the account is being read reads it again', async () => {
    const account = await buildInsightsAccount(testApp)
    let id = ''
    fixture.beforeCall = () => {
      fixture.beforeCall = () => {}
      throw new PlatformError('unavailable')
    }
    const requestOnce = async () => {
      id = (await sync()).body.id
    }
    const accountValue = fixture.accountValue
    let requested: Promise<void> | null = null
    fixture.accountValue = (...args) => {
      requested ??= requestOnce()
      return accountValue(...args)
    }
    await testApp.work()
    testApp.clock.advance(60_000)
    await testApp.work()
    await requested
    await testApp.work()
    expect(await readSync(id)).toMatchObject({ status: 'completed', accounts: { done: 1 } })
    expect(account.id).toMatch(/^acc_/)
  })
})

describe('once per 5 minutes per profile', () => {
  test('a second sync within 5 minutes → sync_too_soon with Retry-After', async () => {
    const profile = (await buildProfile(testApp)).id
    expect((await sync({}, { profile })).status).toBe(202)
    testApp.clock.advance(4 * 60_000 + 500)
    const { status, body, headers } = await sync({}, { profile })
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([
      429,
      'sync_too_soon',
      '60',
    ])
    testApp.clock.advance(60_000 - 501)
    expect((await sync({}, { profile })).status).toBe(429)
    testApp.clock.advance(1)
    expect((await sync({}, { profile })).status).toBe(202)
  })

  test('a sync of one profile does not block another profile', async () => {
    const [one, two] = [await buildProfile(testApp), await buildProfile(testApp)]
    const key = await buildKey(testApp, { profile_id: two.id })
    expect(sortedStatuses([await sync({}, { profile: one.id }), await sync({}, { key })])).toEqual([
      202, 202,
    ])
    expect(sortedStatuses([await sync({}, { key }), await sync({}, { profile: two.id })])).toEqual([
      429, 429,
    ])
  })

  test('a sync of all profiles blocks each profile, and a sync of one profile blocks all', async () => {
    const profile = (await buildProfile(testApp)).id
    const key = await buildKey(testApp, { profile_id: profile })
    expect((await sync()).status).toBe(202)
    expect((await sync({}, { key })).status).toBe(429)
    expect((await sync()).status).toBe(429)
    testApp.clock.advance(5 * 60_000)
    expect((await sync({}, { key })).status).toBe(202)
    expect((await sync()).status).toBe(429)
  })

  test('concurrent requests → one 202', async () => {
    const profile = (await buildProfile(testApp)).id
    const key = await buildKey(testApp, { profile_id: profile })
    const mixed = [{ key }, { profile }, {}, { key }, { profile }, {}, { key }, {}]
    const responses = await Promise.all(mixed.map((options) => sync({}, options)))
    expect(sortedStatuses(responses)).toEqual([202, 429, 429, 429, 429, 429, 429, 429])
  })

  test('a rejected request does not count', async () => {
    removeMetrics(testApp, 'tiktok')
    const tiktok = await buildAccount(testApp, { platform: 'tiktok' })
    expect((await sync({ account_ids: [tiktok.id] })).body.error.code).toBe(
      'insights_not_supported',
    )
    expect((await sync()).status).toBe(202)
  })
})

describe('invalid input', () => {
  test('unknown accounts and those of another profile → account_not_found', async () => {
    const account = await buildInsightsAccount(testApp)
    const other = await buildProfile(testApp)
    const unknown = 'acc_01k4wz7tq8e1n9mdh2y6c3vbfa'
    const responses = [
      await sync({ account_ids: [unknown] }),
      await sync({ account_ids: [account.id, unknown] }),
      await sync({ account_ids: [account.id] }, { profile: other.id }),
    ]
    for (const { status, body } of responses) {
      expect([status, body.error.code]).toEqual([404, 'account_not_found'])
    }
    expect(responses[1]?.body.error.param).toBe('account_ids.1')
  })

  test('a disconnected account → account_not_connected', async () => {
    const account = await buildAccount(testApp)
    await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    const { status, body } = await sync({ account_ids: [account.id] })
    expect([status, body.error.code]).toEqual([422, 'account_not_connected'])
  })

  test('a body without a list of accounts → validation_failed', async () => {
    for (const body of [{ account_ids: [] }, { account_ids: 'acc_1' }, { accounts: [] }, []]) {
      expect((await sync(body)).body.error.code).toBe('validation_failed')
    }
  })

  test('a sync of another profile → insights_sync_not_found', async () => {
    const [one, two] = [await buildProfile(testApp), await buildProfile(testApp)]
    const { body } = await sync({}, { profile: one.id })
    const path = `/v1/insights/syncs/${body.id}`
    expect((await testApp.call('GET', path)).status).toBe(200)
    const key = await buildKey(testApp, { profile_id: two.id })
    for (const options of [{ key }, { profile: two.id }]) {
      const response = await testApp.call('GET', path, undefined, options)
      expect([response.status, response.body.error.code]).toEqual([404, 'insights_sync_not_found'])
    }
  })
})
