import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { expiredAccount } from './clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { keyboardOn } from './keyboard-user.ts'

const phone = { viewport: 'phone' } as const
const dayMs = 86_400_000

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
beforeEach(async () => {
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', {
    brand_name: 'Harborline Studio',
    support_email: 'help@harborline.example',
  })
})
afterAll(async () => await dashboard.close())

/** The client picks an account at Threads and allows everything. */
async function connectAt(client: Page, account: string): Promise<void> {
  await client.getByRole('button', { name: 'Continue with Threads' }).click()
  await client.getByRole('button', { name: account }).click()
  await client.getByRole('button', { name: 'Allow', exact: true }).click()
}

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const urlIn = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Link' }).inputValue()

test('an invitation opened after three days connects two accounts, and none once it is revoked', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const url = await urlIn(page)
  expect(url).toContain('/invite/')
  const message = page.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain('You can open this page for the next 7 days.')
  await dashboard.check(page, 'the new invitation')

  testApp.clock.advance(3 * dayMs)
  const client = await dashboard.openSignedOut(url, phone)
  await client
    .getByRole('heading', { name: 'Connect your accounts to Harborline Studio' })
    .waitFor()
  await client.getByText('You can open this invitation for another 4 days.').waitFor()
  await dashboard.checkAccessible(client, 'the page of the invitation')
  await connectAt(client, '@anna.bakes')
  await client.getByRole('heading', { name: 'You’re connected to Harborline Studio' }).waitFor()
  await client.getByRole('button', { name: 'Connect another account' }).click()
  await connectAt(client, '@bergmann.bakery')
  await client.getByText('@bergmann.bakery').waitFor()
  await dialogOf(page).getByRole('link', { name: '@bergmann.bakery' }).waitFor()
  await dialogOf(page).getByRole('link', { name: 'anna.bakes' }).waitFor()

  await page.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('This invitation and its links no longer work.').waitFor()
  await client.goto(url)
  await client.getByRole('heading', { name: 'This invitation is no longer active' }).waitFor()
  await client.getByRole('link', { name: 'Email Harborline Studio' }).waitFor()
  const { body } = await testApp.call('GET', `/v1/accounts?status=connected`, undefined, {
    profile: profile.id,
  })
  expect(body.data).toHaveLength(2)
})

test('an invitation’s details name the client, and its activity begins with the newest', async () => {
  const { testApp } = dashboard
  await testApp.ctx.db.read.deleteFrom('account').execute()
  const profile = await buildProfile(testApp, { name: 'Nordlicht Bakery' })
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByText('The client hasn’t started yet.').waitFor()
  const client = await dashboard.openSignedOut(await urlIn(page), phone)
  await client.getByRole('button', { name: 'Continue with Mastodon' }).click()
  await dialogOf(page)
    .getByRole('listitem')
    .filter({ hasText: /^Started/ })
    .waitFor()
  await client.goto(await urlIn(page))
  await connectAt(client, '@anna.bakes')
  await dialogOf(page).getByRole('link', { name: 'anna.bakes' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Details of the invitation for Nordlicht Bakery' }).click()
  const details = page.getByRole('dialog', { name: 'Invitation for Nordlicht Bakery' })
  const activity = details.getByRole('list').last().getByRole('listitem')
  await expect
    .poll(async () => (await activity.allTextContents()).map((each) => each.split(' ')[0]))
    .toEqual(['Connected', 'Opened', 'Started'])
  const colors = await page.evaluate(
    `[...document.querySelectorAll('[role=dialog] li')].map((each) => getComputedStyle(each).color)`,
  )
  expect(new Set(colors as string[]).size).toBe(2)
})

test('a link of an invitation is in its activity, not among the single-use links', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Studio Rossi' })
  const redirect_url = `${testApp.ctx.config.publicUrl}/connect/done`
  const path = `/v1/profiles/${profile.id}/invitations`
  const { body } = await testApp.call('POST', path, { redirect_url })
  const client = await dashboard.openSignedOut(body.url, phone)
  await client.getByRole('button', { name: 'Continue with Mastodon' }).click()
  await client.getByRole('textbox', { name: 'Your server' }).waitFor()
  const page = await dashboard.open(`/connect-links?invitation=${body.id}`)
  await dialogOf(page)
    .getByRole('listitem')
    .filter({ hasText: /^Started/ })
    .waitFor()
  await page.goto(page.url().replace(/\?.*/, `?kind=links&profile=${profile.id}`))
  await page.getByText('No links in the last 30 days').waitFor()
})

test('the form requires a missing brand name, which the page of the invitation then shows', async () => {
  const { testApp } = dashboard
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: null })
  const profile = await buildProfile(testApp, { name: 'Café Zwölf' })
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  const name = page.getByRole('textbox', { name: 'Your name, as clients know it' })
  await page.getByText('Without it they can’t tell who is asking.').waitFor()
  await page.getByRole('button', { name: 'More options' }).click()
  const create = page.getByRole('button', { name: 'Create invitation' })
  await create.click()
  await page.getByText('Enter your name.').waitFor()
  await expect.poll(keyboardOn(page).focused).toBe('Your name, as clients know it')
  await dashboard.check(page, 'the form without a brand')
  await name.fill('Harborline Studio')
  await create.click()
  await page.getByRole('dialog', { name: 'Send this invitation to “Café Zwölf”' }).waitFor()
  expect(await page.getByText('Your client can’t tell who is asking').count()).toBe(0)
  const message = page.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain('Harborline Studio')
  expect(await page.evaluate('document.querySelector("[role=dialog]").scrollTop')).toBe(0)
  const client = await dashboard.openSignedOut(await urlIn(page), phone)
  await client
    .getByRole('heading', { name: 'Connect your accounts to Harborline Studio' })
    .waitFor()
})

test('the composer reconnects an account without leaving, and then offers it', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Studio Rossi' })
  await expiredAccount(testApp, profile.id)
  const page = await dashboard.open(`/posts/new?profile=${profile.id}`)
  const option = page.getByRole('checkbox', { name: /^Instagram/ })
  expect(await option.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await dialogOf(page).getByRole('button', { name: 'On the spot' }).click()
  const client = await dashboard.openSignedOut(await urlIn(page), phone)
  await client.getByRole('button', { name: 'Continue with Instagram' }).click()
  await client.getByRole('button', { name: '@studio.rossi' }).click()
  await client.getByRole('button', { name: 'Allow', exact: true }).click()
  await dialogOf(page).getByText('@studio.rossi is connected again.').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click()
  expect(new URL(page.url()).pathname).toBe('/dashboard/posts/new')
  await option.click()
  expect(await option.isChecked()).toBe(true)
})

test('a used link offers a new one with the same settings', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp)
  const redirect_url = `${testApp.ctx.config.publicUrl}/connect/done`
  const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url,
    platforms: ['tiktok'],
    language: 'ja',
  })
  const page = await dashboard.open(`/connect-links?link=${body.id}`)
  await page.getByRole('button', { name: 'Create a new one like this' }).click()
  await dialogOf(page).getByRole('button', { name: 'Create link' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Link' }).waitFor()
  const { data } = (await testApp.call('GET', `/v1/connect-links?profile_id=${profile.id}`)).body
  expect(data).toHaveLength(2)
  expect(data[0]).toMatchObject({ platforms: ['tiktok'], language: 'ja', redirect_url })
})

test('a reconnected account that lacks a permission is shown with its name', async () => {
  const { testApp } = dashboard
  await testApp.ctx.db.read.deleteFrom('account').execute()
  const profile = await buildProfile(testApp)
  const account = await expiredAccount(testApp, profile.id)
  testApp.clock.advance(60_000)
  const page = await dashboard.open(`/accounts/${account.id}`)
  await page.getByRole('button', { name: 'Reconnect @studio.rossi' }).first().click()
  await dialogOf(page).getByRole('button', { name: 'On the spot' }).click()
  const client = await dashboard.openSignedOut(await urlIn(page), phone)
  await client.getByRole('button', { name: 'Continue with Instagram' }).click()
  await client.getByRole('button', { name: '@studio.rossi' }).click()
  await client.locator('input[value=instagram_business_manage_insights]').uncheck()
  await client.getByRole('button', { name: 'Allow', exact: true }).click()
  await client.getByText('Not allowed yet: see statistics.').waitFor()
  await dialogOf(page).getByText('permissions are missing: Read insights.').waitFor()
  await dashboard.check(page, 'a reconnected account without a permission')
})
