import { addDays, utcDay } from '../../../server/src/core/day.ts'
import { makeInsightsDue, runInsights } from '../../../server/test/metrics-fixture.ts'
import { advanceUntilIdle, connectAccount } from '../../../server/test/publishing.ts'
import type { TestApp } from '../../../server/test/test-app.ts'
import type { Dashboard } from '../dashboard.ts'
import { hostile } from '../hostile.ts'
import type { Area, Places } from './scene.ts'

const hourMs = 3_600_000

/** Views that rise and fall over 60 days, with two gaps and a single day between gaps. */
export async function setViews(testApp: TestApp, account: string): Promise<void> {
  const today = utcDay(testApp.clock.now())
  for (let back = 60; back >= 1; back -= 1) {
    const isGap = back === 9 || back === 11 || (back >= 17 && back <= 20)
    const value = isGap ? null : Math.round(400 + 3 * (60 - back) + 150 * Math.sin(back / 2))
    const day = addDays(today, -back)
    await testApp.sandbox.control('PUT', '/metric-values', { account, metric: 'views', day, value })
  }
}

async function fill({ testApp }: Dashboard): Promise<Places> {
  const threads = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  await setViews(testApp, threads.platform_account_id)
  const lacking = await connectAccount(testApp, 'instagram', {
    account: 'bergmann.bakery',
    permissions: ['instagram_business_basic', 'instagram_business_content_publish'],
  })
  for (const text of [
    'Fresh rye bread from tomorrow on',
    hostile.script,
    hostile.long.slice(0, 480),
  ]) {
    await testApp.call('POST', '/v1/posts', {
      text,
      targets: [{ account_id: threads.id }],
      mode: 'now',
    })
    await advanceUntilIdle(testApp, hourMs)
  }
  await makeInsightsDue(testApp, threads.id)
  await runInsights(testApp, 2 * hourMs)
  return { threads: threads.id, lacking: lacking.id }
}

export const area: Area = {
  name: 'insights',
  fill,
  scenes: [
    { name: 'metrics', state: 'empty', path: '/insights' },
    { name: 'metrics', state: 'full', path: ({ threads }) => `/insights?account=${threads}` },
    {
      name: 'table',
      state: 'full',
      path: ({ threads }) => `/insights?account=${threads}&range=7`,
      act: async (page) => await page.getByRole('button', { name: 'Show table' }).click(),
    },
    {
      name: 'report',
      state: 'full',
      path: '/insights',
      act: async (page) => {
        await page.getByRole('button', { name: 'Report', exact: true }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'missing', state: 'full', path: ({ lacking }) => `/insights?account=${lacking}` },
    {
      name: 'days',
      state: 'full',
      path: ({ threads }) => `/insights?account=${threads}&from=2026-10-01&to=2026-10-31`,
      act: async (page) => await page.getByLabel(/First and last day/).click(),
    },
    { name: 'metrics', state: 'failing', path: ({ threads }) => `/insights?account=${threads}` },
  ],
}
