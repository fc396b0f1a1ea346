import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('a profile needs a name and an object as metadata, said at the field without losing a click', async () => {
  const page = await dashboard.open('/profiles?new=1')
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create profile' })
  await create.click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await dialog.getByText('Enter a name.').waitFor()
  await name.fill('Nordlicht')
  const metadata = page.getByRole('textbox', { name: 'Metadata' })
  await metadata.fill('{bad')
  await create.click()
  await dialog.getByText('Enter a valid JSON object.').waitFor()
  await metadata.fill('{"plan":"gold"}')
  await create.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Nordlicht' }).waitFor()
})

test('a profile without accounts leads to connecting one before writing a post', async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Fresh Client' })
  const page = await dashboard.open(`/profiles/${profile.id}`)
  await page.getByText('No accounts connected yet.').waitFor()
  expect(await page.getByRole('heading', { name: 'Upcoming posts' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Connect account' }).last().click()
  await page.getByRole('dialog', { name: 'Connect an account for “Fresh Client”' }).waitFor()
})
