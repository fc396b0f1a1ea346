import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/build.ts'
import {
  buildInsightsAccount,
  type MetricsFixture,
  makeInsightsDue,
  readInsights,
  removeMetrics,
  runInsights,
  useMetrics,
} from '../../../test/metrics-fixture.ts'
import { useTestApp } from '../../../test/test-app.ts'

const hourMs = 3_600_000

const testApp = useTestApp({ poolMax: 4 })
let threads: MetricsFixture
let instagram: MetricsFixture

beforeAll(async () => {
  threads = useMetrics(testApp, 'threads')
  instagram = useMetrics(testApp, 'instagram')
})

const read = (id: string, query = '', options = {}) =>
  testApp.call('GET', `/v1/accounts/${id}/insights${query}`, undefined, options)
const insightsOf = (id: string, query = '') => readInsights(testApp, id, query)

describe('account insights', () => {
  test('the default is the last 30 days with every metric of the platform', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    const insights = await insightsOf(account.id)
    expect(insights).toMatchObject({
      object: 'account_insights',
      account_id: account.id,
      platform: 'threads',
      from: '2026-10-23',
      to: '2026-11-21',
      missing_permission: null,
      unavailable_metrics: [],
      data_through: '2026-11-18',
      synced_at: '2026-11-21T09:00:00.000Z',
    })
    expect(Object.keys(insights.metrics)).toEqual([
      'followers_count',
      'views',
      'likes',
      'replies',
      'reposts',
      'quotes',
      'clicks',
    ])
    const { series } = insights.metrics.views!
    expect(series).toHaveLength(30)
    expect(series.at(0)).toEqual({ date: '2026-10-23', value: 23 })
    expect(series.at(-1)).toEqual({ date: '2026-11-21', value: 21 })
    const next = Date.parse(insights.next_sync_at!) - Date.parse(insights.synced_at!)
    expect(next).toBeGreaterThan(5.5 * hourMs - 1)
    expect(next).toBeLessThanOrEqual(6 * hourMs)
  })

  test('no data is null, not 0', async () => {
    threads.accountValue = (day, metric) => {
      if (metric === 'clicks') return null
      return day === '2026-11-20' ? null : metric === 'likes' ? 0 : 5
    }
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    const insights = await insightsOf(account.id, '?from=2026-11-19&to=2026-11-21')
    expect(insights.metrics.views).toEqual({
      kind: 'sum',
      total: 10,
      previous_total: 15,
      comparison: null,
      series: [
        { date: '2026-11-19', value: 5 },
        { date: '2026-11-20', value: null },
        { date: '2026-11-21', value: 5 },
      ],
    })
    expect(insights.metrics.likes).toMatchObject({ total: 0, previous_total: 0 })
    expect(insights.metrics.clicks).toMatchObject({ total: null, previous_total: null })
    expect(insights.metrics.clicks!.series.map(({ value }) => value)).toEqual([null, null, null])
    expect(insights.unavailable_metrics).toEqual([{ metric: 'clicks', reason: 'no_data' }])
  })

  test('the comparison adds up only final days with data in both periods; totals add up all days', async () => {
    const missing = ['2026-11-12', '2026-11-16']
    threads.accountValue = (day) => (missing.includes(day) ? null : Number(day.slice(-2)))
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    const { metrics, data_through } = await insightsOf(
      account.id,
      '?from=2026-11-15&to=2026-11-20&metrics=views,followers_count',
    )
    // Days 15 and 17 are compared with 9 and 11; 16 and 12 have no data, 19 and 20 are not final.
    expect(data_through).toBe('2026-11-18')
    expect(metrics.views).toMatchObject({
      total: 15 + 17 + 18 + 19 + 20,
      previous_total: 9 + 10 + 11 + 13 + 14,
      comparison: { days: 2, total: 15 + 17, previous_total: 9 + 11 },
    })
    expect(metrics.followers_count!.comparison).toBeNull()
  })

  test('followers_count is a level: its total is the last value, with one value per UTC day', async () => {
    threads.accountValue = () => 100
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, 24 * hourMs)
    threads.accountValue = () => 107
    await runInsights(testApp, 24 * hourMs)
    const insights = await insightsOf(account.id, '?metrics=followers_count&from=2026-11-22')
    const { metrics } = insights
    expect(metrics.followers_count).toMatchObject({ kind: 'level', total: 107 })
    expect(metrics.followers_count!.previous_total).toBe(100)
    const { rows } = await testApp.ctx.db.pool.query(
      `select count(*)::integer as days from insight_day
       where account_id = $1 and metrics ? 'followers_count'`,
      [account.id],
    )
    expect(rows[0].days).toBe(3)
  })

  test('unique metrics have no total, except for a single day', async () => {
    instagram.accountValue = () => 40
    const account = await buildInsightsAccount(testApp, { platform: 'instagram' })
    await testApp.work()
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const month = await insightsOf(account.id, '?metrics=reach,accounts_engaged,views')
    expect(month.metrics.reach).toMatchObject({ kind: 'unique', total: null, previous_total: null })
    expect(month.metrics.accounts_engaged).toMatchObject({ kind: 'unique', total: null })
    expect(month.metrics.views!.total).toBeGreaterThan(40)
    const day = await insightsOf(account.id, `?metrics=reach&from=${today}&to=${today}`)
    expect(day.metrics.reach).toMatchObject({ total: 40, previous_total: 40 })
  })

  test('366 days → range_too_long; invalid days and a reversed range → invalid_range', async () => {
    const account = await buildInsightsAccount(testApp)
    const codes = []
    for (const query of [
      '?from=2025-11-21&to=2026-11-21',
      '?from=2026-02-30',
      '?from=2026-11-02&to=2026-11-01',
      '?from=yesterday',
    ]) {
      const { status, body } = await read(account.id, query)
      codes.push([status, body.error.code])
    }
    expect(codes).toEqual([
      [400, 'range_too_long'],
      [400, 'invalid_range'],
      [400, 'invalid_range'],
      [400, 'invalid_range'],
    ])
    expect((await read(account.id, '?from=2025-11-22&to=2026-11-21')).status).toBe(200)
  })

  test('a metric of another platform or an unknown metric → invalid_metric; an unknown parameter → 400', async () => {
    const account = await buildInsightsAccount(testApp)
    for (const metrics of ['reach', 'views,reach', 'nonsense', '', 'views,', '__proto__']) {
      const { status, body } = await read(account.id, `?metrics=${metrics}`)
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'invalid_metric',
        'metrics',
      ])
    }
    expect((await read(account.id, '?metric=views')).body.error.code).toBe('validation_failed')
    expect((await read(account.id, '?from=2026-01-01&from=2026-01-02')).status).toBe(400)
    const { metrics } = await insightsOf(account.id, '?metrics=likes,views,likes')
    expect(Object.keys(metrics)).toEqual(['likes', 'views'])
  })

  test('an account that was never read → not_synced', async () => {
    const account = await buildAccount(testApp)
    const insights = await insightsOf(account.id, '?metrics=views')
    expect(insights).toMatchObject({ synced_at: null, next_sync_at: null, data_through: null })
    expect(insights.unavailable_metrics).toEqual([{ metric: 'views', reason: 'not_synced' }])
    expect(insights.metrics.views!.total).toBeNull()
  })

  test('a platform without insights → insights_not_supported', async () => {
    removeMetrics(testApp, 'tiktok')
    const account = await buildAccount(testApp, { platform: 'tiktok' })
    const { status, body } = await read(account.id)
    expect([status, body.error.code]).toEqual([422, 'insights_not_supported'])
  })

  test('reading insights never calls the platform', async () => {
    const account = await buildInsightsAccount(testApp)
    const before = threads.calls.length
    await insightsOf(account.id)
    expect(threads.calls).toHaveLength(before)
  })
})

describe('a missing permission', () => {
  test('is returned with 200 and null totals, and the platform is not called', async () => {
    const account = await buildInsightsAccount(testApp, {
      granted: { platformAccountId: '4710', missing: ['threads_manage_insights'] },
    })
    await testApp.work()
    expect(threads.calls.filter((call) => call.account === '4710')).toEqual([])
    const insights = await insightsOf(account.id)
    expect(insights.missing_permission).toBe('threads_manage_insights')
    expect(insights.metrics.views).toMatchObject({ total: null, previous_total: null })
    expect(insights.unavailable_metrics).toContainEqual({
      metric: 'views',
      reason: 'missing_permission',
    })
  })

  test('reported by the platform later is returned until reading works again', async () => {
    threads.accountValue = () => 3
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    const { PlatformError } = await import('../../platforms/contract/errors.ts')
    threads.beforeCall = () => {
      throw new PlatformError('permission_missing', { platformCode: '10' })
    }
    await runInsights(testApp, 6 * hourMs)
    const withdrawn = await insightsOf(account.id, '?metrics=views')
    expect(withdrawn.missing_permission).toBe('threads_manage_insights')
    // Values read before stay, but a partial range has no total.
    expect(withdrawn.metrics.views).toMatchObject({ total: null, previous_total: null })
    expect(withdrawn.metrics.views!.series.some(({ value }) => value === 3)).toBe(true)
    expect(withdrawn.unavailable_metrics).toEqual([
      { metric: 'views', reason: 'missing_permission' },
    ])
    threads.beforeCall = () => {}
    await runInsights(testApp, 6 * hourMs)
    expect((await insightsOf(account.id)).missing_permission).toBeNull()
  })

  test('is checked again as soon as the account is reconnected', async () => {
    const account = await buildInsightsAccount(testApp, {
      granted: { platformAccountId: '4711', missing: ['threads_manage_insights'] },
    })
    await testApp.work()
    testApp.clock.advance(60_000)
    const again = await buildAccount(testApp, {
      profile_id: account.profile_id,
      granted: { platformAccountId: '4711' },
    })
    expect(again.id).toBe(account.id)
    expect((await insightsOf(account.id)).missing_permission).toBeNull()
    await makeInsightsDue(testApp, account.id)
    await testApp.work()
    expect((await insightsOf(account.id)).synced_at).toBe(testApp.clock.now().toISOString())
  })
})

describe('CSV export', () => {
  test('has one line per day, and no username becomes a formula', async () => {
    threads.accountValue = (day) => (day.endsWith('0') ? null : 2)
    const account = await buildInsightsAccount(testApp, {
      granted: { username: '=HYPERLINK("x")' },
    })
    await testApp.work()
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const response = await testApp.call(
      'GET',
      `/v1/accounts/${account.id}/insights.csv?metrics=views,followers_count&to=${today}`,
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="insights-threads-_HYPERLINK__x__-[\d-]+\.csv"$/,
    )
    const lines = response.body.split('\r\n')
    expect(lines).toHaveLength(32)
    expect(lines[0]).toBe('date,account_id,platform,username,views,followers_count')
    expect(lines[30]).toBe(`${today},${account.id},threads,"'=HYPERLINK(""x"")",2,2`)
  })

  test('a range that is too long → range_too_long; no key → 401', async () => {
    const account = await buildInsightsAccount(testApp)
    const path = `/v1/accounts/${account.id}/insights.csv`
    const tooLong = await testApp.call('GET', `${path}?from=2024-01-01&to=2026-01-01`)
    expect([tooLong.status, tooLong.body.error.code]).toEqual([400, 'range_too_long'])
    expect((await testApp.call('GET', path, undefined, { key: null })).status).toBe(401)
  })
})
