import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { advanceUntilIdle, connectAccount } from '../../../server/test/publishing.ts'
import { keyboardOn } from '../keyboard-user.ts'
import { message } from '../messages.ts'
import { setTime } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let account: Account

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const { id } = await buildProfile(testApp, { name: 'Bergmann Bakery', color: '#0b7285' })
  account = await buildAccount(testApp, { profile_id: id })
})
afterAll(async () => await dashboard.close())

test('with all profiles a post names its client and shows the client’s color', async () => {
  await schedule('Rye for Monday', '2026-11-23T09:15:00.000Z')
  const page = await openWeek('2026-11-23')
  const post = page.getByRole('link', { name: /Scheduled.*10:15.*Bergmann Bakery.*Rye for Monday/ })
  const style = await post.locator('.chip-bar').getAttribute('style')
  expect(style).toContain('#0b7285')
})

test('Enter opens the quick view of a post, and Escape returns to the post', async () => {
  await schedule('Rye by keyboard', '2026-11-24T09:15:00.000Z')
  const page = await openWeek('2026-11-23')
  const keyboard = keyboardOn(page)
  await page.getByRole('link', { name: /Rye by keyboard/ }).focus()
  await keyboard.press('Enter')
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Tuesday, 24 Nov 2026, 10:15').waitFor()
  await quickView.locator(':focus').waitFor()
  await keyboard.press('Escape')
  await quickView.waitFor({ state: 'detached' })
  await page.locator('a:focus', { hasText: 'Rye by keyboard' }).waitFor()
})

test('Escape closes the quick view while the focus is still on its post', async () => {
  await schedule('Rye in a hurry', '2026-11-24T13:15:00.000Z')
  const page = await openWeek('2026-11-23')
  const post = page.getByRole('link', { name: /Rye in a hurry/ })
  await post.click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.locator(':focus').waitFor()
  await post.focus()
  await keyboardOn(page).press('Escape')
  await quickView.waitFor({ state: 'detached' })
})

test('a post of an expired account warns in the calendar and reconnects it in the quick view', async () => {
  const { testApp } = dashboard
  const granted = { profileUrl: 'https://threads.example/@rye' }
  const expired = await buildAccount(testApp, { profile_id: account.profile_id, granted })
  await schedule('Rye without access', '2026-11-25T09:15:00.000Z', expired.id)
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired', status_reason: 'password_changed' })
    .where('id', '=', expired.id)
    .execute()
  const page = await openWeek('2026-11-23')
  const warning = `@${expired.username}: access has expired`
  const post = page.getByRole('link', { name: new RegExp(`${warning}.*Rye without access`) })
  await post.click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText(warning).waitFor()
  await quickView.getByText(/^The client changed their password\. The post won’t be/).waitFor()
  await quickView.getByRole('button', { name: /^Reconnect/ }).click()
  const dialog = page.getByRole('dialog', { name: `Reconnect @${expired.username}` })
  await dialog.waitFor()
  await quickView.waitFor({ state: 'detached' })
})

test('the quick view of a canceled post offers to schedule it again, to duplicate and to open it', async () => {
  const id = await schedule('Spelt after all', '2026-11-28T12:15:00.000Z')
  await dashboard.testApp.call('DELETE', `/v1/posts/${id}`)
  const page = await openWeek('2026-11-23', '&status=canceled')
  await page.getByRole('link', { name: /Spelt after all/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  const again = quickView.getByRole('link', { name: 'Schedule again' })
  await again.waitFor()
  await quickView.getByRole('link', { name: 'Duplicate' }).waitFor()
  await quickView.getByRole('link', { name: 'Open', exact: true }).waitFor()
  await again.click()
  await page.waitForURL((url) => url.searchParams.get('duplicate') === id)
  await page.getByRole('radio', { name: 'Schedule', checked: true }).waitFor({ state: 'attached' })
})

test('a copy made in the quick view returns to the calendar when it is scheduled', async () => {
  await schedule('Spelt twice', '2026-11-29T12:15:00.000Z')
  const page = await openWeek('2026-11-23')
  await page.getByRole('link', { name: /Spelt twice/ }).click()
  await page.getByRole('dialog', { name: 'Post' }).getByRole('link', { name: 'Duplicate' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Spelt once more')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.getByText(/^Scheduled for /).waitFor()
  await page.waitForURL(/\/calendar/)
})

test('Reschedule in the quick view begins in the time, and the focus returns to the post', async () => {
  await schedule('Spelt by keyboard', '2026-11-26T15:15:00.000Z')
  const page = await openWeek('2026-11-23')
  const keyboard = keyboardOn(page)
  await page.getByRole('link', { name: /Spelt by keyboard/ }).click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await expect.poll(keyboard.focused).toBe('Hours')
  await keyboard.press('Escape')
  await page.locator('a:focus', { hasText: 'Spelt by keyboard' }).waitFor()
})

test('a post rescheduled in the quick view and published meanwhile is not moved back', async () => {
  const id = await schedule('Spelt in a hurry', '2026-11-26T12:15:00.000Z')
  const page = await openWeek('2026-11-23')
  await page.getByRole('link', { name: /Spelt in a hurry/ }).click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule' })
  await setTime(dialog, '27 November 2026', '13:15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rescheduled to 27 Nov 2026, 13:15').waitFor()
  await dashboard.testApp.call('PATCH', `/v1/posts/${id}`, { mode: 'now' })
  await dashboard.testApp.work()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(message('post-detail', 'undoTooLate')).waitFor()
})

test('a past hour and day offer no post, and a free one opens the composer with its time', async () => {
  const page = await openWeek('2026-11-21')
  const past = page.getByRole('button', { name: /^Friday,? 20 November 2026.* 11:00$/ })
  expect(await past.getAttribute('aria-disabled')).toBe('true')
  await page
    .getByRole('button', { name: /^Create a post on Sunday,? 22 November 2026.* 11:00$/ })
    .click()
  await page.getByRole('heading', { name: 'New post' }).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toBe('2026-11-22T10:00:00.000Z')
})

test('the quick view of a published post links to it on each network', async () => {
  const { testApp } = dashboard
  const client = await buildProfile(testApp)
  const accounts = []
  for (const platform of ['threads', 'facebook'] as const) {
    accounts.push(await connectAccount(testApp, platform, {}, client.id))
  }
  const publish = async (text: string, ids: string[]) => {
    const targets = ids.map((account_id) => ({ account_id }))
    const response = await testApp.call('POST', '/v1/posts', { text, mode: 'now', targets })
    await advanceUntilIdle(testApp)
    return (await testApp.call('GET', `/v1/posts/${response.body.id}`)).body.targets
  }
  const ids = accounts.map(({ id }) => id)
  // Each in its own half hour of the week.
  testApp.clock.advance(7_200_000)
  const both = await publish('Rye on two networks', ids)
  testApp.clock.advance(3_600_000)
  await publish('Rye on one', ids.slice(0, 1))

  const page = await openWeek(testApp.clock.now().toISOString().slice(0, 10))
  const quickView = page.getByRole('dialog', { name: 'Post' })
  const links = quickView.getByRole('link', { name: /^Open on/ })
  await page.getByRole('link', { name: /Rye on two networks/ }).click()
  await links.nth(1).waitFor()
  const hrefs = []
  for (const link of await links.all()) hrefs.push(await link.getAttribute('href'))
  expect(hrefs).toEqual(both.map(({ permalink }: { permalink: string }) => permalink))
  expect(await links.allTextContents()).toEqual(['Threads', 'Facebook'])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Rye on one/ }).click()
  await quickView.getByText('Open on Threads').waitFor()
})

async function schedule(
  text: string,
  scheduled_at: string,
  account_id = account.id,
): Promise<string> {
  const body = { text, mode: 'schedule', scheduled_at, targets: [{ account_id }] }
  const response = await dashboard.testApp.call('POST', '/v1/posts', body)
  expect(response.status).toBe(201)
  return response.body.id
}

async function openWeek(day: string, more = ''): Promise<Page> {
  const page = await dashboard.open(`/calendar?view=week&date=${day}${more}`)
  await page.locator('.calendar-week').waitFor()
  return page
}
