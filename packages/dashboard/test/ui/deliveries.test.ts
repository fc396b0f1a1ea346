import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profile } from '../../../server/src/schemas/profile.ts'
import { buildProfile } from '../../../server/test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../server/test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { hostile } from '../hostile.ts'
import { inHours, openBakery, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  dashboard = await openDashboard()
  profile = await buildProfile(dashboard.testApp, { name: 'Bergmann Bakery' })
})
afterAll(async () => await dashboard.close())
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await deleteWebhooks(dashboard.testApp)
})

test('a delivery shows its attempts and raw body, and can be resent', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 500, body: hostile.markup })
  await emit([hostile.rtl])
  const { body } = await testApp.call('GET', `${endpoint.path}/deliveries`)
  const path = `/webhooks/${endpoint.id}/deliveries/${body.data[0].id}`
  const page = await dashboard.open(path)
  await page.getByText('Attempt 1 · HTTP 500').waitFor()
  await page.getByText(/Next retry at/).waitFor()
  await page.getByText(hostile.markup.slice(0, 60)).first().waitFor()
  await page.getByText('Raw', { exact: true }).click()
  const shown = await page.getByRole('region', { name: 'Body', exact: true }).textContent()
  expect(shown).toBe(receiver.received[0]!.body)
  receiver.respondWith({ status: 204 })
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Resending…').waitFor()
  await testApp.work()
  await page.getByText('Attempt 2 · HTTP 204').waitFor()
  await page.getByRole('button', { name: /Attempt 2/, expanded: true }).waitFor()
  await page.getByText('Up to 8 automatic').waitFor()
  await testApp.call('PATCH', endpoint.path, { active: false })
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Resume or enable it first, then resend', { exact: false }).waitFor()
})

test('a delivery that failed and is attempted again says Retrying, in the list and on its page', async () => {
  const endpoint = await buildWebhook(dashboard.testApp, { url: receiver.url })
  receiver.respondWith({ status: 500 })
  await emit(['Plum cake'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}?status=pending`)
  const row = page.getByRole('row').filter({ hasText: 'HTTP 500' })
  await row.getByText('Retrying', { exact: true }).waitFor()
  await row.getByRole('link').first().click()
  await page.getByText('Attempt 1 · HTTP 500').waitFor()
  await page.getByText('Retrying', { exact: true }).waitFor()
})

test('tests are not counted in the last 24 hours', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  await testApp.call('POST', `${endpoint.path}/test`)
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByText('None, not counting tests').waitFor()
})

test('deliveries are found by resource and by event, and chosen ones are resent', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  await emit(['One', 'Two', 'Three'])
  await testApp.call('POST', `${endpoint.path}/test`)
  const { body } = await testApp.call('GET', `${endpoint.path}/deliveries`)
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  const rows = page.getByRole('row')
  await expect.poll(() => rows.count()).toBe(5)
  await page
    .getByRole('searchbox', { name: 'Search by text, account or ID' })
    .fill('cmt_01k4wz7tq8e1n9mdh2y6c3vbfa')
  await expect.poll(() => rows.count()).toBe(4)
  for (const place of [0, 1]) {
    await page.getByRole('checkbox', { name: 'Select comment.created' }).nth(place).click()
  }
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('Resending: 0 delivered, 0 failed, 2 waiting.').waitFor()
  await testApp.work()
  await page.getByText('Resent: 2 delivered, 0 failed.').waitFor()
  expect(receiver.received).toHaveLength(6)
  await page
    .getByRole('searchbox', { name: 'Search by text, account or ID' })
    .fill(body.data[1].event_id)
  await expect.poll(() => rows.count()).toBe(2)
})

test('new deliveries appear at the top while the list is live, and wait while it is paused', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  await emit(['The first'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByText('The first').waitFor()
  testApp.clock.advance(1_000)
  await emit(['The second'])
  await page.getByText('The second').waitFor()
  expect(await page.getByRole('row').nth(1).textContent()).toContain('The second')
  await page.getByRole('switch', { name: 'Live' }).uncheck()
  testApp.clock.advance(1_000)
  const refetched = page.waitForResponse(
    async (response) =>
      /\/deliveries\?/.test(response.url()) && (await response.text()).includes('The third'),
  )
  await emit(['The third'])
  await refetched
  expect(await page.getByText('The third').count()).toBe(0)
  await page.getByRole('switch', { name: 'Live' }).check()
  await page.getByText('The third').waitFor()
})

test('undelivered ones are selected together without tests, and a refused connection says so', async () => {
  const { testApp } = dashboard
  const closed = await openReceiver()
  const endpoint = await buildWebhook(testApp, { url: closed.url })
  await emit(['Delivered'])
  await closed.close()
  await testApp.call('POST', `${endpoint.path}/test`)
  await emit(['Not delivered'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await expect.poll(() => page.getByText('Connection refused').count()).toBe(2)
  await page.getByRole('button', { name: 'Select undelivered' }).click()
  await page.getByText('1 selected').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Not delivered' })
  expect(await row.getByRole('checkbox').isChecked()).toBe(true)
})

test('a paused endpoint has nothing to select, and its skipped deliveries no duration', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['Plum cake'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  const row = page.getByRole('row').filter({ hasText: 'Plum cake' })
  await row.getByText(/^HTTP 503 · \d+ ms$/).waitFor()
  expect(await row.locator('time').innerText()).toMatch(/\d\d:\d\d:\d\d$/)
  expect(await page.locator('.bulk-bar').count()).toBe(1)
  await testApp.call('PATCH', endpoint.path, { active: false })
  await page.reload()
  await row.getByText('Skipped: endpoint paused or disabled', { exact: true }).waitFor()
  expect(await page.locator('.bulk-bar').count()).toBe(0)
})

test('deliveries that wait for a retry are selected with the failed ones, and found as not delivered', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['Retrying'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Not delivered' }).click()
  await page.getByRole('button', { name: 'Select undelivered' }).click()
  receiver.respondWith({ status: 200 })
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('Resending: 0 delivered, 0 failed, 1 waiting.').waitFor()
  await testApp.work()
  await page.getByText('No deliveries match these filters').waitFor()
  await page.getByText('Resent: 1 delivered, 0 failed.').waitFor()
})

test('on phones the filters of deliveries and the details of the endpoint are behind a button', async () => {
  const endpoint = await buildWebhook(dashboard.testApp, { url: receiver.url })
  await emit(['The first'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}?status=succeeded`, {
    viewport: 'phone',
  })
  await page.getByText('The first').waitFor()
  expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.getByRole('combobox', { name: 'Status' }).waitFor()
  expect(await page.getByText(endpoint.id).count()).toBe(0)
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.getByText(endpoint.id).waitFor()
})

test('the events of a post on several accounts name the platform and the account', async () => {
  const { testApp } = dashboard
  const bakery = await openBakery(testApp)
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  await writePost(testApp, bakery, {
    text: 'Rolls at noon',
    targets: [{ account_id: bakery.threads }, { account_id: bakery.facebook }],
    mode: 'schedule',
    scheduled_at: inHours(testApp, 2),
  })
  await testApp.work()
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  const rows = page.getByRole('row').filter({ hasText: 'Rolls at noon' })
  await rows.getByText('Post · Facebook · Bergmann Bakery').waitFor()
  await rows.getByText('Post · Threads · anna.bakes').waitFor()
  await rows.first().getByRole('link').click()
  await page.getByText(/^(Facebook|Threads) · /).waitFor()
})

async function emit(texts: readonly string[]): Promise<void> {
  await emitComments(dashboard.testApp, profile, texts)
  await dashboard.testApp.work()
}
