import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile, buildWebhook } from '../../../server/test/build.ts'
import { openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('an unknown ID is named, and its list and the search are offered', async () => {
  const page = await dashboard.open('/posts/post_01m850xzbhe8qa4d8rjcjdw6ed')
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  await page.getByText('post_01m850xzbhe8qa4d8rjcjdw6ed').waitFor()
  const content = page.locator('#content')
  await content.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await content.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.waitForURL('**/dashboard/posts')
})

test('an unknown page has one title and leads to the overview', async () => {
  const page = await dashboard.open('/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await page.locator('#content').getByRole('heading').count()).toBe(1)
  await page.getByRole('link', { name: 'Go to overview' }).waitFor()
})

test('a page that the role may not open has one title', async () => {
  const profile = await buildProfile(dashboard.testApp)
  const page = await openStaff(dashboard, { profiles: [profile.id] })
  await page.goto(new URL('/dashboard/api-keys', page.url()).href)
  await page.getByRole('heading', { name: 'Not part of your role' }).waitFor()
  expect(await page.locator('#content').getByRole('heading').count()).toBe(1)
})

test('a test delivery says that it is a test and is not retried', async () => {
  const webhook = await buildWebhook(dashboard.testApp)
  const { body } = await dashboard.testApp.call('POST', `/v1/webhooks/${webhook.id}/test`, {
    type: 'post.published',
  })
  const page = await dashboard.open(`/webhooks/${webhook.id}`)
  await page.getByText('Test event', { exact: true }).waitFor()
  await page.goto(
    new URL(`/dashboard/webhooks/${webhook.id}/deliveries/${body.id}`, page.url()).href,
  )
  await page.getByText('Test', { exact: true }).waitFor()
  await page.getByText('Test events are not retried.').waitFor()
})

test('the base URL of the API is copied from the API keys', async () => {
  const page = await dashboard.open('/api-keys')
  await page.getByRole('button', { name: 'Copy: Base URL' }).waitFor()
})

test('accounts of several clients are grouped by client', async () => {
  const bakery = await buildProfile(dashboard.testApp, { name: 'Bergmann Bakery' })
  const cycles = await buildProfile(dashboard.testApp, { name: 'Halde Cycles' })
  await buildAccount(dashboard.testApp, { profile_id: bakery.id })
  const page = await dashboard.open('/accounts', { viewport: 'phone' })
  await page.getByText('Bergmann Bakery').last().waitFor()
  expect(await page.getByRole('region', { name: 'Bergmann Bakery' }).count()).toBe(0)
  await buildAccount(dashboard.testApp, {
    profile_id: cycles.id,
    granted: { platformAccountId: '17841408221347013' },
  })
  await page.reload()
  const group = page.getByRole('region', { name: 'Halde Cycles' })
  await group.getByRole('listitem').waitFor()
  expect(await page.getByRole('region', { name: 'Bergmann Bakery' }).count()).toBe(1)
})
