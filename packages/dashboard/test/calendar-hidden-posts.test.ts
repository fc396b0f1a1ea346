import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../server/src/schemas/account.ts'
import { buildAccount } from '../../server/test/build.ts'
import { openWeek, schedulePost, setFailed } from './calendar-seed.ts'
import { type Dashboard, openDashboard, settled } from './dashboard.ts'

let dashboard: Dashboard
let account: Account

beforeAll(async () => {
  dashboard = await openDashboard()
  account = await buildAccount(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a day counts the posts above and below the visible hours, and a click scrolls to the nearest', async () => {
  await schedule('At night', '2026-12-01T00:10:00.000Z')
  await schedule('Before dawn', '2026-12-01T02:10:00.000Z')
  await schedule('In the morning', '2026-12-01T08:10:00.000Z')
  await schedule('Late', '2026-12-01T22:10:00.000Z')
  const page = await openWeek(dashboard, '2026-12-01')
  const day = page.getByRole('group', { name: /^Tuesday,? 1 December 2026$/ })
  const earlier = day.getByRole('button', { name: '2 earlier posts. Scroll to them' })
  await earlier.waitFor()
  await day.getByRole('button', { name: '1 later post. Scroll to it' }).waitFor()
  await dashboard.check(page, 'a week with posts out of view')
  await earlier.click()
  await page.locator('a:focus', { hasText: 'Before dawn' }).waitFor()
  await earlier.waitFor({ state: 'detached' })
  expect(await isInView(page, 'Before dawn')).toBe(true)
  await day.getByRole('button', { name: /later posts?\. Scroll/ }).click()
  await page.locator('a:focus', { hasText: 'In the morning' }).waitFor()
  await page.context().close()
})

test('the marks of a day follow the scrolling of the week', async () => {
  await schedule('First of all', '2026-12-09T08:10:00.000Z')
  await schedule('Last of all', '2026-12-09T22:40:00.000Z')
  const page = await openWeek(dashboard, '2026-12-09')
  const later = page.getByRole('button', { name: '1 later post. Scroll to it' })
  const earlier = page.getByRole('button', { name: '1 earlier post. Scroll to it' })
  await later.waitFor()
  expect(await earlier.count()).toBe(0)
  await page.locator('.calendar-week .calendar-event', { hasText: 'First of all' }).hover()
  await page.mouse.wheel(0, 5_000)
  await earlier.waitFor()
  await later.waitFor({ state: 'detached' })
  await page.context().close()
})

test('a mark says that a post out of view failed, and leads to that one first', async () => {
  const failed = await schedule('Gone wrong', '2026-12-15T00:10:00.000Z')
  await schedule('Gone well', '2026-12-15T02:10:00.000Z')
  await schedule('Still to go', '2026-12-15T11:10:00.000Z')
  await setFailed(dashboard, failed)
  const page = await openWeek(dashboard, '2026-12-15')
  await page.getByRole('button', { name: '2 earlier posts, 1 failed. Scroll to them' }).click()
  await page.locator('a:focus', { hasText: 'Gone wrong' }).waitFor()
  expect(await isInView(page, 'Gone wrong')).toBe(true)
  await page.context().close()
})

test('a week opens where most of its posts to come are, and marks the others', async () => {
  await schedule('Monday alone', '2027-01-04T08:10:00.000Z')
  for (const day of ['05', '06', '07'])
    await schedule(`Evening ${day}`, `2027-01-${day}T18:10:00.000Z`)
  const page = await openWeek(dashboard, '2027-01-04')
  await page.getByRole('button', { name: '1 earlier post. Scroll to it' }).waitFor()
  expect(await isInView(page, 'Evening 06')).toBe(true)
  await page.context().close()
})

test('with the drafts open, a narrow week shows all its days, each time in one line', async () => {
  await schedule('Oats on Sunday', '2027-01-17T08:05:00.000Z')
  const page = await openWeek(dashboard, '2027-01-13')
  await page.setViewportSize({ width: 1_100, height: 860 })
  await page.getByRole('button', { name: 'Drafts' }).click()
  await settled(page)
  const post = page.getByRole('link', { name: /Oats on Sunday/ })
  const box = (await post.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(1_100)
  expect((await post.locator('.chip-time').boundingBox())!.height).toBeLessThan(20)
  expect((await post.locator('.chip-content').boundingBox())!.width).toBeGreaterThan(60)
  await page.context().close()
})

test('the current week shows the present, also if most posts to come are at an earlier hour', async () => {
  const now = Date.parse('2026-11-23T13:00:00Z')
  dashboard.advance(now - dashboard.testApp.clock.now().getTime())
  for (const day of ['24', '25', '26'])
    await schedule(`Morning ${day}`, `2026-11-${day}T05:10:00.000Z`)
  await schedule('Afternoon', '2026-11-23T13:10:00.000Z')
  const page = await openWeek(dashboard, '2026-11-23')
  await page.getByRole('link', { name: /Afternoon/ }).waitFor()
  expect(await isInView(page, 'Afternoon')).toBe(true)
  await page.context().close()
})

async function schedule(text: string, scheduled_at: string): Promise<string> {
  return await schedulePost(dashboard, text, scheduled_at, [account])
}

/** Whether the whole post is below the day names and above the end of the hours. */
async function isInView(page: Page, text: string): Promise<boolean> {
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const head = await boxOf('.calendar-week-head')
  const area = await boxOf('.calendar-week .mantine-ScrollArea-viewport')
  const post = await boxOf(`.calendar-event:has-text("${text}")`)
  const isBelow = post.y >= head.y + head.height
  return isBelow && post.y + post.height <= area.y + area.height
}
