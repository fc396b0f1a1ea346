import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../server/test/build.ts'
import { type Dashboard, openDashboard, settled } from './dashboard.ts'

const hourMs = 3_600_000

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  const { house } = dashboard
  const account = await buildAccount(house)
  for (let hours = 1; hours <= 7; hours += 1) {
    const at = new Date(house.clock.now().getTime() + hours * hourMs).toISOString()
    const targets = [{ account_id: account.id }]
    const post = { text: `Rye ${hours}`, mode: 'schedule', scheduled_at: at, targets }
    expect((await house.call('POST', '/v1/posts', post)).status).toBe(201)
  }
})
afterAll(async () => await dashboard.close())

async function openMonth(month: string, height: number): Promise<Page> {
  const page = await dashboard.open(`/calendar?view=month&date=${month}-21`)
  await page.setViewportSize({ width: 1_360, height })
  await page.locator('.calendar-month').waitFor()
  await settled(page)
  return page
}

test.each([
  // Six weeks and five, where weeks begin on Monday.
  ['2026-11', 920],
  ['2026-11', 1_200],
  ['2026-10', 860],
  ['2026-10', 1_200],
])('the month %s fills a window of %i px and no more', async (month, height) => {
  const page = await openMonth(month, height)
  const box = (await page.locator('.calendar-month').boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(height)
  expect(box.y + box.height).toBeGreaterThan(height - 60)
  await page.context().close()
})

test.each([
  [720, 2],
  [1_200, 3],
])('in a window of %i px a day of it shows %i posts', async (height, posts) => {
  const page = await openMonth('2026-11', height)
  await expect.poll(() => page.getByRole('link', { name: /Rye/ }).count()).toBe(posts)
  await page.context().close()
})
