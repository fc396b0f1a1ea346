import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInbox } from '../../../server/test/inbox.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  const inbox = await openInbox(dashboard.testApp)
  await inbox.addComment({ text: 'Is there rye?' })
  dashboard.testApp.clock.advance(180_000)
  await dashboard.testApp.work()
})
afterAll(async () => await dashboard.close())

test('g and a letter opens a page, c the composer', async () => {
  const page = await open('/')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await heading(page, 'Calendar')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await heading(page, 'Overview')
  await page.keyboard.press('c')
  await heading(page, 'New post')
})

test('letters are typed into a field, and ignored with Ctrl or in a dialog', async () => {
  const page = await open('/profiles')
  await page.getByRole('searchbox').fill('')
  await page.keyboard.type('gc')
  expect(await page.getByRole('searchbox').inputValue()).toBe('gc')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await heading(page, 'Profiles')
})

test('the second key of g i changes no comment in the inbox', async () => {
  const page = await open('/inbox')
  await page.locator('[data-comment]').first().click()
  await page.getByRole('region', { name: 'Selected comment' }).getByText('Is there rye?').waitFor()
  await page.locator('[data-comment]').first().focus()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.waitForURL((url) => !url.searchParams.has('comment'))
  const { data } = (await dashboard.testApp.call('GET', '/v1/comments')).body
  expect(data[0].reply_status).toBe('unreplied')
})

test('/ focuses the search of the page; a page without one opens the palette', async () => {
  const page = await open('/accounts')
  await page.keyboard.press('/')
  await page.locator('[role="searchbox"]:focus').waitFor()
  await page.locator('[role="searchbox"]:focus').blur()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await heading(page, 'Overview')
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
})

test('turned off in the settings, single keys do nothing and Ctrl K still works', async () => {
  const page = await open('/settings')
  await page.getByRole('button', { name: 'Show keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Audit log').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click({ force: true })
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.press('Escape')
  await heading(page, 'Settings')
})

async function open(path: string): Promise<Page> {
  const page = await dashboard.open(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
