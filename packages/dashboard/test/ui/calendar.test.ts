import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount } from '../../../server/test/build.ts'
import { keyboardOn } from '../keyboard-user.ts'
import type { Appearance } from '../opened-dashboard.ts'
import { shownTime } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const hourMs = 3_600_000

let dashboard: Dashboard
let account: Account

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  account = await buildAccount(testApp)
  for (let hours = 1; hours <= 7; hours += 1) {
    await schedule(`Rye ${hours}`, new Date(testApp.clock.now().getTime() + hours * hourMs))
  }
})
afterAll(async () => await dashboard.close())

async function openMonth(month: string): Promise<Page> {
  const page = await dashboard.open(`/calendar?view=month&date=${month}-21`)
  await page.locator('.calendar-month').waitFor()
  return page
}

test('a post dragged to another day keeps its time, and returns on Undo', async () => {
  const id = await schedule('Spelt on Monday', '2026-11-23T09:15:00.000Z')
  const page = await openMonth('2026-11')
  const post = page.getByRole('link', { name: /Spelt on Monday/ })
  await post.dragTo(page.getByRole('button', { name: /Wednesday,? 25 November 2026/ }))
  await page.getByText('Rescheduled to 25 Nov 2026, 10:15').waitFor()
  expect(await timeOf(id)).toBe('2026-11-25T09:15:00.000Z')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Change undone').waitFor()
  expect(await timeOf(id)).toBe('2026-11-23T09:15:00.000Z')
})

test('dragging a post into the past is refused and moves nothing', async () => {
  const id = await schedule('Spelt on Sunday', '2026-11-22T09:00:00.000Z')
  const page = await openMonth('2026-11')
  const post = page.getByRole('link', { name: /Spelt on Sunday/ })
  await post.dragTo(page.getByRole('button', { name: /Friday,? 20 November 2026/ }))
  await page.getByText('You can’t move a post into the past.').waitFor()
  expect(await timeOf(id)).toBe('2026-11-22T09:00:00.000Z')
})

test('dragging a post of an expired account names the account and offers to reconnect it', async () => {
  const { testApp } = dashboard
  const granted = { profileUrl: 'https://threads.example/@rye' }
  const expired = await buildAccount(testApp, { profile_id: account.profile_id, granted })
  const targets = [{ account_id: expired.id }]
  await schedule('Spelt on Thursday', '2026-11-26T09:15:00.000Z', targets)
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired', status_reason: 'password_changed' })
    .where('id', '=', expired.id)
    .execute()
  const page = await openMonth('2026-11')
  const post = page.getByRole('link', { name: /Spelt on Thursday/ })
  await post.dragTo(page.getByRole('button', { name: /Friday,? 27 November 2026/ }))
  await page.getByText(`@${expired.username}: The account is not connected.`).waitFor()
  expect(await page.getByText('Request failed').count()).toBe(0)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await page.getByRole('dialog', { name: `Reconnect @${expired.username}` }).waitFor()
})

test('arrow keys move through the hours of a week, and Enter starts a post', async () => {
  const page = await openWeek('2026-11-25')
  const keyboard = keyboardOn(page)
  await page
    .getByRole('button', { name: /^Create a post on Monday,? 23 November 2026.* 09:00$/ })
    .focus()
  await keyboard.press('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft')
  expect(await keyboard.focused()).toMatch(/Tuesday,? 24 November 2026.* 09:00/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New post' }).waitFor()
  expect(await shownTime(page)).toBe('Tue, 24 Nov 2026 09:00')
})

test('every post of a crowded hour can be opened from the week view', async () => {
  for (let count = 1; count <= 12; count += 1) {
    await schedule(`Crowd ${count}`, `2026-12-02T08:${30 + count}:00.000Z`)
  }
  const page = await openWeek('2026-12-02')
  await page.getByRole('button', { name: '+ 11 more' }).click()
  const list = page.getByRole('dialog')
  await expect.poll(() => list.getByRole('link', { name: /Crowd/ }).count()).toBe(12)
  await list.getByRole('heading', { name: /^Wednesday,? 2 December.* 09:30.+10:00$/ }).waitFor()
  const last = list.getByRole('link', { name: /Crowd 12/ })
  await last.click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Crowd 12').waitFor()
  await quickView.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await quickView.waitFor({ state: 'detached' })
  await list.locator('a:focus', { hasText: 'Crowd 12' }).waitFor()
  await list.getByRole('button', { name: 'Close' }).click()
  await list.waitFor({ state: 'detached' })
})

test('an empty week says so and offers a new post', async () => {
  const page = await openWeek('2027-03-01')
  await page.getByText('No posts in this week').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'New post' }).click()
  await page.getByRole('heading', { name: 'New post' }).waitFor()
})

test('canceled posts are in the calendar only if the status filter selects them', async () => {
  const canceled = await schedule('Canceled early', '2026-12-10T06:00:00.000Z')
  await dashboard.testApp.call('DELETE', `/v1/posts/${canceled}`)
  await schedule('Due later', '2026-12-10T08:00:00.000Z')
  const page = await openMonth('2026-12')
  await page.getByRole('link', { name: /Due later/ }).waitFor()
  expect(await page.getByRole('link', { name: /Canceled early/ }).count()).toBe(0)
  await page.goto(`${page.url()}&status=canceled`)
  await page.getByRole('link', { name: /Canceled early/ }).waitFor()
  expect(await page.getByRole('link', { name: /Due later/ }).count()).toBe(0)
})

test('a week names its days in German, marks today and opens a day as a list', async () => {
  const page = await openWeek('2026-11-21', { language: 'de' })
  const names = page.locator('.calendar-week').getByText(/^(Mo|Di|Mi|Do|Fr|Sa|So)\.?$/)
  expect(await names.count()).toBe(7)
  const today = page.locator('.calendar-week [aria-current=date]')
  expect(await today.textContent()).toMatch(/Sa\.?\s*21/)
  await today.click()
  await page.getByRole('heading', { name: 'Samstag, 21. November' }).waitFor()
})

test('a day of the week that is over opens as a list from that day, and Back shows the week', async () => {
  const page = await openWeek('2026-11-21')
  const week = page.url()
  await page.locator('.calendar-day').first().click()
  await page.waitForURL((url) => url.searchParams.get('date') === '2026-11-16')
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.goBack()
  await page.locator('.calendar-week').waitFor()
  expect(page.url()).toBe(week)
})

test('on a phone a day shows its posts, and arrow keys move through the days', async () => {
  const page = await dashboard.open('/calendar?view=month&date=2026-11-20', { viewport: 'phone' })
  const today = page.getByRole('button', { name: /Saturday,? 21 November 2026, 7 posts/ })
  await today.waitFor()
  expect(await today.getAttribute('aria-current')).toBe('date')
  await page.getByRole('button', { name: /Friday,? 20 November 2026$/, pressed: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('link', { name: /Rye/ }).count()).toBe(7)
  expect(await today.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: /Tuesday,? 1 December 2026/ }).click()
  await page.getByRole('heading', { name: 'December 2026' }).waitFor()
})

async function schedule(
  text: string,
  at: Date | string,
  targets = [{ account_id: account.id }],
): Promise<string> {
  const scheduled_at = new Date(at).toISOString()
  const body = { text, mode: 'schedule', scheduled_at, targets }
  const answer = await dashboard.testApp.call('POST', '/v1/posts', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function timeOf(id: string): Promise<string> {
  return (await dashboard.testApp.call('GET', `/v1/posts/${id}`)).body.scheduled_at
}

async function openWeek(day: string, appearance: Appearance = {}): Promise<Page> {
  const page = await dashboard.open(
    `/calendar?view=week&date=${day}&profile=${account.profile_id}`,
    appearance,
  )
  await page.locator('.calendar-week').waitFor()
  return page
}
