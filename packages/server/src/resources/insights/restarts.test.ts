import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  buildInsightsAccount,
  type MetricsFixture,
  readMetricHistory,
  useMetrics,
} from '../../../test/metrics-fixture.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { createWorkLoop } from '../../jobs/loop.ts'
import { insightWorks } from './works.ts'

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
/** A context that fails from the n-th call to a platform on, like a dead process. */
function crashingContext(crashAtCall: number): Context {
  const { ctx } = testApp
  let calls = 0
  const crashIfDue = () => {
    if (calls >= crashAtCall) throw new Error('simulated crash')
  }
  fixture.beforeCall = () => {
    calls += 1
    crashIfDue()
  }
  return {
    ...ctx,
    db: {
      ...ctx.db,
      transact: async (work) => {
        crashIfDue()
        return await ctx.db.transact(work)
      },
    },
  }
}

const expireLeases = () =>
  testApp.ctx.db.pool.query(`update account_poll set lease_until = now() - interval '1 second'`)

test.each([1, 2, 3])(
  'a crash at every call number %i → no day is lost and few are repeated',
  async (crashAtCall) => {
    fixture = useMetrics(testApp, 'threads', { backfillDays: 60, daysPerCall: 3 })
    const account = await buildInsightsAccount(testApp)
    if (crashAtCall === 1) {
      // A crash at every first call would never end, so only one process does.
      await createWorkLoop(crashingContext(1), insightWorks).runUntilIdle()
      await expireLeases()
    }
    let crashes = 0
    for (; crashes < 60; crashes += 1) {
      const ctx = crashingContext(Math.max(2, crashAtCall))
      await createWorkLoop(ctx, insightWorks).runUntilIdle()
      await expireLeases()
      testApp.clock.advance(60_000)
      if ((await storedDays(account.id)).length === 60) break
    }
    const days = await storedDays(account.id)
    expect([days.length, days[0], days.at(-1)]).toEqual([60, '2026-09-23', '2026-11-21'])
    // Each crash repeats one call; the first week is one call.
    expect(requestedDays().length).toBeLessThanOrEqual(60 + (crashes + 2) * 7)
  },
)

test('a run that lost its lease writes nothing', async () => {
  const account = await buildInsightsAccount(testApp)
  const { pool } = testApp.ctx.db
  const fixtureWithoutLease = useMetrics(testApp, 'threads', {
    readDays: async ({ days }) => {
      await pool.query(
        `update account_poll set lease_token = nextval('lease_token_sequence'), lease_until = now() + interval '1h'`,
      )
      return days.map((day) => ({ day, metric: 'views', value: 1 }))
    },
  })
  await testApp.work()
  expect(fixtureWithoutLease.calls).toEqual([])
  expect(await readMetricHistory(testApp.ctx, account.id)).toEqual([])
})

test('a run that has lasted a minute continues in the next, and reads nothing twice', async () => {
  fixture = useMetrics(testApp, 'threads', { backfillDays: 60, daysPerCall: 3 })
  const account = await buildInsightsAccount(testApp)
  const callsPerRun: number[] = []
  fixture.beforeCall = () => {
    callsPerRun.push(callsPerRun.pop()! + 1)
    testApp.clock.advance(61_000)
  }
  const [work] = insightWorks
  const run: NonNullable<typeof work>['run'] = async (ctx, claim) => {
    callsPerRun.push(0)
    await work!.run(ctx, claim)
  }
  await createWorkLoop(testApp.ctx, [{ ...work!, run }]).runUntilIdle()
  expect(Math.max(...callsPerRun)).toBe(1)
  expect((await storedDays(account.id)).length).toBe(60)
  expect(new Set(requestedDays()).size).toBe(requestedDays().length)
})
