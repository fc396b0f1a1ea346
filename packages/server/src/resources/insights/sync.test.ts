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
import type { Context } from '../../context.ts'
import { createWorkLoop } from '../../jobs/loop.ts'
import { PlatformError, type PlatformErrorKind } from '../../platforms/errors.ts'
import { scheduleInsights } from './chores.ts'
import { insightWorks } from './works.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let testApp: TestApp
let stage: MetricsFixture

beforeEach(async () => {
  testApp = await openTestApp()
  stage = useMetrics(testApp, 'threads')
})
afterEach(() => testApp.close())

const daysRead = () => stage.calls.flatMap(({ days }) => days)
const daysOf = async (id: string) =>
  (await readMetricHistory(testApp.ctx, id)).map(({ day }) => day)
const watchOf = async (id: string) =>
  await testApp.ctx.db.read
    .selectFrom('account_watch')
    .select(['due_at', 'failures', 'state'])
    .where('account_id', '=', id)
    .where('kind', '=', 'insights')
    .executeTakeFirstOrThrow()

const fail = (kind: PlatformErrorKind, retryAfterSeconds: number | null = null) => {
  stage.beforeCall = () => {
    throw new PlatformError(kind, { retryAfterSeconds })
  }
}

describe('reading', () => {
  test('figures are refreshed every 6 hours, sooner by up to 30 minutes', async () => {
    await buildInsightsAccount(testApp)
    await runInsights(testApp, 3 * dayMs)
    const reads = stage.calls.filter(({ days }) => days.at(-1) === days.toSorted().at(-1))
    const perDay = reads.filter(({ days }) => days.includes('2026-11-23')).length
    expect(perDay).toBeGreaterThanOrEqual(4)
    expect(perDay).toBeLessThanOrEqual(14)
  })

  test('accounts connected together spread out', async () => {
    const accounts = []
    for (let count = 0; count < 12; count += 1) accounts.push(await buildInsightsAccount(testApp))
    await runInsights(testApp, hourMs)
    const times = await Promise.all(accounts.map(async ({ id }) => (await watchOf(id)).due_at))
    expect(new Set(times.map((time) => time?.getTime())).size).toBeGreaterThan(8)
  })

  test('a day that moved on the platform is corrected until it has settled', async () => {
    const account = await buildInsightsAccount(testApp)
    stage.accountValue = () => 10
    await testApp.work()
    stage.accountValue = () => 12
    await runInsights(testApp, 4 * dayMs)
    const views = new Map(
      (await readMetricHistory(testApp.ctx, account.id)).map(({ day, figures }) => [
        day,
        figures.views,
      ]),
    )
    expect(views.get('2026-11-18')).toBe(10)
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-21']) expect(views.get(day)).toBe(12)
  })

  test('the backfill comes in pieces and reads every day the platform still has', async () => {
    stage = useMetrics(testApp, 'threads', { backfillDays: 90, daysPerCall: 5 })
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    expect(stage.calls).toHaveLength(2 + 4)
    await runInsights(testApp, 10 * 60_000)
    const days = await daysOf(account.id)
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-08-24', '2026-11-21', 90])
    expect(stage.calls.every(({ days }) => days.length <= 5)).toBe(true)
    expect(daysRead()).toHaveLength(90)
  })

  test('the days of an outage are read afterwards', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    testApp.clock.advance(20 * dayMs)
    await runInsights(testApp, hourMs)
    const days = await daysOf(account.id)
    expect(days.at(-1)).toBe('2026-12-11')
    expect(days).toHaveLength(50)
  })

  test('history survives what the platform forgets', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    const before = await readMetricHistory(testApp.ctx, account.id)
    testApp.clock.advance(120 * dayMs)
    stage.keptDays = 90
    await runInsights(testApp, 2 * dayMs)
    const after = await readMetricHistory(testApp.ctx, account.id)
    expect(after.slice(0, before.length - 3)).toEqual(before.slice(0, -3))
    const { body } = await testApp.call(
      'GET',
      `/v1/accounts/${account.id}/insights?from=2026-11-01&to=2026-11-10&metrics=views`,
    )
    expect(body.metrics.views.total).toBe(55)
  })

  test('a day the platform has no data for any more keeps the value it had', async () => {
    const account = await buildInsightsAccount(testApp)
    await runInsights(testApp, hourMs)
    stage.accountValue = (_day, metric) => (metric === 'views' ? null : 4)
    await runInsights(testApp, 6 * hourMs)
    const today = (await readMetricHistory(testApp.ctx, account.id)).at(-1)!
    expect(today.figures).toMatchObject({ views: 21, likes: 4 })
  })

  test('a watch that is missing is made, one that is there is left alone', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.work()
    const before = await watchOf(account.id)
    await scheduleInsights(testApp.ctx)
    expect(await watchOf(account.id)).toEqual(before)
    await testApp.ctx.db.read.deleteFrom('account_watch').execute()
    await scheduleInsights(testApp.ctx)
    expect((await watchOf(account.id)).due_at).toEqual(testApp.clock.now())
  })
})

describe('restarts', () => {
  /** A process that dies at its n-th call to a platform: from then on it does nothing any more. */
  function mortal(ctx: Context, diesAt: number): Context {
    let calls = 0
    const deadly = () => {
      if (calls >= diesAt) throw new Error('the process is gone')
    }
    stage.beforeCall = () => {
      calls += 1
      deadly()
    }
    return {
      ...ctx,
      db: {
        ...ctx.db,
        transact: async (work) => {
          deadly()
          return await ctx.db.transact(work)
        },
      },
    }
  }

  const leasesEnd = () =>
    testApp.ctx.db.pool.query(`update account_watch set lease_until = now() - interval '1 second'`)

  test.each([1, 2, 3])(
    'a process that dies at every call number %i loses no day and repeats little',
    async (diesAt) => {
      stage = useMetrics(testApp, 'threads', { backfillDays: 60, daysPerCall: 3 })
      const account = await buildInsightsAccount(testApp)
      if (diesAt === 1) {
        // Dying at each first call is for ever; a second process that lives follows.
        await createWorkLoop(mortal(testApp.ctx, 1), insightWorks).runUntilIdle()
        await leasesEnd()
      }
      let deaths = 0
      for (; deaths < 60; deaths += 1) {
        await createWorkLoop(mortal(testApp.ctx, Math.max(2, diesAt)), insightWorks).runUntilIdle()
        await leasesEnd()
        testApp.clock.advance(60_000)
        if ((await daysOf(account.id)).length === 60) break
      }
      const days = await daysOf(account.id)
      expect([days.length, days[0], days.at(-1)]).toEqual([60, '2026-09-23', '2026-11-21'])
      // Each death repeats the call it died in; the first week is one step.
      expect(daysRead().length).toBeLessThanOrEqual(60 + (deaths + 2) * 7)
    },
  )

  test('the end of a run whose lease passed to another writes nothing', async () => {
    const account = await buildInsightsAccount(testApp)
    const steal = testApp.ctx.db.pool.query.bind(testApp.ctx.db.pool)
    const stolen = useMetrics(testApp, 'threads', {
      readDays: async ({ days }) => {
        await steal(
          `update account_watch set lease_token = nextval('lease_token_sequence'), lease_until = now() + interval '1h'`,
        )
        return days.map((day) => ({ day, metric: 'views', value: 1 }))
      },
    })
    await testApp.work()
    expect(stolen.calls).toEqual([])
    expect(await readMetricHistory(testApp.ctx, account.id)).toEqual([])
  })
})

describe('failures', () => {
  test('back off, and the figures come when the platform is there again', async () => {
    const account = await buildInsightsAccount(testApp)
    fail('unavailable')
    const waits: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await testApp.work()
      const { due_at } = await watchOf(account.id)
      waits.push((due_at!.getTime() - testApp.clock.now().getTime()) / 60_000)
      testApp.clock.set(due_at!)
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 360])
    stage.beforeCall = () => {}
    await runInsights(testApp, hourMs)
    expect((await watchOf(account.id)).failures).toBe(0)
    expect(await daysOf(account.id)).toHaveLength(30)
  })

  test('a rate limit pauses the whole account for as long as the platform says', async () => {
    const account = await buildInsightsAccount(testApp)
    fail('rate_limited', 1_140)
    await testApp.work()
    const { paused_until } = await testApp.ctx.db.read
      .selectFrom('account')
      .select('paused_until')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(paused_until?.toISOString()).toBe('2026-11-21T09:19:00.000Z')
    stage.beforeCall = () => {}
    const before = stage.calls.length
    testApp.clock.advance(10 * 60_000)
    await makeInsightsDue(testApp, account.id)
    await testApp.work()
    expect(stage.calls).toHaveLength(before)
    testApp.clock.advance(9 * 60_000)
    await testApp.work()
    expect(stage.calls.length).toBeGreaterThan(before)
  })

  test('a longer pause is not shortened', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.ctx.db.pool.query(`update account set paused_until = $1 where id = $2`, [
      new Date('2026-11-21T11:00:00Z'),
      account.id,
    ])
    await testApp.work()
    expect(stage.calls).toEqual([])
    expect((await watchOf(account.id)).due_at?.toISOString()).toBe('2026-11-21T11:00:00.000Z')
  })

  test('days a platform refuses for good do not hold up the others', async () => {
    const account = await buildInsightsAccount(testApp)
    stage.beforeCall = () => {
      if (stage.calls.at(-1)?.days.includes('2026-11-05')) throw new PlatformError('rejected')
    }
    await runInsights(testApp, 2 * hourMs)
    const days = await daysOf(account.id)
    expect(days).not.toContain('2026-11-05')
    expect(days[0]).toBe('2026-10-23')
  })

  test('recent days that are refused for good hold up neither those before nor the cycle', async () => {
    const account = await buildInsightsAccount(testApp)
    stage.beforeCall = () => {
      if (stage.calls.at(-1)?.days.includes('2026-11-21')) throw new PlatformError('rejected')
    }
    await runInsights(testApp, 2 * hourMs)
    const { state, failures } = await watchOf(account.id)
    expect([state.cycle_step, failures]).toEqual(['over', 0])
    const days = await daysOf(account.id)
    expect(days[0]).toBe('2026-10-23')
    // What had settled of the refused days came with those before; today has the followers alone.
    expect(days.slice(-2)).toEqual(['2026-11-18', '2026-11-21'])
  })

  test('an account that is not connected is left alone until it is', async () => {
    const account = await buildInsightsAccount(testApp)
    await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    await runInsights(testApp, dayMs)
    expect(stage.calls).toEqual([])
    expect((await watchOf(account.id)).due_at).toBeNull()
  })

  test('a platform that fails for one account does not hold up another', async () => {
    await buildInsightsAccount(testApp, { granted: { platformAccountId: '1' } })
    const good = await buildInsightsAccount(testApp, { granted: { platformAccountId: '2' } })
    stage.beforeCall = () => {
      if (stage.calls.at(-1)?.account === '1') throw new PlatformError('unavailable')
    }
    await runInsights(testApp, hourMs)
    expect(await daysOf(good.id)).toHaveLength(30)
  })
})
