import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInsightsDue, runInsights, useMetrics } from '../../server/test/metrics-fixture.ts'
import { advanceUntilIdle, connectNewPerson } from '../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { type Bakery, openBakery, writePost } from './publishing-seed.ts'

const hourMs = 3_600_000

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('metrics are shown per account with their time, and in total for several accounts', async () => {
  const { testApp } = dashboard
  const other = await connectNewPerson(testApp, bakery.profile)
  const accounts = [bakery.threads, other.id]
  const one = await writePost(testApp, bakery, { text: 'One account' })
  await advanceUntilIdle(testApp)
  const two = await writePost(testApp, bakery, {
    text: 'Two accounts',
    targets: accounts.map((account_id) => ({ account_id })),
  })
  await advanceUntilIdle(testApp)
  const { targets } = (await testApp.call('GET', `/v1/posts/${two}`)).body
  useMetrics(testApp, 'threads').postValues = (id) => ({
    views: id === targets[0].platform_post_id ? 1_120 : 0,
    likes: 0,
  })
  for (const account of accounts) await makeInsightsDue(testApp, account)
  await runInsights(testApp, 6 * hourMs)

  const page = await dashboard.open(`/posts/${two}`)
  const metrics = page.getByRole('region', { name: 'Performance' })
  await metrics
    .getByText(/^As of today/)
    .nth(1)
    .waitFor()
  expect(await metrics.getByText('All accounts').count()).toBe(1)
  expect(await metrics.getByText('1,120').count()).toBe(2)
  expect(await metrics.getByText('No numbers yet').count()).toBe(1)
  await dashboard.check(page, 'the metrics of two accounts')
  await page.goto(new URL(`/dashboard/posts/${one}`, page.url()).href)
  await metrics.getByText('No numbers yet').waitFor()
  expect(await metrics.getByText('All accounts').count()).toBe(0)
  expect(await metrics.getByText('0', { exact: true }).count()).toBe(0)
})
