import type { PlatformValue } from '@postern/sdk'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../server/src/schemas/account.ts'
import { buildAccount, buildProfile } from '../../server/test/build.ts'
import { openCalendar, openWeek, schedulePost, setFailed } from './calendar-seed.ts'
import { type Dashboard, openDashboard, settled } from './dashboard.ts'

let dashboard: Dashboard
let accounts: Account[]

beforeAll(async () => {
  dashboard = await openDashboard()
  const first = await buildAccount(dashboard.testApp)
  accounts = [first]
  for (let count = 1; count < 5; count += 1) {
    accounts.push(await buildAccount(dashboard.testApp, { profile_id: first.profile_id }))
  }
})
afterAll(async () => await dashboard.close())

test('posts of one half hour are one post as wide as its day, with the number of the others', async () => {
  await scheduleMany('Oats', 3, '2026-12-01T09')
  await scheduleMany('Alone', 1, '2026-12-04T09')
  const page = await openWeek(dashboard, '2026-12-01')
  const boxOf = async (text: string) =>
    (await page.locator('.calendar-event', { hasText: text }).boundingBox())!
  const post = await boxOf('Oats 1')
  const more = (await page.getByRole('button', { name: '+ 2 more' }).boundingBox())!
  expect(post.width).toBeCloseTo((await boxOf('Alone 1')).width, 0)
  expect(more.y).toBeGreaterThan(post.y)
  expect(more.y + more.height).toBeLessThanOrEqual(post.y + post.height)
  expect(more.x + more.width).toBeLessThanOrEqual(post.x + post.width)
  expect(await page.getByRole('link', { name: /Oats/ }).count()).toBe(1)
  await dashboard.check(page, 'a week with several posts in half an hour')
  await page.context().close()
})

test('the post that stands for others of its half hour can be moved by dragging', async () => {
  await scheduleMany('Farina', 2, '2026-12-22T09')
  const page = await openWeek(dashboard, '2026-12-22')
  const target = page.getByRole('button', { name: /Wednesday.*23 December.*10:00/ }).first()
  await page.getByRole('link', { name: /Farina 1/ }).dragTo(target)
  await page.getByText('Rescheduled to 23 Dec 2026, 10:01').waitFor()
  await page.getByRole('link', { name: /10:01.*Farina 1/ }).waitFor()
  await page.getByRole('link', { name: /10:02.*Farina 2/ }).waitFor()
  const { body } = await dashboard.testApp.call('GET', '/v1/posts?search=Farina')
  const times = body.data.map((post: { scheduled_at: string }) => post.scheduled_at)
  expect(times.toSorted()).toEqual(['2026-12-22T09:02:00.000Z', '2026-12-23T09:01:00.000Z'])
  await page.context().close()
})

test('the button for more posts says that another of them failed', async () => {
  const ids = await scheduleMany('Spelt', 4, '2026-12-02T09')
  await scheduleMany('Rye', 4, '2026-12-03T09')
  await setFailed(dashboard, ids[2]!)
  await setFailed(dashboard, ids[3]!)
  const page = await openWeek(dashboard, '2026-12-02')
  await page.getByRole('button', { name: '+ 3 more Failed' }).waitFor()
  await page.getByRole('button', { name: '+ 3 more', exact: true }).waitFor()
  await page.context().close()
})

test('on a phone the dot of a failed post in the month has a color of its own', async () => {
  const ids = await scheduleMany('Teff', 2, '2027-03-10T09')
  await setFailed(dashboard, ids[1]!)
  const page = await openCalendar(
    dashboard,
    '/calendar?view=month&date=2027-03-09',
    '.calendar-phone',
    'phone',
  )
  await page.getByRole('button', { name: /10 March 2027, 2 posts/ }).waitFor()
  const colors = await page.evaluate(`[...document.querySelectorAll(
    '.mantine-MobileMonthView-mobileMonthViewDayIndicator')]
    .map((dot) => getComputedStyle(dot).backgroundColor)`)
  expect(colors).toHaveLength(2)
  expect(new Set(colors as string[]).size).toBe(2)
  await page.context().close()
})

test('of a crowded half hour the post that failed is shown, and the rest says nothing of it', async () => {
  const ids = await scheduleMany('Barley', 4, '2026-12-09T09')
  await setFailed(dashboard, ids[2]!)
  const page = await openWeek(dashboard, '2026-12-09')
  await page.getByRole('link', { name: /Failed.*Barley 3/ }).waitFor()
  await page.getByRole('button', { name: '+ 3 more', exact: true }).waitFor()
  await page.context().close()
})

test('the rest of a day in the month opens as a list with the name of the day', async () => {
  await scheduleMany('Emmer', 9, '2027-02-10T09')
  const page = await openCalendar(
    dashboard,
    '/calendar?view=month&date=2027-02-10',
    '.calendar-month',
  )
  const more = page.getByRole('button', { name: /^\+ \d more$/ })
  await more.click()
  const list = page.getByRole('dialog', { name: 'Wednesday 10 February' })
  await expect.poll(() => list.getByRole('link', { name: /Emmer/ }).count()).toBe(9)
  await dashboard.check(page, 'a month with many posts on one day')
  await list.getByRole('button', { name: 'Close' }).click()
  await list.waitFor({ state: 'detached' })
  await page.context().close()
})

test('the quick view of a listed post replaces the list until it is closed', async () => {
  await scheduleMany('Kamut', 4, '2027-02-17T09')
  const page = await openWeek(dashboard, '2027-02-17')
  const more = page.getByRole('button', { name: '+ 3 more' })
  const moreBox = (await more.boundingBox())!
  await more.click()
  const list = page.getByRole('dialog', { name: /^Wednesday,? 17 February/ })
  await list.getByRole('link', { name: /Kamut 4/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Kamut 4').waitFor()
  expect(await list.isVisible()).toBe(false)
  const gap = (await quickView.boundingBox())!.x - (moreBox.x + moreBox.width)
  expect(gap).toBeLessThan(20)
  await page.keyboard.press('Escape')
  await quickView.waitFor({ state: 'detached' })
  await list.locator('a:focus', { hasText: 'Kamut 4' }).waitFor()
  await page.context().close()
})

test('the names of all days of a week are in one line', async () => {
  await schedule('Millet', '2026-11-22T09:00:00.000Z', 1)
  const page = await openWeek(dashboard, '2026-11-21')
  const names = page.locator('.calendar-day > :first-child')
  const lines = new Set((await boxesOf(names)).map(({ y }) => Math.round(y)))
  expect(await names.count()).toBe(7)
  expect(lines.size).toBe(1)
  await page.context().close()
})

test('the platforms of a post in a narrow week are all within the post', async () => {
  await schedule('Einkorn one', '2026-12-16T09:00:00.000Z', 4)
  await schedule('Einkorn two', '2026-12-16T10:05:00.000Z', 5)
  await setPlatforms()
  const page = await openWeek(dashboard, '2026-12-16')
  await page.setViewportSize({ width: 1_100, height: 860 })
  await settled(page)
  const four = page.getByRole('link', { name: /Einkorn one/ })
  const box = (await four.boundingBox())!
  const marks = await boxesOf(four.locator('.chip-extra svg'))
  expect(marks.length).toBe(4)
  for (const mark of marks) expect(mark.x + mark.width).toBeLessThanOrEqual(box.x + box.width)
  const five = page.getByRole('link', { name: /Einkorn two/ })
  expect(await five.locator('.chip-extra svg').count()).toBe(3)
  await five.getByText('+2').waitFor()
  await page.context().close()
})

test('on a phone the time and text of a canceled post are struck through', async () => {
  const id = await schedule('Durum', '2026-11-27T09:00:00.000Z', 1)
  await dashboard.testApp.call('DELETE', `/v1/posts/${id}`)
  const page = await openCalendar(
    dashboard,
    '/calendar?view=week&date=2026-11-27&status=canceled',
    '.agenda-item',
    'phone',
  )
  await page.getByRole('link', { name: 'Durum' }).waitFor()
  const struck = await page.evaluate(`[...document.querySelectorAll('.agenda-item *')]
    .filter((each) => getComputedStyle(each).textDecorationLine === 'line-through')
    .map((each) => each.textContent)`)
  expect(struck).toEqual(['10:00', 'Durum'])
  await page.context().close()
})

test('on a phone the platforms of a post with several accounts are in the line of the client', async () => {
  await buildProfile(dashboard.testApp, { name: 'Another client' })
  await schedule('Sorghum', '2026-11-28T09:00:00.000Z', 5)
  await setPlatforms()
  const page = await openCalendar(
    dashboard,
    '/calendar?view=week&date=2026-11-28',
    '.agenda-item',
    'phone',
  )
  const item = page.locator('.agenda-item', { hasText: 'Sorghum' })
  const marks = await boxesOf(item.locator('.agenda-platforms svg'))
  expect(marks.length).toBe(3)
  await item.locator('.agenda-platforms').getByText('+2').waitFor()
  const client = (await item.locator('.profile-mark').boundingBox())!
  for (const mark of marks) {
    expect(mark.y).toBeLessThan(client.y + client.height)
    expect(mark.y + mark.height).toBeGreaterThan(client.y)
  }
  await page.context().close()
})

test('the quick view names all of five accounts', async () => {
  await schedule('Buckwheat', '2027-04-07T09:00:00.000Z', 5)
  const page = await openWeek(dashboard, '2027-04-07')
  await page.getByRole('link', { name: /Buckwheat/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Buckwheat').waitFor()
  const names = quickView.getByText(/^user_\d+$/)
  await expect.poll(() => names.count()).toBe(5)
  await page.context().close()
})

async function schedule(text: string, scheduled_at: string, targets: number): Promise<string> {
  return await schedulePost(dashboard, text, scheduled_at, accounts.slice(0, targets))
}

/** Posts in one half hour, from `<text> 1` on. */
async function scheduleMany(text: string, count: number, hour: string): Promise<string[]> {
  const ids = []
  for (let at = 1; at <= count; at += 1) {
    ids.push(await schedule(`${text} ${at}`, `${hour}:0${at}:00.000Z`, 1))
  }
  return ids
}

/** Gives each account its own platform. */
async function setPlatforms(): Promise<void> {
  const platforms: PlatformValue[] = ['threads', 'facebook', 'mastodon', 'bluesky', 'tiktok']
  const { read } = dashboard.testApp.ctx.db
  for (const [at, platform] of platforms.entries()) {
    const { id } = accounts[at]!
    await read.updateTable('post_target').set({ platform }).where('account_id', '=', id).execute()
  }
}

async function boxesOf(elements: Locator) {
  return await Promise.all((await elements.all()).map(async (each) => (await each.boundingBox())!))
}
