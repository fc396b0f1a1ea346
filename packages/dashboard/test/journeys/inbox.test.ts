import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let inbox: Inbox
const minuteMs = 60_000

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp)
  await inbox.addComment({ text: 'Rye on Tuesday?', hours_ago: 2 })
  await inbox.addComment({ text: 'Rye on Monday?', hours_ago: 1 })
  await dashboard.testApp.work()
})
afterAll(async () => await dashboard.close())

test('comments are read and answered one after the other, while new ones do not move the list', async () => {
  const page = await dashboard.open('/inbox')
  await row(page, 'Rye on Monday?').click()
  const before = await row(page, 'Rye on Tuesday?').boundingBox()
  await inbox.addComment({ text: 'Rye on Friday?' })
  dashboard.testApp.clock.advance(3 * minuteMs)
  await dashboard.testApp.work()
  await page.getByRole('button', { name: '1 new comment' }).waitFor()
  expect(await row(page, 'Rye on Tuesday?').boundingBox()).toEqual(before)

  await page.getByLabel('Reply as anna.bakes').click()
  await page.keyboard.type('From seven on.')
  await page.keyboard.press('Control+Enter')
  await page.locator('section').getByText('Rye on Tuesday?').first().waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
  await page.keyboard.type('All day.')
  await page.keyboard.press('Control+Enter')
  const sent = async () => (await inbox.listOnPlatform()).map(({ text }) => text)
  await expect.poll(sent).toEqual(expect.arrayContaining(['From seven on.', 'All day.']))
})

function row(page: Page, text: string) {
  return page.locator('[data-comment]').filter({ hasText: text })
}
