import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import {
  type Bakery,
  clearFaults,
  inHours,
  openBakery,
  silenceFacebook,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterEach(async () => await clearFaults(dashboard.testApp))
afterAll(async () => await dashboard.close())

test('a post with a lost platform response can be confirmed with its link', async () => {
  const { testApp } = dashboard
  await silenceFacebook(testApp)
  const targets = [{ account_id: bakery.facebook }]
  const id = await writePost(testApp, bakery, { text: 'Is it there?', targets })
  await testApp.work()
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByText(message('post-detail', 'unknownTitle')).waitFor()
  await page.getByRole('button', { name: 'It’s published' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link the published post' })
  const field = dialog.getByRole('textbox', { name: 'Post URL or ID' })
  await field.fill('https://www.facebook.com/bakery/photos')
  await dialog.getByRole('button', { name: 'Mark as published' }).click()
  await dialog.getByText('This URL contains no post ID.').waitFor()
  await field.fill('https://www.facebook.com/bakery/posts/122104839021345678')
  await dialog.getByRole('button', { name: 'Mark as published' }).click()
  await page.getByText('Marked as published').waitFor()
  const [target] = (await testApp.call('GET', `/v1/posts/${id}`)).body.targets
  expect(target).toMatchObject({ status: 'published', platform_post_id: '122104839021345678' })
})

test('a post of which only a lost response is open says Result unknown wherever it is shown', async () => {
  const { testApp } = dashboard
  await silenceFacebook(testApp)
  const targets = [{ account_id: bakery.facebook }, { account_id: bakery.threads }]
  const id = await writePost(testApp, bakery, {
    text: 'Where is it?',
    targets,
    mode: 'schedule',
    scheduled_at: inHours(testApp, 1),
  })
  testApp.clock.advance(3_600_000)
  await advanceUntilIdle(testApp)
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body.status).toBe('publishing')
  const page = await dashboard.open(`/posts/${id}`)
  // At the top and at the account.
  await page.getByText('Result unknown', { exact: true }).nth(1).waitFor()
  expect(await page.getByText('Publishing', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Back to posts' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Where is it?' })
  await row.getByText('Result unknown', { exact: true }).waitFor()
  await page.goto(new URL('/dashboard/calendar?view=week', page.url()).href)
  await page.getByRole('link', { name: /Result unknown.*Where is it\?/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Result unknown', { exact: true }).first().waitFor()
  await quickView.getByText(message('post-detail', 'unknownTitle')).waitFor()
  expect(await quickView.getByText('Publishing', { exact: true }).count()).toBe(0)
})
