import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profile } from '../../server/src/schemas/profile.ts'
import { buildProfile } from '../../server/test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../server/test/build-webhook.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../../server/test/receiver.ts'
import { appearances, nameOf } from './appearances.ts'
import { type Appearance, type Dashboard, openDashboard } from './dashboard.ts'
import { hostile } from './hostile.ts'
import { failUntilOff } from './scenes/webhooks.ts'

let dashboard: Dashboard
const opened: Page[] = []
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  dashboard = await openDashboard()
  profile = await buildProfile(dashboard.testApp, { name: 'Bergmann Bakery' })
})
afterAll(async () => await dashboard.close())
// Each open page holds an event stream, and a member may have ten.
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await deleteWebhooks(dashboard.testApp)
})

test('a long endpoint URL stays on one line and is named in full', async () => {
  const url = 'https://hooks.example.com/incoming/postern-events/customer-4711/production'
  await buildWebhook(dashboard.testApp, { url })
  const page = await open('/webhooks')
  const link = page.getByRole('link', { name: url, exact: true })
  expect(await link.getAttribute('title')).toBe(url)
  const { height } = (await link.boundingBox())!
  expect(height).toBeLessThan(30)
  await dashboard.check(page, 'a long URL')
})

test("a new endpoint's secret is shown once and verifies its deliveries", async () => {
  const page = await open('/webhooks')
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
  await dashboard.check(page, 'the form')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const once = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = await once.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await once.getByText(receiver.url).waitFor()
  await dashboard.check(page, 'the secret')
  const href = await once.getByRole('link', { name: 'How to verify' }).getAttribute('href')
  const guide = await page.request.get(new URL(href!, page.url()).href)
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
  const page = await open(`/webhooks/${endpoint.id}`)
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
  await dashboard.check(page, 'switched off')

  receiver.respondWith({ status: 200 })
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByRole('dialog').getByText('Delivered').first().waitFor()
  await dashboard.check(page, 'a test')
  await page.getByRole('dialog').getByLabel('Event type').click()
  await page.getByRole('option', { name: 'post.published' }).click()
  const sample = page.waitForRequest(/\/test$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  expect((await sample).postDataJSON()).toEqual({ type: 'post.published' })
  const sent = { type: 'post.published', test: true }
  await expect.poll(() => receiver.received.at(-1)?.json).toMatchObject(sent)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await page.getByText('The endpoint is active again. You can now resend').waitFor()
  await page.getByRole('button', { name: 'Resend deliveries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('50 deliveries will be resent.').waitFor()
  await dashboard.check(page, 'recovering')
  const before = receiver.received.length
  const ordered = page.waitForResponse(/\/recover$/)
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await ordered
  await testApp.work()
  await dialog.getByText('Resent: 50 delivered, 0 failed.').waitFor()
  expect(receiver.received.length).toBe(before + 50)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Delivered').nth(20).waitFor()
  await dashboard.check(page, 'recovered')
})

test('after rotation both secrets sign until the overlap ends', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  const page = await open(`/webhooks/${endpoint.id}`)
  await choose(page, 'Rotate secret')
  await dashboard.check(page, 'rotating')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const once = page.getByRole('dialog', { name: 'New signing secret' })
  const field = once.getByRole('textbox', { name: 'New signing secret' })
  const secret = await field.inputValue()
  expect(secret).not.toBe(endpoint.secret)
  await once.getByText(/^This is the new secret.*The old secret still works until .*2026/).waitFor()
  await once.getByText(receiver.url).waitFor()
  await page.context().grantPermissions([])
  await once.getByRole('button', { name: 'Copy: New signing secret' }).click()
  await once.getByText('The text is selected: copy it yourself').waitFor()
  expect(await page.evaluate('getSelection().toString()')).toBe(secret)
  await dashboard.check(page, 'a new secret that the browser did not copy')
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
  const page = await open(`/webhooks/${endpoint.id}`)
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
  await dashboard.check(page, 'deleting')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  expect((await testApp.call('GET', endpoint.path)).status).toBe(404)
})

test('the event catalog lists every event type with an example body', async () => {
  const page = await open('/webhooks?tab=catalog')
  await page.getByRole('button', { name: /comment\.created/ }).click()
  const code = page.getByRole('region', { name: 'comment.created' }).locator('code, pre').last()
  const example = JSON.parse((await code.textContent()) ?? '')
  expect(example.type).toBe('comment.created')
  expect(example.data.comment_id).toMatch(/^cmt_/)
  await dashboard.check(page, 'the catalog')
})

test.each(appearances)(
  'the webhook pages pass axe: $viewport, $scheme, $language',
  async (appearance) => {
    const { testApp } = dashboard
    const endpoint = await buildWebhook(testApp, {
      url: `${receiver.url}/${'long/'.repeat(60)}`,
      description: hostile.long.slice(0, 500),
      profile_id: profile.id,
    })
    receiver.respondWith({ status: 500, body: hostile.long })
    await emit(Object.values(hostile).map((text) => text.slice(0, 5_000)))
    const { body } = await testApp.call('GET', `${endpoint.path}/deliveries`)
    const own = `/webhooks/${endpoint.id}`
    const paths = {
      '/webhooks': receiver.url,
      [own]: '500',
      [`${own}/deliveries/${body.data[0].id}`]: '500',
    }
    for (const [path, seen] of Object.entries(paths)) {
      const page = await open(path, appearance)
      await page.getByText(seen).first().waitFor()
      await dashboard.checkAccessible(page, `${path}, ${nameOf(appearance)}`)
    }
  },
)

async function emit(texts: readonly string[]): Promise<void> {
  await emitComments(dashboard.testApp, profile, texts)
  await dashboard.testApp.work()
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function open(path: string, appearance?: Appearance): Promise<Page> {
  const page = await dashboard.open(path, appearance)
  opened.push(page)
  return page
}
