import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../server/test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { viewports } from '../opened-dashboard.ts'

let dashboard: Dashboard
let receiver: Receiver

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await deleteWebhooks(dashboard.testApp)
})

test('an endpoint is added on a phone, fails, and gets its delivery again', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  const page = await dashboard.open('/webhooks', { viewport: 'phone' })
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill(receiver.url)
  await form.getByLabel('Select events').click()
  await form.getByLabel('webhook.test').scrollIntoViewIfNeeded()
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await expectInView(form.getByRole('alert').filter({ hasText: 'Select at least one event.' }))
  await form.getByLabel('comment.created').click()
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const once = page.getByRole('dialog', { name: 'Signing secret' })
  await once.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: receiver.url }).waitFor()

  receiver.respondWith({ status: 503 })
  await emitComments(testApp, profile, ['Is there rye?'])
  await testApp.work()
  // The whole row is a link.
  const row = page.getByRole('row').filter({ hasText: 'HTTP 503' })
  const { width, height } = (await row.boundingBox())!
  await row.click({ position: { x: width - 4, y: height - 4 } })
  await page.getByText('Attempt 1 · HTTP 503').waitFor()
  receiver.respondWith({ status: 200 })
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Resending…').waitFor()
  await testApp.work()
  await page.getByText('Attempt 2 · HTTP 200').waitFor()
  expect(receiver.received).toHaveLength(2)
})

// In Chromium, because a page in the process of the server holds up 100 connections for seconds.
test('if more wait than one resend takes, the dialog says so and continues with the others', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp)
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  // Four failures at a time, which do not slow the endpoint down.
  for (let round = 0; round < 26; round += 1) {
    await emitComments(testApp, profile, ['One', 'Two', 'Three', 'Four'])
    await testApp.work()
    await testApp.ctx.db.query
      .updateTable('webhook_endpoint')
      .set({ consecutive_failures: 0, attempt_after: null })
      .where('id', '=', endpoint.id)
      .execute()
  }
  testApp.clock.advance(10_000)
  receiver.respondWith({ status: 200 })
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Resend deliveries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('You can continue with the other 4 afterwards.').waitFor()
  await dialog.getByText('100 deliveries will be resent.').waitFor()
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click()
  await dialog.getByText('Resending: 0 delivered, 0 failed, 100 waiting.').waitFor()
  await testApp.work()
  await dialog.getByText('Resent: 100 delivered, 0 failed.').waitFor()
  await dialog.getByText('4 more deliveries wait for their next attempts.').waitFor()
  await dialog.getByRole('button', { name: 'Resend 4 more' }).click()
  await dialog.getByText('Resending: 100 delivered, 0 failed, 4 waiting.').waitFor()
  await testApp.work()
  await dialog.getByText('Resent: 104 delivered, 0 failed.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: /more$/ }).count()).toBe(0)
})

/** The dialog has its title at the top of the screen and its buttons at the bottom. */
async function expectInView(element: Locator): Promise<void> {
  await element.waitFor()
  const isInFront = new Function(
    'each',
    `const { x, y, width, height } = each.getBoundingClientRect()
    return each.contains(document.elementFromPoint(x + width / 2, y + height / 2))`,
  )
  await expect.poll(() => element.evaluate(isInFront as (each: unknown) => boolean)).toBe(true)
  const { y, height } = (await element.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(viewports.phone.height)
}
