import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appearances, nameOf } from './appearances.ts'
import { type Dashboard, openDashboard, owner, settled } from './dashboard.ts'
import { keyboardOn } from './keyboard-user.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  for (const name of ['Bergmann Bakery', 'Café Zwölf']) {
    await dashboard.testApp.call('POST', '/v1/profiles', { name })
  }
})
afterAll(async () => await dashboard.close())

test('a member without a profile is not invited, and the field says why', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Katherine Johnson')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('katherine@example.com')
  const field = dialog.getByRole('combobox', { name: 'Profiles' })
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(async () => await field.getAttribute('aria-invalid')).toBe('true')
  const { body } = await dashboard.testApp.call('GET', '/v1/members')
  expect(body.data.map(({ email }: { email: string }) => email)).not.toContain(
    'katherine@example.com',
  )
})

test('wrong fields of an invitation are named at once, and the first has the focus', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Katherine Johnson')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('katherine')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByText('Enter a valid email address.').waitFor()
  expect(await dialog.getByText('Select at least one.').count()).toBe(1)
  await expect.poll(keyboardOn(page).focused).toMatch(/^Email/)
})

test('a click on what a role may do selects the role', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByText('Full access, including keys and members.').click()
  expect(await dialog.getByRole('radio', { name: 'Owner' }).isChecked()).toBe(true)
})

test('a staff member added by an owner sees only the assigned profiles', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await dashboard.check(page, 'the form of a member')
  await dialog.getByRole('combobox', { name: 'Profiles' }).click()
  await page.getByRole('option', { name: 'Café Zwölf' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await dashboard.check(page, 'the members')

  const staff = await dashboard.openSignedOut(link)
  await staff.getByRole('textbox', { name: 'New password' }).fill('she found the first bug')
  await staff.getByRole('button', { name: 'Save and sign in' }).click()
  await staff.getByRole('button', { name: /Account menu/ }).waitFor()
  expect(await staff.getByRole('link', { name: 'Members' }).count()).toBe(0)
  await staff.getByText('Café Zwölf', { exact: true }).first().waitFor()
  expect(await staff.getByRole('button', { name: /^Profile/ }).count()).toBe(0)
  await staff.goto(new URL('/dashboard/members', staff.url()).href)
  await staff.getByRole('heading', { name: 'Not part of your role' }).first().waitFor()
  await dashboard.check(staff, 'a page that is for owners')

  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Grace Hopper is signed out and can no longer sign in').waitFor()
  await staff.clock.runFor(61_000)
  await staff.getByRole('dialog', { name: 'Your session expired' }).waitFor()
})

test('the audit log filters changes by member and by action', async () => {
  const page = await dashboard.open('/audit-log')
  await page
    .getByText(/invited Grace Hopper/)
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Kind of change' }).click()
  await page.getByRole('option', { name: 'Profiles, accounts and links' }).click()
  await page.waitForURL('**/audit-log?kind=clients')
  await settled(page)
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(2)
  await page.getByRole('combobox', { name: 'Member or API key' }).click()
  await page.getByRole('option', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await page.waitForURL('**/audit-log')
  await dashboard.check(page, 'the audit log')
})

test('a new password ends the other sessions, and the old one no longer signs in', async () => {
  const page = await signIn('/dashboard/settings', owner.password)
  const other = await signIn('/dashboard/settings', owner.password)
  await page.getByRole('textbox', { name: 'Current password' }).fill('not the password')
  await page.getByRole('textbox', { name: 'New password' }).fill('another sentence to keep')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The current password is wrong.').waitFor()
  await dashboard.check(page, 'a refused password')
  await page.getByRole('textbox', { name: 'Current password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  await other.clock.runFor(61_000)
  await other.getByRole('dialog', { name: 'Your session expired' }).waitFor()
  const answer = await dashboard.testApp.call(
    'POST',
    '/v1/session',
    { email: owner.email, password: owner.password },
    { key: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  expect(answer.status).toBe(401)
})

test.each(appearances)(
  'members, audit log, settings and system pass axe: $viewport, $scheme, $language',
  async (appearance) => {
    const session = await newSession()
    const page = await dashboard.openSignedOut('/dashboard/sign-in', appearance)
    await page.context().addCookies([session])
    for (const path of ['/members', '/audit-log', '/settings', '/system']) {
      await page.goto(new URL(`/dashboard${path}`, page.url()).href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await dashboard.checkAccessible(page, `${path}, ${nameOf(appearance)}`)
    }
  },
)

async function signIn(path: string, password: string): Promise<Page> {
  const page = await dashboard.openSignedOut(path)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /Account menu/ }).waitFor()
  return page
}

async function newSession() {
  const { testApp } = dashboard
  const answer = await testApp.call(
    'POST',
    '/v1/session',
    { email: owner.email, password: 'another sentence to keep' },
    { key: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  const [name, value] = answer.headers.getSetCookie()[0]!.split(';')[0]!.split('=')
  return { name: name!, value: value!, url: testApp.ctx.config.publicUrl }
}
