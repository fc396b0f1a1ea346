import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle, connectNewPerson } from '../../../server/test/publishing.ts'
import {
  type Bakery,
  breakThreads,
  clearFaults,
  inHours,
  openBakery,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterEach(async () => await clearFaults(dashboard.testApp))
afterAll(async () => await dashboard.close())

test('a scheduled post names its account whose access has expired, in its row and its card', async () => {
  const { testApp } = dashboard
  const { id: account_id, username } = await connectNewPerson(testApp, bakery.profile)
  const targets = [{ account_id }, { account_id: bakery.threads }]
  const post = { mode: 'schedule', scheduled_at: inHours(testApp, 9) }
  await writePost(testApp, bakery, { ...post, text: 'Half of it', targets })
  await writePost(testApp, bakery, { ...post, text: 'All of it' })
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired', status_reason: 'token_revoked' })
    .where('id', '=', account_id)
    .execute()
  for (const viewport of ['wide', 'phone'] as const) {
    const page = await dashboard.open('/posts?status=scheduled', { viewport })
    await rowOf(page, 'Half of it')
      .getByText(`@${username}: access has expired`, { exact: true })
      .waitFor()
    expect(await page.getByText('access has expired').count()).toBe(1)
  }
})

test('a failed post says why, and of which account unless all failed for that reason', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const targets = [{ account_id: bakery.threads }, { account_id: bakery.facebook }]
  await writePost(testApp, bakery, { text: 'Nowhere' })
  await writePost(testApp, bakery, { text: 'Only on one', targets })
  await advanceUntilIdle(testApp)
  for (const viewport of ['wide', 'phone'] as const) {
    const page = await dashboard.open('/posts', { viewport })
    const reason = 'The platform had an error.'
    await rowOf(page, 'Nowhere').getByText(reason, { exact: true }).waitFor()
    await rowOf(page, 'Only on one').getByText(`@anna.bakes: ${reason}`, { exact: true }).waitFor()
  }
})

test('on phones Reset filters is left out as long as each filter in use is in view', async () => {
  await writePost(dashboard.testApp, bakery, { text: 'A plan', mode: 'draft', tags: ['plan'] })
  const page = await dashboard.open('/posts?status=draft', { viewport: 'phone' })
  const reset = page.getByRole('button', { name: 'Reset filters', exact: true })
  await rowOf(page, 'A plan').waitFor()
  expect(await reset.count()).toBe(0)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('textbox', { name: 'Tag' }).fill('plan')
  await reset.click()
  await page.waitForURL((url) => url.search === '')
})

function rowOf(page: Page, text: string) {
  return page.getByRole('main').locator('tbody tr, li').filter({ hasText: text })
}
