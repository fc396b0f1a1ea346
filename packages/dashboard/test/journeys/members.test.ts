import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../server/test/build.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { goTo, openStaff, staffPassword } from '../staff-session.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('an invited member sets a password, sees only the assigned profiles, and is signed out once disabled', async () => {
  for (const name of ['Bergmann Bakery', 'Café Zwölf']) {
    await dashboard.testApp.call('POST', '/v1/profiles', { name })
  }
  const page = await dashboard.open('/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await dialog.getByRole('combobox', { name: 'Profiles' }).click()
  await page.getByRole('option', { name: 'Café Zwölf' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()

  const staff = await dashboard.openSignedOut(link)
  await staff.getByRole('textbox', { name: 'New password' }).fill(staffPassword)
  await staff.getByRole('button', { name: 'Save and sign in' }).click()
  await staff.getByRole('button', { name: /Account menu/ }).waitFor()
  expect(await staff.getByRole('link', { name: 'Members' }).count()).toBe(0)
  await staff.getByText('Café Zwölf', { exact: true }).first().waitFor()
  expect(await staff.getByRole('button', { name: /^Profile/ }).count()).toBe(0)
  await goTo(staff, '/members')
  await staff.getByRole('heading', { name: 'Not part of your role' }).first().waitFor()

  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Grace Hopper is signed out and can no longer sign in').waitFor()
  await staff.clock.runFor(61_000)
  await staff.getByRole('dialog', { name: 'Your session expired' }).waitFor()
})

test('a post dragged in the week gets the time of the slot in the time zone of the member', async () => {
  const { testApp } = dashboard
  const account = await buildAccount(testApp)
  const { body: post } = await testApp.call('POST', '/v1/posts', {
    text: 'Rye',
    mode: 'schedule',
    scheduled_at: '2026-11-24T14:15:00.000Z',
    targets: [{ account_id: account.id }],
  })
  const email = 'katherine@example.com'
  const page = await openStaff(dashboard, { email, profiles: [account.profile_id] })
  await goTo(page, '/settings')
  const field = page.getByRole('combobox', { name: 'Time zone' })
  await field.fill('New York')
  await page.getByRole('option', { name: 'America/New York' }).click()
  await page.locator('form').filter({ has: field }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  await goTo(page, '/calendar?view=week&date=2026-11-24')
  const slot = page.getByRole('button', { name: /Wednesday,? 25 November 2026.* 11:00/ })
  await page.getByRole('link', { name: /09:15.*Rye/ }).dragTo(slot)
  await page.getByText('Rescheduled to 25 Nov 2026, 11:15').waitFor()
  const { body } = await testApp.call('GET', `/v1/posts/${post.id}`)
  expect(body.scheduled_at).toBe('2026-11-25T16:15:00.000Z')
})
