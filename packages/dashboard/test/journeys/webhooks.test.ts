import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { emitComments } from '../../../server/test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { type Dashboard, openDashboard, viewports } from '../dashboard.ts'

let dashboard: Dashboard
let receiver: Receiver

beforeAll(async () => {
  dashboard = await openDashboard()
  receiver = await openReceiver()
})
afterAll(async () => {
  await dashboard.close()
  await receiver.close()
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

/** The dialog has its title at the top of the screen and its buttons at the bottom. */
async function expectInView(element: Locator): Promise<void> {
  await element.waitFor()
  const isInFront = (each: Element) => {
    const { x, y, width, height } = each.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && each.contains(top)
  }
  await expect.poll(() => element.evaluate(isInFront)).toBe(true)
  const { y, height } = (await element.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(viewports.phone.height)
}
