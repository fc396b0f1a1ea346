import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { goTo, openStaff } from './staff-session.ts'

let dashboard: Dashboard
let profile: { id: string; name: string }

const warning = 'Your client can’t tell who is asking'

beforeAll(async () => {
  dashboard = await openDashboard()
  profile = await buildProfile(dashboard.testApp, { name: 'Nordlicht Bakery' })
})
afterAll(async () => await dashboard.close())
beforeEach(async () => {
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name: null })
})

async function createInvitation(page: Page) {
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send this invitation/ })
  await dialog.getByRole('textbox', { name: 'Link' }).waitFor()
  return dialog
}

test('a saved brand name is confirmed in the dialog, whose buttons stay free', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  const dialog = await createInvitation(page)
  await dialog.getByRole('textbox', { name: 'Your name, as clients know it' }).fill('Harborline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Name saved. The message and the page show it.').waitFor()
  expect(await page.getByText('Name saved.').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

test('the form says that the brand name is for all clients', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.getByText('It is saved for this whole installation: all clients read it.').waitFor()
})

test('the buttons below a new invitation are in view without scrolling', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`, {
    viewport: 'phone',
  })
  await createInvitation(page)
  const button = page.getByRole('button', { name: 'Create another' })
  const { y, height } = (await button.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(780)
  const hidden = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('[role=dialog]'))`
  expect(await page.evaluate(hidden)).toBeGreaterThan(0)
  await dashboard.check(page, 'a new invitation on a phone')
})

test('the message is copied by a button that says so', async () => {
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = await createInvitation(page)
  const message = await dialog.getByRole('textbox', { name: 'Message to the client' }).inputValue()
  await dialog.getByText('Copy message', { exact: true }).click()
  await dialog.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(message)
})

test('a staff member is warned that no brand is set, without a form, until the owner sets it', async () => {
  const page = await openStaff(dashboard, { profiles: [profile.id] })
  await goTo(page, '/connect-links?new=1')
  const dialog = await createInvitation(page)
  await dialog.getByRole('alert', { name: warning }).waitFor()
  await dialog.getByText('Ask an owner to set the name under Brand').waitFor()
  expect(await dialog.getByLabel('Your name, as clients know it').count()).toBe(0)
  await dashboard.check(page, 'an invitation of a staff member without a brand')
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Harborline' })
  await goTo(page, '/connect-links?new=1')
  const later = await createInvitation(page)
  const message = later.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain('Harborline')
  expect(await later.getByText(warning).count()).toBe(0)
})
