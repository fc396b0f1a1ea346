import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '../../../server/test/media-files.ts'
import { makeInsightsDue, runInsights, useMetrics } from '../../../server/test/metrics-fixture.ts'
import { advanceUntilIdle, connectNewPerson } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import {
  type Bakery,
  breakThreads,
  clearFaults,
  inHours,
  openBakery,
  photo,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

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

test('a published account says its status once, with its time', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, { text: 'Out now' })
  await advanceUntilIdle(testApp)
  const { targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const page = await dashboard.open(`/posts/${id}`)
  const account = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await account.locator(`time[datetime="${targets[0].published_at}"]`).waitFor()
  expect(await account.getByText(/Published/).count()).toBe(1)
  expect(await account.locator('time').count()).toBe(1)
})

test('the preview says that a file of the post was deleted, and not while files load', async () => {
  const { testApp } = dashboard
  const { id: file } = await buildMedia(testApp, { bytes: await photo(), profile: bakery.profile })
  const targets = [{ account_id: bakery.instagram }]
  const id = await writePost(testApp, bakery, { text: 'Plums', media: [{ id: file }], targets })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  const preview = page.locator('.post-page > section')
  await preview.locator('img').first().waitFor()
  const note = preview.getByText(message('post-detail', 'filesDeleted'))
  expect(await note.count()).toBe(0)
  expect((await testApp.call('DELETE', `/v1/media/${file}`)).status).toBe(200)
  await page.reload()
  await note.waitFor()
  await preview.getByRole('link', { name: 'View the post there' }).waitFor()
})

test('the preview never says that a post has no image while its files load', async () => {
  const { testApp } = dashboard
  const { id: file } = await buildMedia(testApp, { bytes: await photo(), profile: bakery.profile })
  const targets = [{ account_id: bakery.instagram }]
  const id = await writePost(testApp, bakery, { text: 'Quinces', media: [{ id: file }], targets })
  const page = await dashboard.open('/posts')
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/media?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(new URL(`/dashboard/posts/${id}`, page.url()).href)
  const preview = page.locator('.post-page > section')
  await preview.locator('.mantine-Skeleton-root').waitFor()
  expect(await preview.getByText('No image or video yet').count()).toBe(0)
  held.resolve()
  await preview.locator('img').first().waitFor()
  expect(await preview.locator('.mantine-Skeleton-root').count()).toBe(0)
})

test('the details say who created and who canceled the post', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 20)
  const id = await writePost(testApp, bakery, { text: 'Whose?', mode: 'schedule', scheduled_at })
  await testApp.call('DELETE', `/v1/posts/${id}`)
  const page = await dashboard.open(`/posts/${id}`)
  const details = page.locator('section', { hasText: 'Details' })
  await details.getByText('by First owner key').nth(1).waitFor()
  expect(await details.textContent()).toMatch(/Canceled.* by First.*Created.* by First/)
})
