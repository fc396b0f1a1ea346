import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../server/test/client.ts'
import { type Bakery, openBakery } from '../publishing-seed.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a report is created for the last month, listed with its openings and revoked', async () => {
  const { testApp } = dashboard
  const page = await dashboard.open(`/profiles/${bakery.profile}`)
  await page.getByText('No reports yet.').waitFor()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Note to the client').fill('Your best month.')
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByRole('dialog').getByLabel('Report link', { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  await page.getByText('not opened yet').waitFor()
  await openBrowser(testApp).visit('GET', new URL(url).pathname)

  const { body } = await testApp.call('GET', '/v1/report-links')
  expect(body.data).toMatchObject([{ note: 'Your best month.', status: 'open' }])

  const later = await dashboard.open(`/profiles/${bakery.profile}`)
  await later.getByText('opened once').waitFor()
  await later.getByRole('button', { name: /^Revoke: / }).click()
  await later.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await later.getByText('Link revoked').waitFor()
  expect((await openBrowser(testApp).visit('GET', new URL(url).pathname)).status).toBe(410)
})

test('a contributor reads insights and cannot create a report', async () => {
  const page = await openStaff(dashboard, { role: 'contributor', profiles: [bakery.profile] })
  await goTo(page, '/insights')
  await page.getByRole('heading', { name: 'Insights' }).waitFor()
  expect(await page.getByRole('button', { name: 'Report', exact: true }).count()).toBe(0)
})
