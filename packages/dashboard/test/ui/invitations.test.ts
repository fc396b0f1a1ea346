import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { openBrowser } from '../../../server/test/client.ts'
import { expiredAccount, newInstagramLogin } from '../clients-seed.ts'
import { keyboardOn } from '../keyboard-user.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

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

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const urlIn = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Link' }).inputValue()

/** Opens the invitation's page and begins a login; returns the URL of the connect link for it. */
async function begin(client: ReturnType<typeof openBrowser>, invitationUrl: string) {
  const { location } = await client.visit('POST', new URL(invitationUrl).pathname)
  return location!
}

test('an invitation’s details name the client, and its activity begins with the newest', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Nordlicht Bakery' })
  const login = await newInstagramLogin(testApp)
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByText('The client hasn’t started yet.').waitFor()
  const client = openBrowser(testApp)
  const url = await urlIn(page)
  await begin(client, url)
  await dialogOf(page)
    .getByRole('listitem')
    .filter({ hasText: /^Started/ })
    .waitFor()
  await client.login(await begin(client, url), 'instagram', { decision: 'allow', ...login })
  await dialogOf(page).getByRole('link', { name: login.account }).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Details of the invitation for Nordlicht Bakery' }).click()
  const details = page.getByRole('dialog', { name: 'Invitation for Nordlicht Bakery' })
  const activity = details.getByRole('list').last().getByRole('listitem')
  await expect
    .poll(async () => (await activity.allTextContents()).map((each) => each.split(' ')[0]))
    .toEqual(['Connected', 'Opened', 'Started'])
})

test('a link of an invitation is in its activity, not among the single-use links', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Studio Rossi' })
  const redirect_url = `${testApp.ctx.config.publicUrl}/connect/done`
  const path = `/v1/profiles/${profile.id}/invitations`
  const { body } = await testApp.call('POST', path, { redirect_url })
  await begin(openBrowser(testApp), body.url)
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
  await name.fill('Harborline Studio')
  await create.click()
  await page.getByRole('dialog', { name: 'Send this invitation to “Café Zwölf”' }).waitFor()
  expect(await page.getByText('Your client can’t tell who is asking').count()).toBe(0)
  const message = page.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain('Harborline Studio')
  const { text } = await openBrowser(testApp).visit('GET', new URL(await urlIn(page)).pathname)
  expect(text).toContain('Connect your accounts to Harborline Studio')
})

test('the composer reconnects an account without leaving, and then offers it', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Studio Rossi' })
  const login = await newInstagramLogin(testApp)
  await expiredAccount(testApp, profile.id, login)
  const page = await dashboard.open(`/posts/new?profile=${profile.id}`)
  const option = page.getByRole('checkbox', { name: /^Instagram/ })
  expect(await option.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await dialogOf(page).getByRole('button', { name: 'On the spot' }).click()
  const decision = { decision: 'allow', ...login } as const
  await openBrowser(testApp).login(await urlIn(page), 'instagram', decision)
  await dialogOf(page).getByText(`@${login.account} is connected again.`).waitFor()
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
  const profile = await buildProfile(testApp)
  const login = await newInstagramLogin(testApp)
  const account = await expiredAccount(testApp, profile.id, login)
  testApp.clock.advance(60_000)
  const page = await dashboard.open(`/accounts/${account.id}`)
  await page
    .getByRole('button', { name: `Reconnect @${login.account}` })
    .first()
    .click()
  await dialogOf(page).getByRole('button', { name: 'On the spot' }).click()
  // All but the one for insights.
  const permissions = ['basic', 'content_publish', 'manage_comments'].map(
    (each) => `instagram_business_${each}`,
  )
  const decision = { decision: 'allow', ...login, permissions } as const
  await openBrowser(testApp).login(await urlIn(page), 'instagram', decision)
  await dialogOf(page).getByText('permissions are missing: Read insights.').waitFor()
})
