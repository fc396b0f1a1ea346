import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profile } from '../../../server/src/schemas/profile.ts'
import { buildProfile } from '../../../server/test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../server/test/build-webhook.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { hostile } from '../hostile.ts'
import { message } from '../messages.ts'
import { failUntilOff } from '../scenes/webhooks.ts'
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

test("a new endpoint's secret is shown once and verifies its deliveries", async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  const url = form.getByLabel('Endpoint URL')
  await url.fill('http://example.com/hooks')
  await form.getByText('Use https, or http for a private host.').waitFor()
  await url.fill('https://example.com:8443/hooks')
  await form.getByText('Use port 443.').waitFor()
  await url.fill(receiver.url)
  await form.getByLabel('Select events').click()
  await form.getByLabel('comment.created').click()
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const once = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = await once.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await once.getByText(receiver.url).waitFor()
  const href = await once.getByRole('link', { name: 'How to verify' }).getAttribute('href')
  const guide = await fetch(new URL(href!, page.url()))
  expect(await guide.text()).toContain(`id="${href!.split('#')[1]}"`)
  await once.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/\/webhooks\/whk_/)
  await page.getByRole('heading', { name: receiver.url }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await emit(['Hello'])
  expect(hasValidSignature(receiver.received[0]!, secret, dashboard.testApp.clock.now())).toBe(true)
  await page.getByRole('link', { name: 'comment.created' }).click()
  await page.getByText('HTTP 200').first().waitFor()
  const sent = String(receiver.received[0]!.headers['service-signature'])
  await page.getByRole('cell', { name: sent }).waitFor()
  await page.getByRole('button', { name: 'Verify this signature' }).click()
  await page.getByText(`t='${/\d+/.exec(sent)![0]}'`).waitFor()
})

test('an endpoint is disabled after 50 failures, then enabled and recovered', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503, body: hostile.script })
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByRole('heading', { name: receiver.url }).waitFor()
  await emit(['The first of fifty'])
  await page
    .getByText(/HTTP 503|Timed out/)
    .first()
    .waitFor()
  await emit(Array.from({ length: 49 }, (_, place) => `Comment ${place}`))
  await failUntilOff(testApp, endpoint.id)
  await page.getByText('Disabled after 50 consecutive failures').waitFor()
  await page.getByText('50 consecutive failures').first().waitFor()

  receiver.respondWith({ status: 200 })
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByRole('dialog').getByText('Delivered').first().waitFor()
  await page.getByRole('dialog').getByLabel('Event type').click()
  await page.getByRole('option', { name: 'post.published' }).click()
  const sample = page.waitForRequest(/\/test$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  expect((await sample).postData()).toBe(JSON.stringify({ type: 'post.published' }))
  const sent = { type: 'post.published', test: true }
  await expect.poll(() => receiver.received.at(-1)?.json).toMatchObject(sent)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await page.getByText('The endpoint is active again. You can now resend').waitFor()
  await page.getByRole('button', { name: 'Resend deliveries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('50 deliveries will be resent.').waitFor()
  const before = receiver.received.length
  const ordered = page.waitForResponse(/\/recover$/)
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await ordered
  await testApp.work()
  await dialog.getByText('Resent: 50 delivered, 0 failed.').waitFor()
  expect(receiver.received.length).toBe(before + 50)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Delivered').nth(20).waitFor()
})

test('an endpoint that works again after a failure says so for a day, on both pages', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 500 })
  await emit(['Plum cake'])
  receiver.respondWith({ status: 204 })
  dashboard.advance(120_000)
  await testApp.work()
  const row = (page: Page) => page.getByRole('row').filter({ hasText: receiver.url })
  const list = await dashboard.open('/webhooks')
  await row(list).getByText('Working again').waitFor()
  await row(list).getByText('Last failure: 2 minutes ago').waitFor()
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByText('Working again').waitFor()
  await page.getByText('Last failure: 2 minutes ago').waitFor()
  dashboard.advance(86_400_000)
  const later = await dashboard.open('/webhooks')
  await row(later).getByText(message('webhooks', 'healthy')).waitFor()
})

test('an endpoint that is enabled after a failure does not say that it works again', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 500 })
  await emit(['Plum cake'])
  await testApp.call('PATCH', endpoint.path, { active: false })
  await testApp.call('PATCH', endpoint.path, { active: true })
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByText('Last delivery failed').waitFor()
})

test('after rotation both secrets sign until the overlap ends', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await choose(page, 'Rotate secret')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const once = page.getByRole('dialog', { name: 'New signing secret' })
  const field = once.getByRole('textbox', { name: 'New signing secret' })
  const secret = await field.inputValue()
  expect(secret).not.toBe(endpoint.secret)
  await once.getByText(/^This is the new secret.*The old secret still works until .*2026/).waitFor()
  await once.getByText(receiver.url).waitFor()
  await once.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Previous secret').waitFor()
  await page.getByText(/^Valid until /).waitFor()
  await emit(['Signed twice'])
  const [request] = receiver.received
  expect(hasValidSignature(request!, secret, testApp.clock.now())).toBe(true)
  expect(hasValidSignature(request!, endpoint.secret, testApp.clock.now())).toBe(true)
  await choose(page, 'Rotate secret')
  await page.getByText('The secret before the current one still works.').waitFor()
})

test('an endpoint is paused, resumed, changed and deleted', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await choose(page, 'Pause')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await page.getByText('This endpoint is paused').waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  const item = page.getByRole('menuitem', { name: 'Resend deliveries…' })
  await item.getByText('Resume the endpoint first').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Resume' }).click()
  const question = page.getByRole('dialog', { name: 'Resume this endpoint?' })
  await question.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('This endpoint is paused').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit endpoint' })
  await form.getByLabel('Description').fill('For the shop')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('For the shop').waitFor()
  await choose(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  expect((await testApp.call('GET', endpoint.path)).status).toBe(404)
})

test('the event catalog of the documentation is linked', async () => {
  const page = await dashboard.open('/webhooks')
  const href = await page.getByRole('link', { name: 'Event catalog' }).getAttribute('href')
  const catalog = await fetch(new URL(href!, page.url()))
  expect(await catalog.text()).toContain('comment.created')
})

async function emit(texts: readonly string[]): Promise<void> {
  await emitComments(dashboard.testApp, profile, texts)
  await dashboard.testApp.work()
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
