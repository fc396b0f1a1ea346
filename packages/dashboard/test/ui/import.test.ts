import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bakery, inHours, openBakery } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

const choose = (page: Page, content: string | Buffer, name = 'posts.csv') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

test('a file is checked, shows its errors by row and column, is imported and undone', async () => {
  const { testApp } = dashboard
  const good = inHours(testApp, 24)
  const content = [
    'external_id,account_ids,text,scheduled_at',
    `good,${bakery.threads},Fresh rolls,${good}`,
    `late,${bakery.threads},Old rolls,2020-01-01T00:00:00Z`,
  ].join('\n')
  const page = await dashboard.open(`/posts/import?profile=${bakery.profile}`)
  await choose(page, content)
  await press(page, 'Check file')
  await page.getByRole('heading', { name: 'Checking the file' }).waitFor()
  await testApp.work()
  await page.getByRole('heading', { name: 'File checked' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'late' })
  await row.getByText('scheduled_at: ', { exact: false }).waitFor()
  await row.getByRole('cell', { name: '3' }).waitFor()
  await press(page, 'Import posts')
  await page.getByRole('heading', { name: 'Importing posts' }).waitFor()
  await testApp.work()
  await page.getByText('2 of 2 rows · 1 created · 1 with errors').waitFor()
  await press(page, 'Undo import')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('heading', { name: 'Import undone' }).waitFor()
  const posts = await testApp.call('GET', '/v1/posts?external_id=good')
  expect(posts.body.data[0].status).toBe('canceled')
})

test('a file that is too large, or not in UTF-8, is refused before it is sent', async () => {
  const page = await dashboard.open('/posts/import')
  await choose(page, Buffer.alloc(6_000_000, 'a'))
  await press(page, 'Check file')
  await page.getByText('The file is larger than 4 MB. Split it.').waitFor()
  await choose(page, Buffer.from([0x4d, 0xfc, 0x6e]))
  await press(page, 'Check file')
  await page.getByText('The file is not in UTF-8', { exact: false }).waitFor()
})
