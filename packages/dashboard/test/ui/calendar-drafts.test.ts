import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount } from '../../../server/test/build.ts'
import { setTime } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let account: Account

beforeAll(async () => {
  dashboard = await openDashboard()
  account = await buildAccount(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a draft dropped on a day is scheduled for its morning, and is a draft again on Undo', async () => {
  const id = await draft('An idea for Wednesday')
  const page = await openTray()
  await page
    .locator('.drafts-item', { hasText: 'An idea for Wednesday' })
    .dragTo(page.getByRole('button', { name: /Wednesday,? 25 November 2026/ }))
  await page.getByText('Scheduled for 25 Nov 2026, 09:00').waitFor()
  expect(await stateOf(id)).toEqual(['scheduled', '2026-11-25T08:00:00.000Z'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Change undone').waitFor()
  expect(await stateOf(id)).toEqual(['draft', null])
})

test('a draft that is not ready stays a draft, and the error says why and leads to it', async () => {
  const id = await draft('')
  const page = await openTray()
  await page
    .locator('.drafts-item', { hasText: 'No text' })
    .dragTo(page.getByRole('button', { name: /Wednesday,? 25 November 2026/ }))
  await page.getByText(/^Threads · .*: Add some text/).waitFor()
  expect(await stateOf(id)).toEqual(['draft', null])
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.waitForURL(`**/posts/${id}/edit`)
})

test('a draft is scheduled without dragging', async () => {
  const id = await draft('An idea by keyboard')
  const page = await openTray()
  await page.getByRole('button', { name: 'Schedule: An idea by keyboard' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await setTime(dialog, '26 November 2026', '13:15')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('Scheduled for 26 Nov 2026, 13:15').waitFor()
  expect(await stateOf(id)).toEqual(['scheduled', '2026-11-26T12:15:00.000Z'])
})

async function draft(text: string): Promise<string> {
  const body = { text, mode: 'draft', targets: [{ account_id: account.id }] }
  const response = await dashboard.testApp.call('POST', '/v1/posts', body)
  expect(response.status).toBe(201)
  return response.body.id
}

async function stateOf(id: string): Promise<[string, string | null]> {
  const { status, scheduled_at } = (await dashboard.testApp.call('GET', `/v1/posts/${id}`)).body
  return [status, scheduled_at]
}

async function openTray() {
  const page = await dashboard.open('/calendar?view=month&date=2026-11-23&drafts=1')
  await page.locator('.calendar-month').waitFor()
  await page.locator('.drafts-item').first().waitFor()
  return page
}
