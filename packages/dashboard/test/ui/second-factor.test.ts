import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt } from '../../../server/test/second-factor.ts'
import { owner } from '../sign-in.ts'
import { goTo, openStaff, staffPassword } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

/** Enters the password, reads the key, enters its code and returns key and recovery codes. */
async function setUp(page: Page, form: Locator, password: string) {
  await form.getByRole('textbox', { name: 'Current password' }).fill(password)
  await form.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = await page.getByRole('textbox', { name: 'Enter this key' }).inputValue()
  const secret = key.replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(nextCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('listitem').filter({ hasText: /^\w{4}(-\w{4}){5}$/ })
  await expect.poll(() => list.count()).toBe(10)
  const recoveryCodes = await list.allInnerTexts()
  await page.getByRole('button', { name: 'Done' }).click()
  return { secret, recoveryCodes }
}

/** The code that the member's app shows next: each code works once. */
function nextCode(secret: string): string {
  dashboard.advance(30_000)
  return codeAt(secret, dashboard.testApp.clock.now())
}

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('after setup in the settings, signing in asks for a code or a recovery code', async () => {
  const page = await dashboard.open('/settings')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Set up' }).click()
  const form = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  const { secret, recoveryCodes } = await setUp(page, form, owner.password)
  await section.getByText('10 recovery codes left').waitFor()

  const other = await dashboard.openSignedOut('/dashboard/sign-in')
  await enterPassword(other, owner.email, owner.password)
  await other.getByRole('textbox', { name: 'Code' }).waitFor()
  await other.getByRole('textbox', { name: 'Code' }).fill('000000')
  await other.getByText('This code is wrong or was already used.').waitFor()
  // The sixth digit sends the code.
  await other.getByRole('textbox', { name: 'Code' }).fill(nextCode(secret))
  await other.getByRole('button', { name: /Account menu/ }).waitFor()

  const third = await dashboard.openSignedOut('/dashboard/sign-in')
  await enterPassword(third, owner.email, owner.password)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await third.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0]!)
  await third.getByRole('button', { name: 'Verify' }).click()
  await third.getByRole('button', { name: /Account menu/ }).waitFor()

  await goTo(third, '/settings')
  const shown = third.getByRole('region', { name: 'Two-factor authentication' })
  await shown.getByText('9 recovery codes left').waitFor()
  await shown.getByRole('button', { name: 'Turn off' }).click()
  const dialog = third.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
  await dialog.getByRole('textbox', { name: 'Code from the app' }).fill(recoveryCodes[1]!)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await shown.getByRole('button', { name: 'Set up' }).waitFor()
})

test('a member who must have a second factor sets it up before anything else', async () => {
  const { testApp } = dashboard
  const profile = await testApp.call('POST', '/v1/profiles', { name: 'Bergmann Bakery' })
  const staff = await openStaff(dashboard, { profiles: [profile.body.id] })
  await testApp.call('PATCH', '/v1/owner', { second_factor_required_for: 'everyone' })
  await staff.reload()
  await staff.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
  await setUp(staff, staff.getByRole('main'), staffPassword)
  await staff.getByRole('button', { name: /Account menu/ }).waitFor()
  await testApp.call('PATCH', '/v1/owner', { second_factor_required_for: 'nobody' })
})

test('help for people who cannot sign in is behind a button', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  const help = page.getByRole('button', { name: 'Trouble signing in?' })
  await help.waitFor()
  const command = page.getByRole('region', { name: 'In a clone' })
  expect(await command.count()).toBe(0)
  await help.click()
  expect(await command.textContent()).toBe('npm run sign-in -- --reset-second-factor')
  await page.getByRole('region', { name: 'With Docker Compose' }).waitFor()
})
