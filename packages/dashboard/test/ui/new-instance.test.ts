import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('without a connected account, insights open the dialog that connects one', async () => {
  const page = await dashboard.open('/insights')
  const connect = page.getByRole('link', { name: 'Connect account' })
  await connect.waitFor()
  await connect.click()
  await page.getByRole('dialog', { name: 'Connect account' }).waitFor()
})

test('completed first steps are checked off and can be hidden', async () => {
  const page = await dashboard.open('/')
  await page.getByText('0 of 5 done').waitFor()
  await page.getByText('You’re all caught up.').waitFor()
  await page.getByRole('link', { name: 'Start: Set your brand' }).waitFor()
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Atelier Nord' })
  await page.getByRole('link', { name: 'Start: Create a profile for a client' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bergmann Bakery')
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('2 of 5 done').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  expect(await page.getByText('First steps').count()).toBe(0)
})
