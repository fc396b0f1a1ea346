import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { makeInsightsDue, runInsights } from '../../../server/test/metrics-fixture.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { setViews } from '../scenes/insights.ts'

let dashboard: Dashboard
let account: Account
const hourMs = 3_600_000

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  await setViews(testApp, account.platform_account_id)
  await makeInsightsDue(testApp, account.id)
  await runInsights(testApp, 2 * hourMs)
})
afterAll(async () => await dashboard.close())

test('the chart has gaps for days without data, and is saved as a picture and as CSV', async () => {
  const page = await dashboard.open(`/insights?account=${account.id}`)
  const lines = page.locator('path.recharts-line-curve')
  await lines.nth(1).waitFor()
  // The line has a segment before, between and after the two gaps.
  const drawn = await lines.last().getAttribute('d')
  expect(drawn?.match(/M/g)?.length).toBe(4)

  await page.getByRole('radiogroup').getByText('7', { exact: true }).click()
  await page.waitForURL(/range=7/)
  const csv = await downloadOf(page, 'Export CSV')
  expect(csv.suggestedFilename()).toBe('insights-threads-anna.bakes-2026-11-15-2026-11-21.csv')
  const days = 'from=2026-11-15&to=2026-11-21'
  const path = `/v1/accounts/${account.id}/insights.csv?${days}`
  const { body } = await dashboard.testApp.call('GET', path)
  expect(await readFile(await csv.path(), 'utf8')).toBe(`\uFEFF${body}`)
  const picture = await readFile(await (await downloadOf(page, 'Download PNG')).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.length).toBeGreaterThan(5_000)

  // A phone has no room for dots, except where a day between two gaps has no line.
  const phone = await dashboard.open(`/insights?account=${account.id}`, { viewport: 'phone' })
  await phone.getByText('final until here').waitFor()
  await expect.poll(() => phone.locator('.recharts-line-dots circle').count()).toBe(1)
})

async function downloadOf(page: Page, button: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return file
}
