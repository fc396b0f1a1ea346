import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyboardOn } from '../keyboard-user.ts'
import { message } from '../messages.ts'
import { owner } from '../sign-in.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

/** A request of a page of the dashboard. */
const ownPage = { key: null, headers: { 'sec-fetch-site': 'same-origin' } }

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
  await dialog.getByText(message('members', 'ownerText')).click()
  expect(await dialog.getByRole('radio', { name: 'Owner' }).isChecked()).toBe(true)
})

test('the audit log filters changes by kind and by member', async () => {
  const { testApp } = dashboard
  const grace = { name: 'Grace Hopper', email: 'grace@example.com', role: 'owner' }
  await testApp.call('POST', '/v1/members', grace)
  const page = await dashboard.open('/audit-log')
  await page
    .getByText(/invited Grace Hopper/)
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Kind of change' }).click()
  await page.getByRole('option', { name: 'Profiles, accounts and links' }).click()
  await page.waitForURL('**/audit-log?kind=clients')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(2)
  await page.getByRole('combobox', { name: 'Member or API key' }).click()
  await page.getByRole('option', { name: 'Grace Hopper' }).click()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(0)
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await page.waitForURL('**/audit-log')
})

test('a new password ends the other sessions, and the old one no longer signs in', async () => {
  const page = await dashboard.open('/settings')
  const other = await signIn()
  const current = page.getByRole('textbox', { name: 'Current password' })
  await current.fill('not the password')
  await page.getByRole('textbox', { name: 'New password' }).fill('another sentence to keep')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The current password is wrong.').waitFor()
  await current.fill(owner.password)
  expect(await statusOf(other)).toBe(200)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  expect(await statusOf(other)).toBe(401)
  expect((await signIn()).status).toBe(401)
})

async function signIn() {
  const { email, password } = owner
  return await dashboard.testApp.call('POST', '/v1/session', { email, password }, ownPage)
}

/** The status of a request with the session that was opened. */
async function statusOf({ headers }: Awaited<ReturnType<typeof signIn>>): Promise<number> {
  const [cookie] = headers.getSetCookie()[0]!.split(';')
  const options = { ...ownPage, headers: { ...ownPage.headers, cookie: cookie! } }
  return (await dashboard.testApp.call('GET', '/v1/session', undefined, options)).status
}
