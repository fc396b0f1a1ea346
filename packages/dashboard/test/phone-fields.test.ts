import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../server/test/inbox.ts'
import { type Dashboard, openDashboard, settled } from './dashboard.ts'

const thumbMin = 44

let dashboard: Dashboard
let inbox: Inbox

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp)
  await inbox.addComment({ text: 'Is there rye?' })
  await dashboard.testApp.work()
})
afterAll(async () => await dashboard.close())

test('on phones a text begins at the top of its box, and the placeholder of a note is whole', async () => {
  const page = await dashboard.open('/inbox', { viewport: 'phone' })
  await page.locator('[data-comment]').click()
  const reply = page.getByLabel('Reply as anna.bakes')
  const note = page.getByRole('textbox', { name: 'Add note' })
  await note.waitFor()
  await settled(page)
  await reply.waitFor()
  // The library measures the height with hidden boxes.
  const boxes = await page.evaluate(`[...document.querySelectorAll('textarea')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({
      align: getComputedStyle(each).alignContent,
      isWhole: each.scrollHeight <= each.clientHeight,
    }))`)
  expect(boxes).toEqual(Array(2).fill({ align: 'normal', isWhole: true }))
})

test('on phones the times to pick and the buttons for selected comments suit a thumb', async () => {
  const { profile_id } = inbox.account
  const page = await dashboard.open(`/posts/new?profile=${profile_id}`, { viewport: 'phone' })
  await expectTall(page, page.getByRole('button', { name: /^Tomorrow/ }))
  await page.goto(new URL('/dashboard/inbox', page.url()).href)
  await page.getByRole('checkbox', { name: /^Select the comment/ }).check()
  for (const name of ['No reply needed', 'More']) {
    await expectTall(page, page.getByRole('button', { name, exact: true }))
  }
  await dashboard.checkWidth(page, 'a selected comment')
})

async function expectTall(page: Page, button: Locator): Promise<void> {
  await button.waitFor()
  await settled(page)
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(thumbMin)
}
