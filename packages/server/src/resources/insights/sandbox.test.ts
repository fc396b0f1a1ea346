import { afterEach, beforeEach, expect, test } from 'vitest'
import { runInsights } from '../../../test/metrics-fixture.ts'
import { advanceUntilIdle, connectAccount } from '../../../test/publishing.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { AccountInsights } from '../../schemas/insight.ts'

const hourMs = 3_600_000

let testApp: TestApp

beforeEach(async () => {
  testApp = await openTestApp()
})
afterEach(() => testApp.close())

const insightsOf = async (id: string, query = ''): Promise<AccountInsights> =>
  (await testApp.call('GET', `/v1/accounts/${id}/insights${query}`)).body

/** The metrics of contract.md §8, in its order. */
const expectedMetrics = {
  threads: 'followers_count,views,likes,replies,reposts,quotes,clicks',
  instagram:
    'followers_count,views,reach,accounts_engaged,total_interactions,likes,comments,saves,shares',
}

test.each(['threads', 'instagram'] as const)(
  'connecting %s loads at least 30 days; a day without data stays null',
  async (platform) => {
    const gap = '2026-11-10'
    const at = { account: `${platform}:anna.bakes`, metric: 'views' }
    await testApp.sandbox.control('PUT', '/metric-values', { ...at, day: gap, value: null })
    await testApp.sandbox.control('PUT', '/metric-values', { ...at, day: '2026-11-09', value: 321 })
    const account = await connectAccount(testApp, platform, { account: 'anna.bakes' })
    await runInsights(testApp, 30 * 60_000)
    const insights = await insightsOf(account.id)
    expect(Object.keys(insights.metrics).join()).toBe(expectedMetrics[platform])
    const views = new Map(insights.metrics.views!.series.map(({ date, value }) => [date, value]))
    expect([views.get(gap), views.get('2026-11-09')]).toEqual([null, 321])
    expect(insights.metrics.followers_count!.total).toBeGreaterThan(0)
    const daysWithData = insights.metrics.likes!.series.filter(({ value }) => value !== null)
    expect(daysWithData.length).toBeGreaterThan(20)
    expect(insights.missing_permission).toBeNull()
  },
)

test('connecting a Facebook page loads the history of its followers', async () => {
  const account = await connectAccount(testApp, 'facebook')
  await runInsights(testApp, 30 * 60_000)
  const { followers_count: followers } = (await insightsOf(account.id)).metrics
  const known = followers!.series.flatMap(({ value }) => value ?? [])
  expect(known.length).toBeGreaterThan(20)
  expect(known[0]).toBeLessThan(known.at(-1)!)
  expect(followers).toMatchObject({ kind: 'level', total: known.at(-1) })
  expect(followers!.previous_total).toBeLessThan(followers!.total!)
})

test('an account without the insights permission → missing_permission and null totals', async () => {
  const who = { account: 'bergmann.bakery' }
  const { id, profile_id } = await connectAccount(testApp, 'threads', who)
  await runInsights(testApp, 10 * 60_000)
  expect((await insightsOf(id)).metrics.views!.total).toBeGreaterThan(0)
  const permissions = ['threads_basic', 'threads_content_publish']
  await connectAccount(testApp, 'threads', { ...who, permissions }, profile_id)
  const insights = await insightsOf(id)
  expect(insights.missing_permission).toBe('threads_manage_insights')
  expect(insights.metrics.views!.total).toBeNull()
})

test('a published post has metrics after the next refresh', async () => {
  const account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  const created = await testApp.call('POST', '/v1/posts', {
    text: 'How many will see this?',
    targets: [{ account_id: account.id }],
    mode: 'now',
  })
  await advanceUntilIdle(testApp)
  const post = (await testApp.call('GET', `/v1/posts/${created.body.id}`)).body
  await testApp.sandbox.control('PUT', `/posts/${post.targets[0].platform_post_id}/numbers`, {
    views: 4321,
    likes: 0,
  })
  await runInsights(testApp, 6 * hourMs)
  const { body } = await testApp.call('GET', `/v1/posts/${post.id}/insights`)
  expect(body.totals).toMatchObject({ views: 4321, likes: 0 })
})

test('a revoked token expires the account and keeps its metrics', async () => {
  const account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  await runInsights(testApp, 30 * 60_000)
  const before = await insightsOf(account.id, '?metrics=views')
  const grants = await testApp.sandbox.control('GET', '/grants')
  const list: { id: string; platform: string; account_id?: string }[] = grants.data ?? grants
  for (const grant of list.filter((each) => each.platform === 'threads')) {
    await testApp.sandbox.control('POST', `/grants/${grant.id}/password-change`)
  }
  await runInsights(testApp, 6 * hourMs)
  const shown = await testApp.call('GET', `/v1/accounts/${account.id}`)
  expect(shown.body.status).toBe('expired')
  const after = await insightsOf(account.id, '?metrics=views')
  expect(after.metrics.views!.series.slice(0, 27)).toEqual(
    before.metrics.views!.series.slice(0, 27),
  )
  expect(after.next_sync_at).toBeNull()
})

test('near the platform rate limit, reading backs off and resumes later', async () => {
  await testApp.sandbox.control('PUT', '/settings', { meta_usage_percent: 85 })
  const account = await connectAccount(testApp, 'instagram', { account: 'anna.bakes' })
  const calls = async () => {
    const { data } = await testApp.sandbox.control('GET', '/calls')
    return data.filter((call: { path: string }) => call.path.includes('/insights?')).length
  }
  await runInsights(testApp, 10 * 60_000)
  const first = await calls()
  const countDaysWithData = async () => {
    const { metrics } = await insightsOf(account.id, '?metrics=likes')
    return metrics.likes!.series.filter(({ value }) => value !== null).length
  }
  const before = await countDaysWithData()
  // No further batch of days after the first ones.
  expect(first).toBeLessThanOrEqual(16)
  await testApp.call('POST', '/v1/insights/sync', {})
  await runInsights(testApp, 60_000)
  expect(await calls()).toBe(first)
  await testApp.sandbox.control('PUT', '/settings', { meta_usage_percent: 0 })
  await runInsights(testApp, 3 * hourMs)
  expect(await countDaysWithData()).toBeGreaterThan(Math.max(before, 20))
})
