import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../../server/test/browser.ts'
import { appearances, nameOf } from './appearances.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { breakThreads, fillPublishing } from './publishing-seed.ts'

let dashboard: Dashboard

const event = { id: 'evt_1', type: 'post.published', data: { text: '<b>Rye</b>' } }

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  await fillPublishing(testApp)
  await breakThreads(testApp)
  const { control } = testApp.sandbox
  const post = await control('POST', '/posts', { account: 'threads:anna.bakes', text: 'Rye' })
  await control('POST', '/comments', { post: post.id, text: 'Do you have rye today?' })
  for (const body of [JSON.stringify(event), 'no JSON']) {
    await fetch(`${testApp.sandbox.url}/inbox/mine`, { method: 'POST', body })
  }
})
afterAll(async () => await dashboard.close())

test.each(appearances)(
  'the pages of the sandbox pass axe: $viewport, $scheme',
  async (appearance) => {
    const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url, appearance)
    for (const path of ['/', '/feed', '/inbox', '/inbox/mine', '/inbox/empty']) {
      await page.goto(dashboard.testApp.sandbox.url + path)
      for (const folded of await page.locator('summary:visible').all()) await folded.click()
      expect(await accessibilityViolations(page), `${path}, ${nameOf(appearance)}`).toEqual([])
      // Tables scroll inside their cards.
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    }
    await page.context().close()
  },
)

test('an inbox lists its messages by event, with the state of the signature', async () => {
  const page = await dashboard.openSignedOut(`${dashboard.testApp.sandbox.url}/inbox`)
  await page.getByRole('link', { name: 'mine' }).click()
  await page.getByText('post.published', { exact: true }).waitFor()
  await page.getByText('Message without an event type').waitFor()
  expect(await page.getByText('No signature').count()).toBe(2)
  await page.context().close()
})

test('the panel names faults in words and times as they passed', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url)
  const faults = page.getByRole('region', { name: 'Recent API calls' })
  await faults.getByText('No response').first().waitFor()
  await page.getByText('HTTP 500').first().waitFor()
  expect(await page.getByText(/http_500|\d{4}-\d{2}-\d{2}T/).count()).toBe(0)
  await page.context().close()
})
