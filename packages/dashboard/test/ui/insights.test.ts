import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleCheck } from '../../../server/src/resources/accounts/schedule.ts'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount } from '../../../server/test/build.ts'
import { makeInsightsDue, runInsights } from '../../../server/test/metrics-fixture.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { setViews } from '../scenes/insights.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let threads: Account
let lacking: Account
const hourMs = 3_600_000

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  threads = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  await setViews(testApp, threads.platform_account_id)
  lacking = await connectAccount(testApp, 'instagram', {
    account: 'bergmann.bakery',
    permissions: ['instagram_business_basic', 'instagram_business_content_publish'],
  })
  await makeInsightsDue(testApp, threads.id)
  await runInsights(testApp, 2 * hourMs)
})
afterAll(async () => await dashboard.close())

test('all accounts are compared, and a click on one opens its metrics', async () => {
  const page = await dashboard.open('/insights?range=7')
  const accounts = page.getByRole('table', { name: 'Accounts' })
  await accounts.getByRole('link', { name: '@bergmann.bakery' }).waitFor()
  await page.getByText('Views on Threads').waitFor()
  await page.getByText('No post of this period has this metric.').waitFor()
  await accounts.getByText('Missing permission', { exact: true }).first().waitFor()
  await accounts.getByRole('link', { name: '@anna.bakes' }).click()
  await page.getByRole('button', { name: /^Views/ }).waitFor()
})

test('the line of an account ends with the last final day', async () => {
  const page = await dashboard.open('/insights?range=7')
  const row = page.getByRole('row').filter({ hasText: '@anna.bakes' })
  const points = await row.locator('polyline').getAttribute('points')
  // The last three of the seven days are not final.
  expect(points!.split(' ')).toHaveLength(4)
})

test('a metric without a value says why: not offered, or not fetched yet and when', async () => {
  const { testApp } = dashboard
  const bluesky = await buildAccount(testApp, {
    profile_id: threads.profile_id,
    platform: 'bluesky',
  })
  const dueAt = new Date(testApp.clock.now().getTime() + hourMs)
  await testApp.ctx.db.transact((tx) => scheduleCheck(tx, bluesky.id, 'insights', dueAt))
  const page = await dashboard.open('/insights?range=7')
  const row = page.getByRole('row').filter({ hasText: bluesky.username })
  await row.getByText('Not offered by Bluesky').waitFor()
  await row.getByText('Not fetched yet').waitFor()
  await row.getByText('Expected').waitFor()
  await testApp.call('DELETE', `/v1/accounts/${bluesky.id}`)
})

test('days without data say so in the table of the chart', async () => {
  const page = await dashboard.open(`/insights?account=${threads.id}`)
  await page.getByRole('button', { name: 'Show table' }).click()
  const day = page.getByRole('row', { name: /12 Nov/ })
  await day.getByText('no data').first().waitFor()
})

test('a total adds up all days, its change counts common days only, and missing data is not 0', async () => {
  const { body } = await dashboard.testApp.call(
    'GET',
    `/v1/accounts/${threads.id}/insights?from=2026-11-15&to=2026-11-21`,
  )
  const page = await dashboard.open(`/insights?account=${threads.id}&range=7`)
  const views = page.getByRole('button', { name: /^Views/ })
  const { total, comparison } = body.metrics.views
  const share = comparison.total / comparison.previous_total - 1
  const format = (value: number) => new Intl.NumberFormat('en').format(value)
  await views.getByText(format(total), { exact: true }).waitFor()
  await views.getByText(percentOf(share)).waitFor()
  await views.getByText('on 3 days with final data in both periods').waitFor()
  const clicks = await page.getByRole('button', { name: /^Clicks/ }).textContent()
  expect(clicks).toContain('no data')
  expect(clicks).not.toContain('0')
  const across = await dashboard.open('/insights?range=7')
  const row = across.getByRole('row', { name: /anna\.bakes/ })
  await row.getByText(percentOf(share)).waitFor()
})

test('a missing permission shows one notice with the reconnect dialog, and no empty chart', async () => {
  const page = await dashboard.open(`/insights?account=${lacking.id}`)
  await page.getByRole('heading', { name: /hasn’t allowed insights$/ }).waitFor()
  for (const name of ['Refresh', 'Export CSV', /^Reach/]) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'By email or chat' }).waitFor()
})

test('a manual sync starts at once and is disabled for five minutes', async () => {
  const page = await dashboard.open(`/insights?account=${threads.id}`)
  const asked = page.waitForResponse(/\/insights\/sync$/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Refreshing' }).waitFor()
  await asked
  await dashboard.testApp.work()
  await page.getByText('Metrics updated').waitFor()
  await page.getByText(/Refresh again at/).waitFor()
  expect(await page.getByRole('button', { name: 'Refresh' }).isDisabled()).toBe(true)
  const second = await dashboard.open(`/insights?account=${threads.id}`)
  await second.getByRole('button', { name: 'Refresh' }).click()
  await second.getByText(/Refresh again at/).waitFor()
})

test('a custom date range is stored in the URL', async () => {
  const page = await dashboard.open(`/insights?account=${threads.id}`)
  await page.getByText('Custom').click()
  await page.getByLabel(/First and last day/).click()
  await page.getByRole('button', { name: 'Previous month' }).waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: '3 November 2026', exact: true }).click()
  await page.getByRole('button', { name: '9 November 2026', exact: true }).click()
  await page.waitForURL(/from=2026-11-03&to=2026-11-09/)
})

function percentOf(share: number): string {
  return new Intl.NumberFormat('en-GB', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  })
    .format(share)
    .replace('-', '−')
}
