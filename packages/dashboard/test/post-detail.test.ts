import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '../../server/test/media-files.ts'
import { advanceUntilIdle, connectAccount, connectNewPerson } from '../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import {
  type Bakery,
  breakThreads,
  clearFaults,
  inHours,
  openBakery,
  photo,
  writePost,
} from './publishing-seed.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterEach(async () => await clearFaults(dashboard.testApp))
afterAll(async () => await dashboard.close())

test('a scheduled post says its time once, in its title', async () => {
  const id = await writePost(dashboard.testApp, bakery, {
    mode: 'schedule',
    scheduled_at: inHours(dashboard.testApp, 2),
  })
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('Scheduled').waitFor()
  await page.getByRole('heading', { level: 1, name: /Post · Today/ }).waitFor()
  expect(await accounts.locator('time').count()).toBe(0)
})

test('an attempt that failed is shown with its error and the time of the next one', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'Rolls at noon' })
  await testApp.work()
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('The platform had an error.').waitFor()
  await accounts.getByText(/^Attempt 1 of 4 · /).waitFor()
  await accounts.getByText('Next attempt').waitFor()
  expect(await accounts.getByRole('alert').count()).toBe(0)
  expect(await retryButtons(page).count()).toBe(0)
  await dashboard.check(page, 'a post between two attempts')
  await clearFaults(testApp)
  await advanceUntilIdle(testApp)
  await accounts.getByRole('link', { name: 'Open on Threads' }).waitFor()
  expect(await accounts.getByText('The platform had an error.').count()).toBe(0)
})

test('a failed account says when it failed and after how many attempts', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'Too early' })
  await advanceUntilIdle(testApp)
  const { targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('4 attempts').waitFor()
  await accounts.locator(`time[datetime="${targets[0].failed_at}"]`, { hasText: /Today/ }).waitFor()
})

test('the preview is next to the accounts at the width of a phone, and Reschedule a button', async () => {
  const id = await writePost(dashboard.testApp, bakery, {
    text: 'Rye in three hours',
    mode: 'schedule',
    scheduled_at: inHours(dashboard.testApp, 3),
  })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByRole('dialog', { name: 'Reschedule' }).waitFor()
  await page.keyboard.press('Escape')
  const accounts = (await page.getByRole('list', { name: 'Accounts' }).boundingBox())!
  const preview = (await page.locator('.post-page > section').boundingBox())!
  expect(preview.x).toBeGreaterThan(accounts.x + accounts.width)
  expect(preview.width).toBeLessThan(accounts.width)
})

test('one failed account offers Retry once, several also offer it for all', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const other = await connectNewPerson(testApp, bakery.profile)
  const targets = [{ account_id: bakery.threads }, { account_id: other.id }]
  const one = await writePost(testApp, bakery, { text: 'Once' })
  const two = await writePost(testApp, bakery, { text: 'Twice', targets })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${one}`)
  await page.getByText('4 attempts').waitFor()
  expect(await retryButtons(page).allTextContents()).toEqual(['Retry'])
  await page.goto(new URL(`/dashboard/posts/${two}`, page.url()).href)
  await page.getByText('4 attempts').nth(1).waitFor()
  expect(await retryButtons(page).allTextContents()).toEqual(['Retry all', 'Retry', 'Retry'])
})

test('the cure is the primary button: reconnect, then retry once it was done', async () => {
  const { testApp } = dashboard
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.find(({ platform }: { platform: string }) => platform === 'instagram')
  const permission = 'instagram_business_content_publish'
  await testApp.sandbox.control('POST', `/grants/${grant.id}/remove-permission`, { permission })
  const { id: file } = await buildMedia(testApp, { bytes: await photo(), profile: bakery.profile })
  const id = await writePost(testApp, bakery, {
    text: 'Plums',
    media: [{ id: file }],
    targets: [{ account_id: bakery.instagram }],
  })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  const alert = page.getByRole('alert')
  await alert.getByText('This account is missing a required permission.').waitFor()
  const reconnect = alert.getByRole('button', { name: /^Reconnect/ })
  await reconnect.waitFor()
  expect(await primaryNames(alert)).toEqual(['Reconnect'])
  await dashboard.check(page, 'a post without the permission')
  testApp.clock.advance(60_000)
  await connectAccount(testApp, 'instagram', {}, bakery.profile)
  await reconnect.waitFor({ state: 'detached' })
  expect(await primaryNames(alert)).toEqual(['Retry'])
})

test('the options of a platform are shown with the labels of the composer', async () => {
  const { testApp } = dashboard
  const { id: account_id } = await connectAccount(testApp, 'tiktok', {}, bakery.profile)
  const options = { privacy_level: 'SELF_ONLY', disable_comment: true }
  const id = await writePost(testApp, bakery, {
    mode: 'draft',
    targets: [{ account_id, options }],
  })
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('Who can view this post').waitFor()
  expect(await accounts.textContent()).not.toMatch(/privacy_level|SELF_ONLY|true/)
})

function retryButtons(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Retry/ })
}

async function primaryNames(alert: Locator): Promise<string[]> {
  return await alert.locator('button:not([data-variant="default"])').allTextContents()
}
