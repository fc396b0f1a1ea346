import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../server/test/build.ts'
import { expiredAccount } from './clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const { id } = await buildProfile(testApp, { name: 'Studio Rossi' })
  await expiredAccount(testApp, id)
  await buildAccount(testApp, { profile_id: id, platform: 'threads' })
})
afterAll(async () => await dashboard.close())

test('accounts whose access has ended come first', async () => {
  const page = await dashboard.open('/accounts')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(2)
  await cards.first().getByRole('button', { name: 'Reconnect' }).waitFor()
  expect(await cards.last().getByRole('button', { name: 'Reconnect' }).count()).toBe(0)
})

test('on phones the card of a client leaves out numbers that are zero', async () => {
  const page = await dashboard.open('/profiles', { viewport: 'phone' })
  const card = page.getByRole('row').filter({ hasText: 'Studio Rossi' })
  await card.getByText('Nothing scheduled').waitFor()
  await expect.poll(() => card.locator('[data-none]').count()).toBeGreaterThan(1)
  expect(await card.getByText('0', { exact: true }).filter({ visible: true }).count()).toBe(0)
  const wide = await dashboard.open('/profiles')
  const row = wide.getByRole('row').filter({ hasText: 'Studio Rossi' })
  await row.getByText('0', { exact: true }).first().waitFor()
})
