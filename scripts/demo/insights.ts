import { untilSynced } from '../scenario/actions.ts'
import { refused } from '../scenario/api.ts'
import { check, checkSame, say, step } from '../scenario/report.ts'
import { accountOf, changeGrant } from '../scenario/sandbox.ts'
import type { Accounts, Client, Demo } from './setup.ts'

const permission = 'instagram_business_manage_insights'
const dayMs = 86_400_000

/** The platform has no value for the second of these days. */
const series = [120, null, 80].map((value, place) => ({
  date: new Date(Date.now() - (5 - place) * dayMs).toISOString().slice(0, 10),
  value,
}))

/** Before the account is connected, as the first reading follows at once. */
export async function setMetrics({ sandbox }: Demo, { person }: Client): Promise<void> {
  await step('Metrics at the platform: two days, and a gap between them', async () => {
    const account = accountOf(person, 'threads').id
    for (const { date: day, value } of series) {
      await sandbox('PUT', '/control/figures', { account, metric: 'views', day, value })
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
  await step('The latest metrics, now; and not again within five minutes', async () => {
    const profile = client.profile.id
    const { id } = await api.insights.sync({}, { profile })
    const again = api.insights.sync({ account_ids: [threads.id] }, { profile })
    const { retryAfterSeconds: wait } = await refused(429, 'sync_too_soon', again)
    check(wait !== null && wait > 290 && wait <= 300, `Retry-After says ${wait} s`)
    const { accounts, status } = await untilSynced(api, id)
    checkSame(accounts, { total: 2, done: 1, failed: 1 }, 'one was read, one was refused')
    checkSame(status, 'partially_completed', 'and the sync says so')
  })
  await step('Threads: a gap is null, never 0', async () => {
    const get = (query: { from?: string; to?: string; metrics?: string }) =>
      api.insights.account(threads.id, query)
    const range = { from: series[0]!.date, to: series[2]!.date, metrics: 'views' }
    const { views } = (await get(range)).metrics
    checkSame(views?.series, series, 'both ends inclusive, and null in the gap')
    checkSame(views?.total, 200, 'the total is of the days there are')
    const { metrics } = await get({})
    checkSame(metrics.views?.series.length, 30, 'by default the last 30 days')
    say(`       followers: ${metrics.followers_count?.total}`)
    await refused(400, 'invalid_range', get({ from: '2025-02-30' }))
    await refused(400, 'range_too_long', get({ from: '2025-01-01', to: '2026-01-01' }))
    await refused(400, 'invalid_metric', get({ metrics: 'reach' }))
  })
  await step('Instagram: 200, and the name of the missing permission', async () => {
    const { metrics, missing_permission } = await api.insights.account(instagram.id)
    checkSame(missing_permission, permission, 'the permission is named')
    checkSame(metrics.reach?.kind, 'unique', 'reach does not add up over days')
    checkSame(metrics.followers_count?.kind, 'level', 'followers are a level')
  })
}
