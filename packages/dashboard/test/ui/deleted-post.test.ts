import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { type Bakery, openBakery, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a published post is deleted on one platform after a confirmation', async () => {
  const { testApp } = dashboard
  const targets = [{ account_id: bakery.threads }, { account_id: bakery.facebook }]
  const id = await writePost(testApp, bakery, { text: 'Sold out', targets })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  const items = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  const remove = async () => {
    await items.first().getByRole('button', { name: 'Delete on Threads…' }).click()
  }
  await remove()
  const dialog = page.getByRole('dialog', { name: 'Delete this post on Threads?' })
  await dialog.getByText('anna.bakes').waitFor()
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor()
  await remove()
  await dialog.getByRole('button', { name: 'Delete post' }).click()
  await page.getByText('Post deleted').waitFor()
  await items.first().getByText('Deleted', { exact: true }).waitFor()
  await items.first().getByText('Published', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor({ state: 'detached' })
  expect(await items.first().getByRole('button').count()).toBe(0)
  await items.nth(1).getByRole('button', { name: 'Delete on Facebook…' }).waitFor()
  const post = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const deletedAt = testApp.clock.now().toISOString()
  expect(post.targets).toMatchObject([{ deleted_at: deletedAt }, { deleted_at: null }])
  const { data } = await testApp.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  expect(JSON.stringify(data)).not.toContain('Sold out')
})

test('a post that was deleted everywhere is listed as deleted', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, { text: 'Closed today' })
  await advanceUntilIdle(testApp)
  const { targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  await testApp.call('DELETE', `/v1/posts/${id}/targets/${targets[0].id}/publication`)
  const page = await dashboard.open('/posts')
  const row = page.getByRole('row', { name: /Closed today/ })
  await row.getByText('Deleted').waitFor()
})

test('a post from the app says so in its preview, and offers no deletion its platform lacks', async () => {
  const { testApp } = dashboard
  const post = { account: 'instagram:bergmann.bakery', text: 'From the app' }
  await testApp.sandbox.control('POST', '/posts', post)
  testApp.clock.advance(11 * 60_000)
  await testApp.work()
  const { data } = (await testApp.call('GET', `/v1/posts?account_id=${bakery.instagram}`)).body
  const page = await dashboard.open(`/posts/${data[0].id}`)
  // The name is shown once the accounts are loaded.
  await page.getByRole('list', { name: 'Accounts' }).getByText('bergmann.bakery').waitFor()
  expect(await page.getByRole('listitem').getByRole('button').count()).toBe(0)
  const preview = page.locator('.post-page > section')
  await preview.getByText('Published on Instagram, not with Postern.').waitFor()
  const link = preview.getByRole('link', { name: 'View the post there' })
  expect(await link.getAttribute('href')).toBe(data[0].targets[0].permalink)
})
