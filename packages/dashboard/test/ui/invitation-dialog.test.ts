import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { expiredAccount, newInstagramLogin } from '../clients-seed.ts'
import { keyboardOn } from '../keyboard-user.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let profile: { id: string; name: string }

const warning = 'Your client can’t tell who is asking'

beforeAll(async () => {
  dashboard = await openDashboard()
  profile = await buildProfile(dashboard.testApp, { name: 'Nordlicht Bakery' })
})
afterAll(async () => await dashboard.close())
beforeEach(async () => await setBrand('Harborline'))

async function setBrand(brand_name: string | null) {
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name })
}

async function createInvitation(page: Page) {
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send this invitation/ })
  await dialog.getByRole('textbox', { name: 'Link' }).waitFor()
  return dialog
}

const brandField = (page: Page) =>
  page.getByRole('textbox', { name: 'Your name, as clients know it' })

test('the form asks for the name while the settings still load, and never for a known one', async () => {
  const page = await dashboard.open('/connect-links')
  const loaded = Promise.withResolvers<void>()
  await page.route('**/v1/connect/settings', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await setBrand(null)
  await goTo(page, '/connect-links?new=1')
  await brandField(page).waitFor()
  await page.getByText('It is saved for this whole installation: all clients read it.').waitFor()
  await setBrand('Harborline')
  loaded.resolve()
  await page.reload()
  await page.getByRole('button', { name: 'Create invitation' }).waitFor()
  expect(await brandField(page).count()).toBe(0)
})

test('what is still missing is marked when the form is sent', async () => {
  await buildProfile(dashboard.testApp, { name: 'Studio Rossi' })
  const page = await dashboard.open('/connect-links?new=1')
  const send = page.getByRole('button', { name: 'Create invitation' })
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('combobox', { name: 'Return URL' }).fill('')
  await page.getByRole('button', { name: 'Fewer options' }).click()
  await send.click()
  await page.getByText('Select a profile.').waitFor()
  await page.getByText('Enter the return URL.').waitFor()
  await expect.poll(keyboardOn(page).focused).toBe('Profile')
  await page.getByRole('combobox', { name: 'Profile' }).click()
  await page.getByRole('option', { name: 'Studio Rossi' }).click()
  expect(await page.getByText('Select a profile.').count()).toBe(0)
  await page
    .getByRole('combobox', { name: 'Return URL' })
    .fill(`${dashboard.testApp.ctx.config.publicUrl}/connect/done`)
  await send.click()
  await page.getByRole('dialog', { name: 'Send this invitation to “Studio Rossi”' }).waitFor()
})

test('reconnecting an account requires a missing brand name first, which the message contains', async () => {
  await setBrand(null)
  const login = await newInstagramLogin(dashboard.testApp)
  const account = await expiredAccount(dashboard.testApp, profile.id, login)
  const page = await dashboard.open(`/accounts/${account.id}`)
  await page
    .getByRole('button', { name: /^Reconnect/ })
    .first()
    .click()
  const choice = page.getByRole('button', { name: /^By email or chat/ })
  await choice.click()
  await page.getByText('Enter your name.').waitFor()
  await brandField(page).fill('Harborline')
  await choice.click()
  const message = page.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain('Harborline')
})

test('on phones the QR code of an invitation is behind a button', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`, {
    viewport: 'phone',
  })
  const dialog = await createInvitation(page)
  expect(await dialog.getByRole('button', { name: 'Share…' }).count()).toBe(0)
  const code = dialog.getByRole('img', { name: 'QR code for the link' })
  expect(await code.isVisible()).toBe(false)
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await code.waitFor()
})

test('on phones a link for the spot shows its QR code', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`, {
    viewport: 'phone',
  })
  await page.getByRole('radio', { name: 'On the spot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog', { name: /^Link created/ })
  await dialog.getByRole('img', { name: 'QR code for the link' }).waitFor()
})

test('a phone that can share offers to share the message', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`, {
    viewport: 'phone',
  })
  await page.evaluate('navigator.share = async (what) => { window.shared = what.text }')
  const dialog = await createInvitation(page)
  const message = await dialog.getByRole('textbox', { name: 'Message to the client' }).inputValue()
  await dialog.getByRole('button', { name: 'Share…' }).click()
  await expect.poll(() => page.evaluate('window.shared')).toBe(message)
})

test('the message is copied by a button that says so', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  const dialog = await createInvitation(page)
  const message = await dialog.getByRole('textbox', { name: 'Message to the client' }).inputValue()
  await dialog.getByText('Copy message', { exact: true }).click()
  await dialog.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(message)
})

test('a staff member is warned that no brand is set, without a form, until the owner sets it', async () => {
  await setBrand(null)
  const page = await openStaff(dashboard, { profiles: [profile.id] })
  await goTo(page, '/connect-links?new=1')
  await page.getByRole('button', { name: 'Create invitation' }).waitFor()
  expect(await brandField(page).count()).toBe(0)
  const dialog = await createInvitation(page)
  await dialog.getByRole('alert', { name: warning }).waitFor()
  await dialog.getByText('Ask an owner to set the name under Brand').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(1)
  await setBrand('Harborline')
  await goTo(page, '/connect-links?new=1')
  const later = await createInvitation(page)
  const message = later.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain('Harborline')
  expect(await later.getByText(warning).count()).toBe(0)
})

test('metadata that is no JSON object → its field says so and has the focus, also when folded', async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Café Halde' })
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  const send = page.getByRole('button', { name: 'Create invitation' })
  const metadata = page.getByRole('textbox', { name: 'Metadata' })
  await page.getByRole('button', { name: 'More options' }).click()
  await metadata.fill('{bad')
  await page.getByRole('button', { name: 'Fewer options' }).click()
  await send.click()
  await page.getByText('Enter a valid JSON object.').waitFor()
  await expect.poll(keyboardOn(page).focused).toBe('Metadata')
  await metadata.fill('[1]')
  expect(await page.getByText('Enter a valid JSON object.').count()).toBe(0)
  expect(await metadata.isVisible()).toBe(true)
  await send.click()
  await expect.poll(keyboardOn(page).focused).toBe('Metadata')
})

test('a new single-use link is in the list behind its dialog', async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Café Zwölf' })
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.getByRole('radio', { name: 'On the spot' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link created for “Café Zwölf”' })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Details of the link for Café Zwölf' }).waitFor()
})
