import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  buildInsightsAccount,
  type MetricsFixture,
  makeInsightsDue,
  readMetricHistory,
  runInsights,
  useMetrics,
} from '../../../test/metrics-fixture.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { PlatformError, type PlatformErrorKind } from '../../platforms/contract/errors.ts'
import { scheduleInsights } from './chores.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let testApp: TestApp
let fixture: MetricsFixture

beforeEach(async () => {
  testApp = await openTestApp()
  fixture = useMetrics(testApp, 'threads')
})
afterEach(() => testApp.close())

const requestedDays = () => fixture.calls.flatMap(({ days }) => days)
const storedDays = async (id: string) =>
  (await readMetricHistory(testApp.ctx, id)).map(({ day }) => day)
const readSchedule = async (id: string) =>
  await testApp.ctx.db.query
    .selectFrom('account_poll')
    .select(['due_at', 'failures', 'state'])
    .where('account_id', '=', id)
    .where('kind', '=', 'insights')
    .executeTakeFirstOrThrow()

const fail = (kind: PlatformErrorKind, retryAfterSeconds: number | null = null) => {
  fixture.beforeCall = () => {
    throw new PlatformError(kind, { retryAfterSeconds })
  }
}

describe('reading', () => {
  test('metrics are refreshed every 6 hours, or up to 30 minutes earlier', async () => {
    await buildInsightsAccount(testApp)
    await runInsights(testApp, dayMs)
    const times: number[] = []
    fixture.beforeCall = () => void times.push(testApp.clock.now().getTime())
    await runInsights(testApp, 2 * dayMs)
    const gaps = times.slice(1).map((time, index) => time - times[index]!)
    expect(gaps.length).toBeGreaterThan(6)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5.5 * hourMs)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6 * hourMs)
  })

  test('accounts connected at the same time get different due times', async () => {
    const accounts = []
    for (let count = 0; count < 12; count += 1) accounts.push(await buildInsightsAccount(testApp))
    await runInsights(testApp, hourMs)
    const times = await Promise.all(accounts.map(async ({ id }) => (await readSchedule(id)).due_at))
    expect(new Set(times.map((time) => time?.getTime())).size).toBeGreaterThan(8)
  })

  test('a changed value is updated until its day has settled', async () => {
    const account = await buildInsightsAccount(testApp)
    fixture.accountValue = () => 10
    await testApp.work()
    fixture.accountValue = () => 12
    await runInsights(testApp, 4 * dayMs)
    const views = new Map(
      (await readMetricHistory(testApp.ctx, account.id)).map(({ day, metrics }) => [
        day,
        metrics.views,
      ]),
    )
    expect(views.get('2026-11-18')).toBe(10)
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-21']) expect(views.get(day)).toBe(12)
  })

  test('the backfill reads every available day once, in batches', async () => {
    fixture = useMetrics(testApp, 'threads', { backfillDays: 90, daysPerCall: 5 })
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    expect(fixture.calls).toHaveLength(2 + 4)
    await runInsights(testApp, 10 * 60_000)
    const days = await storedDays(account.id)
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-08-24', '2026-11-21', 90])
    expect(fixture.calls.every(({ days }) => days.length <= 5)).toBe(true)
    expect(requestedDays()).toHaveLength(90)
  })

  test('the days of an outage are read afterwards', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    testApp.clock.advance(20 * dayMs)
    await runInsights(testApp, hourMs)
    const days = await storedDays(account.id)
    expect(days.at(-1)).toBe('2026-12-11')
    expect(days).toHaveLength(50)
  })

  test('history stays when the platform no longer has it', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    const before = await readMetricHistory(testApp.ctx, account.id)
    testApp.clock.advance(120 * dayMs)
    fixture.retainedDays = 90
    await runInsights(testApp, 2 * dayMs)
    const after = await readMetricHistory(testApp.ctx, account.id)
    expect(after.slice(0, before.length - 3)).toEqual(before.slice(0, -3))
    const { body } = await testApp.call(
      'GET',
      `/v1/accounts/${account.id}/insights?from=2026-11-01&to=2026-11-10&metrics=views`,
    )
    expect(body.metrics.views.total).toBe(55)
  })

  test('a day for which the platform no longer has data keeps its value', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    fixture.accountValue = (_day, metric) => (metric === 'views' ? null : 4)
    await runInsights(testApp, 6 * hourMs)
    const today = (await readMetricHistory(testApp.ctx, account.id)).at(-1)!
    expect(today.metrics).toMatchObject({ views: 21, likes: 4 })
  })

  test('scheduleInsights adds a missing schedule and keeps an existing one', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    const before = await readSchedule(account.id)
    await scheduleInsights(testApp.ctx)
    expect(await readSchedule(account.id)).toEqual(before)
    await testApp.ctx.db.query.deleteFrom('account_poll').execute()
    await scheduleInsights(testApp.ctx)
    expect((await readSchedule(account.id)).due_at).toEqual(testApp.clock.now())
  })
})

describe('failures', () => {
  test('an unavailable platform → back-off up to 6 hours, then the metrics are read', async () => {
    const account = await buildInsightsAccount(testApp)
    fail('unavailable')
    const waits: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await testApp.work()
      const { due_at } = await readSchedule(account.id)
      waits.push((due_at!.getTime() - testApp.clock.now().getTime()) / 60_000)
      testApp.clock.set(due_at!)
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 360])
    fixture.beforeCall = () => {}
    await runInsights(testApp, hourMs)
    expect((await readSchedule(account.id)).failures).toBe(0)
    expect(await storedDays(account.id)).toHaveLength(30)
  })

  test('a rate limit pauses the account for the Retry-After of the platform', async () => {
    const account = await buildInsightsAccount(testApp)
    fail('rate_limited', 1_140)
    await testApp.work()
    const { paused_until } = await testApp.ctx.db.query
      .selectFrom('account')
      .select('paused_until')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(paused_until?.toISOString()).toBe('2026-11-21T09:19:00.000Z')
    fixture.beforeCall = () => {}
    const before = fixture.calls.length
    testApp.clock.advance(10 * 60_000)
    await makeInsightsDue(testApp, account.id)
    await testApp.work()
    expect(fixture.calls).toHaveLength(before)
    testApp.clock.advance(9 * 60_000)
    await testApp.work()
    expect(fixture.calls.length).toBeGreaterThan(before)
  })

  test('an account paused until later is not read before that', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.ctx.db.pool.query(`update account set paused_until = $1 where id = $2`, [
      new Date('2026-11-21T11:00:00Z'),
      account.id,
    ])
    await testApp.work()
    expect(fixture.calls).toEqual([])
    expect((await readSchedule(account.id)).due_at?.toISOString()).toBe('2026-11-21T11:00:00.000Z')
  })

  test('days rejected for good do not block other days', async () => {
    const account = await buildInsightsAccount(testApp)
    fixture.beforeCall = () => {
      if (fixture.calls.at(-1)?.days.includes('2026-11-05')) throw new PlatformError('rejected')
    }
    await runInsights(testApp, 2 * hourMs)
    const days = await storedDays(account.id)
    expect(days).not.toContain('2026-11-05')
    expect(days[0]).toBe('2026-10-23')
  })

  test('recent days rejected for good block neither the backfill nor the cycle', async () => {
    const account = await buildInsightsAccount(testApp)
    fixture.beforeCall = () => {
      if (fixture.calls.at(-1)?.days.includes('2026-11-21')) throw new PlatformError('rejected')
    }
    await runInsights(testApp, 2 * hourMs)
    const { state, failures } = await readSchedule(account.id)
    expect([state.cycle_step, failures]).toEqual(['over', 0])
    const days = await storedDays(account.id)
    expect(days[0]).toBe('2026-10-23')
    // Settled days came with the backfill; today has only the follower count.
    expect(days.slice(-2)).toEqual(['2026-11-18', '2026-11-21'])
  })

  test('a disconnected account is not read', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    await runInsights(testApp, dayMs)
    expect(fixture.calls).toEqual([])
    expect((await readSchedule(account.id)).due_at).toBeNull()
  })

  test('failures of one account do not block another', async () => {
    await buildInsightsAccount(testApp, { granted: { platformAccountId: '1' } })
    const good = await buildInsightsAccount(testApp, { granted: { platformAccountId: '2' } })
    fixture.beforeCall = () => {
      if (fixture.calls.at(-1)?.account === '1') throw new PlatformError('unavailable')
    }
    await runInsights(testApp, hourMs)
    expect(await storedDays(good.id)).toHaveLength(30)
  })
})
