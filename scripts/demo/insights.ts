import { waitForSync } from '../scenario/actions.ts'
import { expectError } from '../scenario/api.ts'
import { print, step, verify, verifyEqual } from '../scenario/report.ts'
import { accountOf, changeGrant } from '../scenario/sandbox.ts'
import type { Accounts, Client, Demo } from './setup.ts'

const permission = 'instagram_business_manage_insights'
const dayMs = 86_400_000

/** The platform has no value for the second of these days. */
const series = [120, null, 80].map((value, index) => ({
  date: new Date(Date.now() - (5 - index) * dayMs).toISOString().slice(0, 10),
  value,
}))

/** Sets metrics before the account is connected, because the first sync follows immediately. */
export async function setMetrics({ sandbox }: Demo, { person }: Client): Promise<void> {
  await step('The platform has metrics for two days, with a gap between them', async () => {
    const account = accountOf(person, 'threads').id
    for (const { date: day, value } of series) {
      await sandbox('PUT', '/control/metric-values', { account, metric: 'views', day, value })
    }
  })
}

/** Metrics with a gap, a missing permission, and a sync on request. */
export async function readInsights(
  { api, sandbox }: Demo,
  client: Client,
  { threads, instagram }: Accounts,
): Promise<void> {
  await step('The client withdraws the permission for metrics on Instagram', async () => {
    await changeGrant(sandbox, instagram, 'remove-permission', { permission })
  })
  await step(
    'The owner syncs the metrics; a second sync within five minutes is rejected',
    async () => {
      const profile = client.profile.id
      const { id } = await api.insights.sync({}, { profile })
      const again = api.insights.sync({ account_ids: [threads.id] }, { profile })
      const { retryAfterSeconds: seconds } = await expectError(429, 'sync_too_soon', again)
      verify(seconds !== null && seconds > 290 && seconds <= 300, `Retry-After is ${seconds} s`)
      const { accounts, status } = await waitForSync(api, id)
      verifyEqual(accounts, { total: 2, done: 1, failed: 1 }, 'one account was synced, one failed')
      verifyEqual(status, 'partially_completed', 'the sync is partially completed')
    },
  )
  await step('On Threads a missing value is null, not 0', async () => {
    const get = (query: { from?: string; to?: string; metrics?: string }) =>
      api.insights.account(threads.id, query)
    const range = { from: series[0]!.date, to: series[2]!.date, metrics: 'views' }
    const { views } = (await get(range)).metrics
    verifyEqual(views?.series, series, 'the range includes both ends and has null in the gap')
    verifyEqual(views?.total, 200, 'the total has the days with values')
    const { metrics } = await get({})
    verifyEqual(metrics.views?.series.length, 30, 'the default is the last 30 days')
    print(`       followers: ${metrics.followers_count?.total}`)
    await expectError(400, 'invalid_range', get({ from: '2025-02-30' }))
    await expectError(400, 'range_too_long', get({ from: '2025-01-01', to: '2026-01-01' }))
    await expectError(400, 'invalid_metric', get({ metrics: 'reach' }))
  })
  await step('On Instagram the response is 200 with the missing permission', async () => {
    const { metrics, missing_permission } = await api.insights.account(instagram.id)
    verifyEqual(missing_permission, permission, 'it has the missing permission')
    verifyEqual(
      metrics.reach?.kind,
      'unique',
      'reach is a unique count, which does not add up over days',
    )
    verifyEqual(metrics.followers_count?.kind, 'level', 'followers are a level')
  })
}
