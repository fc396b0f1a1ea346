import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInsightsDue, runInsights, useMetrics } from '../../server/test/metrics-fixture.ts'
import { advanceUntilIdle, connectNewPerson } from '../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { type Bakery, breakThreads, clearFaults, openBakery, writePost } from './publishing-seed.ts'

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

test('accounts without numbers share one line, and zeros count a day after publishing', async () => {
  const { testApp } = dashboard
  const other = await connectNewPerson(testApp, bakery.profile)
  const accounts = [bakery.threads, other.id]
  const id = await writePost(testApp, bakery, {
    text: 'Seen by no one',
    targets: accounts.map((account_id) => ({ account_id })),
  })
  await advanceUntilIdle(testApp)
  useMetrics(testApp, 'threads').postValues = () => ({ views: 0, likes: 0 })
  const sync = async (hours: number) => {
    for (const account of accounts) await makeInsightsDue(testApp, account)
    await runInsights(testApp, hours * hourMs)
  }
  const page = await dashboard.open(`/posts/${id}`)
  const metrics = page.getByRole('region', { name: 'Performance' })
  await metrics.getByText(/^No data yet/).waitFor()
  expect(await metrics.getByText(/^No data yet/).count()).toBe(1)
  await sync(6)
  await page.reload()
  await metrics.getByText('No numbers yet').waitFor()
  expect(await metrics.getByText('No numbers yet').count()).toBe(1)
  expect(await metrics.getByText(/^As of /).count()).toBe(1)
  await sync(30)
  await page.reload()
  await metrics.getByText('All accounts').waitFor()
  expect(await metrics.getByText(/^As of /).count()).toBe(2)
  expect(await metrics.getByText('0', { exact: true }).count()).toBe(6)
  expect(await metrics.getByText('No numbers yet').count()).toBe(0)
})

test('an account that failed has no line in the metrics', async () => {
  const { testApp } = dashboard
  const other = await connectNewPerson(testApp, bakery.profile)
  const targets = [{ account_id: bakery.facebook }, { account_id: other.id }]
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'Half', targets })
  await advanceUntilIdle(testApp)
  await clearFaults(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  const metrics = page.getByRole('region', { name: 'Performance' })
  await metrics.getByText(/^No data yet/).waitFor()
  expect(await metrics.getByText(other.username!).count()).toBe(0)
})
