import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount } from '../../../server/test/build.ts'
import { schedulePost, setFailed } from '../calendar-seed.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { text } from '../publishing-seed.ts'

const lowPhone = { width: 360, height: 260 }

let dashboard: Dashboard
let account: Account

beforeAll(async () => {
  dashboard = await openDashboard()
  account = await buildAccount(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a post is written at a free hour, dragged in the week and the month, and opened', async () => {
  const failed = await schedulePost(dashboard, 'At night', '2026-11-24T00:10:00.000Z', [account])
  await setFailed(dashboard, failed)
  const targets = [{ account_id: account.id }]
  await dashboard.testApp.call('POST', '/v1/posts', { text: 'An idea', mode: 'draft', targets })
  const page = await dashboard.open(
    `/calendar?view=week&date=2026-11-25&profile=${account.profile_id}`,
  )
  await page.locator('.calendar-week').waitFor()

  // The week opens in the morning. The mark of a day leads to the posts above.
  const mark = page.getByRole('button', { name: '1 earlier post, 1 failed. Scroll to it' })
  await mark.click()
  await page.locator('a:focus', { hasText: 'At night' }).waitFor()
  await mark.waitFor({ state: 'detached' })
  await expect.poll(() => isBelowTheDays(page, page.locator('a:focus'))).toBe(true)

  await hourOf(page, 'Wednesday', '25 November', '11:00').click()
  await page.getByRole('checkbox', { name: /^Threads/ }).check()
  await text(page).fill('Spelt on Wednesday')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  const post = page.getByRole('link', { name: /Spelt on Wednesday/ })
  await page.waitForURL(/\/calendar/)
  // Of two posts in one half hour the first is shown, and moves alone.
  await schedulePost(dashboard, 'Rye next to it', '2026-11-25T10:10:00.000Z', [account])
  await page.getByRole('button', { name: '+ 1 more' }).waitFor()
  await post.dragTo(hourOf(page, 'Thursday', '26 November', '12:00'))
  await page.getByRole('link', { name: /Rye next to it/ }).waitFor()
  const moved = page.getByRole('alert').filter({ hasText: 'Rescheduled to 26 Nov 2026, 12:00' })
  await moved.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Change undone').waitFor()

  const draft = page.locator('.drafts-item', { hasText: 'An idea' })
  await page.getByRole('button', { name: 'Drafts' }).click()
  await draft.dragTo(hourOf(page, 'Friday', '27 November', '12:00'))
  await page.getByText('Scheduled for 27 Nov 2026, 12:00').waitFor()

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Month').click()
  await page.locator('.calendar-month').waitFor()
  await post.dragTo(page.getByRole('button', { name: /Saturday,? 28 November 2026/ }))
  await page.getByText('Rescheduled to 28 Nov 2026, 11:00').waitFor()
  // By keyboard: the notification may lie over the post, and stays while the pointer is on it.
  await post.press('Enter')
  const quickView = page.getByRole('dialog', { name: 'Post' })
  await quickView.getByText('Saturday, 28 Nov 2026, 11:00').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('a:focus', { hasText: 'Spelt on Wednesday' }).waitFor()
})

test('on a phone a week opens at today, and the actions of a post are in view', async () => {
  for (let hour = 14; hour <= 20; hour += 1) {
    await schedulePost(dashboard, `Today ${hour}`, `2026-11-21T${hour}:00:00.000Z`, [account])
  }
  const page = await dashboard.open('/calendar?view=week', { viewport: 'phone' })
  const today = page.getByRole('heading', { name: 'Saturday 21 November' })
  await expect.poll(async () => (await boxOf(today)).y).toBeLessThan(200)
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
  const bar = await boxOf(page.getByRole('banner'))
  const next = await boxOf(page.getByRole('button', { name: 'Next' }))
  expect(next.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  expect(next.y).toBeLessThan((await boxOf(today)).y)

  await page.setViewportSize(lowPhone)
  await page.getByRole('link', { name: 'Today 14' }).click()
  const quickView = page.getByRole('dialog', { name: 'Post' })
  for (const name of ['Edit', 'Duplicate', 'Open']) {
    const { y, height } = await boxOf(quickView.getByRole('link', { name, exact: true }))
    expect(y + height, name).toBeLessThanOrEqual(lowPhone.height)
  }
})

function hourOf(page: Page, weekday: string, day: string, time: string): Locator {
  return page.getByRole('button', { name: new RegExp(`${weekday},? ${day} 2026.* ${time}`) })
}

/** Whether the element is in view, below the row with the names of the days. */
async function isBelowTheDays(page: Page, element: Locator): Promise<boolean> {
  const head = await boxOf(page.locator('.calendar-week-head'))
  return (await boxOf(element)).y >= head.y + head.height
}

async function boxOf(element: Locator) {
  return (await element.boundingBox())!
}
