import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Account } from '../../server/src/schemas/account.ts'
import type { OpenedDashboard } from './opened-dashboard.ts'

/** Schedules a post on accounts and returns its ID. */
export async function schedulePost(
  dashboard: OpenedDashboard,
  text: string,
  scheduled_at: string,
  accounts: readonly Account[],
): Promise<string> {
  const targets = accounts.map(({ id }) => ({ account_id: id }))
  const body = { text, mode: 'schedule', scheduled_at, targets }
  const answer = await dashboard.testApp.call('POST', '/v1/posts', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** Sets the status without an attempt to publish the post. */
export async function setFailed(dashboard: OpenedDashboard, id: string): Promise<void> {
  const { query } = dashboard.testApp.ctx.db
  await query.updateTable('post').set({ status: 'failed' }).where('id', '=', id).execute()
}

/** Opens the week of a day and waits for it. */
export async function openWeek(dashboard: OpenedDashboard, day: string): Promise<Page> {
  return await openCalendar(dashboard, `/calendar?view=week&date=${day}`, '.calendar-week')
}

/** Opens a path of the calendar and waits for `content`. */
export async function openCalendar(
  dashboard: OpenedDashboard,
  path: string,
  content: string,
): Promise<Page> {
  const page = await dashboard.open(path)
  await page.locator(content).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  return page
}
