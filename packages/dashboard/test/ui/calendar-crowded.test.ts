import type { PlatformValue } from '@postern/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount } from '../../../server/test/build.ts'
import { openCalendar, openWeek, schedulePost, setFailed } from '../calendar-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

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

test('posts of one half hour → the first is shown with the number of the others', async () => {
  await scheduleMany('Oats', 3, '2027-01-12T09')
  const page = await openWeek(dashboard, '2027-01-12')
  await page.getByRole('button', { name: '+ 2 more' }).waitFor()
  expect(await page.getByRole('link', { name: /Oats/ }).count()).toBe(1)
  const day = page.locator('.calendar-day', { hasText: '12' })
  expect(await day.getAttribute('data-posts')).toBe('3 posts')
})

test('the button for more posts says that another of them failed', async () => {
  const ids = await scheduleMany('Spelt', 4, '2026-12-02T09')
  await scheduleMany('Rye', 4, '2026-12-03T09')
  await setFailed(dashboard, ids[2]!)
  await setFailed(dashboard, ids[3]!)
  const page = await openWeek(dashboard, '2026-12-02')
  await page.getByRole('button', { name: '+ 3 more Failed' }).waitFor()
  await page.getByRole('button', { name: '+ 3 more', exact: true }).waitFor()
})

test('of a crowded half hour the post that failed is shown, and the rest says nothing of it', async () => {
  const ids = await scheduleMany('Barley', 4, '2026-12-09T09')
  await setFailed(dashboard, ids[2]!)
  const page = await openWeek(dashboard, '2026-12-09')
  await page.getByRole('link', { name: /Failed.*Barley 3/ }).waitFor()
  await page.getByRole('button', { name: '+ 3 more', exact: true }).waitFor()
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
  await list.getByRole('button', { name: 'Close' }).click()
  await list.waitFor({ state: 'detached' })
})

test('the quick view of a listed post replaces the list until it is closed', async () => {
  await scheduleMany('Kamut', 4, '2027-02-17T09')
  const page = await openWeek(dashboard, '2027-02-17')
  const more = page.getByRole('button', { name: '+ 3 more' })
  await more.click()
  const list = page.getByRole('dialog', { name: /^Wednesday,? 17 February/ })
  await list.getByRole('link', { name: /Kamut 4/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Kamut 4').waitFor()
  await quickView.locator(':focus').waitFor()
  expect(await list.isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await quickView.waitFor({ state: 'detached' })
  await list.locator('a:focus', { hasText: 'Kamut 4' }).waitFor()
})

test('a post with more than four platforms → three of them and the number of the others', async () => {
  await schedule('Einkorn one', '2026-12-16T09:00:00.000Z', 4)
  await schedule('Einkorn two', '2026-12-16T10:05:00.000Z', 5)
  await setPlatforms()
  const page = await openWeek(dashboard, '2026-12-16')
  const four = page.getByRole('link', { name: /Einkorn one/ })
  expect(await four.locator('.chip-extra svg').count()).toBe(4)
  const five = page.getByRole('link', { name: /Einkorn two/ })
  expect(await five.locator('.chip-extra svg').count()).toBe(3)
  await five.getByText('+2').waitFor()
})

test('the quick view names all of five accounts', async () => {
  await schedule('Buckwheat', '2027-04-07T09:00:00.000Z', 5)
  const page = await openWeek(dashboard, '2027-04-07')
  await page.getByRole('link', { name: /Buckwheat/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Buckwheat').waitFor()
  const names = quickView.getByText(/^user_\d+$/)
  await expect.poll(() => names.count()).toBe(5)
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
  const { query } = dashboard.testApp.ctx.db
  for (const [at, platform] of platforms.entries()) {
    const { id } = accounts[at]!
    await query.updateTable('post_target').set({ platform }).where('account_id', '=', id).execute()
  }
}
