import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { message } from '../messages.ts'

const dayMs = 86_400_000

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', {
    brand_name: 'Harborline Studio',
    support_email: 'help@harborline.example',
  })
})
afterAll(async () => await dashboard.close())

test('on a phone the owner copies an invitation, with which a client connects two accounts until it is revoked', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  const granted = { username: 'bergmann.old' }
  await buildAccount(testApp, { profile_id: profile.id, granted })
  const page = await dashboard.open('/profiles', { viewport: 'phone', touch: true })
  const card = page.getByRole('row').filter({ hasText: 'Bergmann Bakery' })
  await card.getByText('Nothing scheduled').waitFor()
  expect(await card.getByText('0', { exact: true }).filter({ visible: true }).count()).toBe(0)
  // A finger opens the profile also on the mark of an account, which is too small to be meant.
  const { x, y } = (await card.getByRole('link', { name: 'bergmann.old' }).boundingBox())!
  await page.touchscreen.tap(x + 5, y + 5)
  await page.waitForURL(`**/profiles/${profile.id}`)
  await page.getByRole('button', { name: 'Connect account' }).first().click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send this invitation/ })
  const { y: top, height } = (await dialog
    .getByRole('button', { name: 'Create another' })
    .boundingBox())!
  expect(top + height, 'the buttons below are in view').toBeLessThanOrEqual(780)
  const sentText = await dialog.getByRole('textbox', { name: 'Message to the client' }).inputValue()
  expect(sentText).toContain('You can open this page for the next 7 days.')
  await dialog.getByText('Copy message', { exact: true }).click()
  await dialog.getByText('Copied', { exact: true }).waitFor()
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(copied).toBe(sentText)
  const url = /http\S+\/invite\/\S+/.exec(copied)![0]

  testApp.clock.advance(3 * dayMs)
  const client = await dashboard.openSignedOut(url, { viewport: 'phone', touch: true })
  await client
    .getByRole('heading', { name: 'Connect your accounts to Harborline Studio' })
    .waitFor()
  await client.getByText('You can open this invitation for another 4 days.').waitFor()
  await connectAt(client, '@anna.bakes')
  await client.getByRole('heading', { name: 'You’re connected to Harborline Studio' }).waitFor()
  await client.getByRole('button', { name: 'Connect another account' }).click()
  await connectAt(client, '@bergmann.bakery')
  await client.getByText('@bergmann.bakery').waitFor()
  await dialog.getByRole('link', { name: '@bergmann.bakery' }).waitFor()
  await dialog.getByRole('link', { name: 'anna.bakes' }).waitFor()

  await dialog.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(message('links', 'invitationRevoked')).waitFor()
  await client.goto(url)
  await client.getByRole('heading', { name: 'This invitation is no longer active' }).waitFor()
  await client.getByRole('link', { name: 'Email Harborline Studio' }).waitFor()
})

/** The client picks an account at Threads and allows everything. */
async function connectAt(client: Page, account: string): Promise<void> {
  await client.getByRole('button', { name: 'Continue with Threads' }).click()
  await client.getByRole('button', { name: account }).click()
  await client.getByRole('button', { name: 'Allow', exact: true }).click()
}
