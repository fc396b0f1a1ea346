import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profile } from '../../../server/src/schemas/profile.ts'
import { buildProfile } from '../../../server/test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../server/test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
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

test('recovering counts deliveries that wait for a retry, and sends them now', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['Retrying'])
  // The range ends after it began, and before the retry.
  testApp.clock.advance(10_000)
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByText('Retrying').first().waitFor()
  receiver.respondWith({ status: 200 })
  await choose(page, 'Resend deliveries…')
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })

  await dialog.getByText('1 delivery will be resent.').waitFor()
  const waits = dialog.getByLabel(/Also retry 1 delivery now that failed and waits/)
  await waits.uncheck()
  await dialog.getByText('Nothing to resend in this period.').waitFor()
  await waits.check()
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByText('Resending: 0 delivered, 0 failed, 1 waiting.').waitFor()
  await testApp.work()
  await dialog.getByText('Resent: 1 delivered, 0 failed.').waitFor()
})

test('a bulk resend says how many of its deliveries arrived and how many failed', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['Refused', 'Rye', 'Spelt'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  receiver.respondWith(({ body }) => ({ status: body.includes('Refused') ? 503 : 200 }))
  await page.getByRole('button', { name: 'Select undelivered' }).click()
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('Resending: 0 delivered, 0 failed, 3 waiting.').waitFor()
  await testApp.work()
  await page.getByText('Resent: 2 delivered, 1 failed.').waitFor()
  await page.getByRole('button', { name: 'Close result' }).click()
  await page.getByText('Resent: 2 delivered, 1 failed.').waitFor({ state: 'detached' })
})

test('Resend deliveries… is offered from the filter Not delivered, with its time and its events', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['Retrying'])
  const page = await dashboard.open(`/webhooks/${endpoint.id}?range=24&event=comment.created`)
  await page.getByText('Retrying').first().waitFor()
  expect(await page.getByRole('button', { name: 'Resend deliveries…' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Not delivered' }).click()
  await page.getByRole('button', { name: 'Resend deliveries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('1 delivery will be resent.').waitFor()
  await dialog.locator('.mantine-Pill-label', { hasText: 'comment.created' }).waitFor()
  const dayBefore = new Date(testApp.clock.now().getTime() - 86_400_000)
  const day = dayBefore.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  await dialog.getByRole('button', { name: new RegExp(`^Since: .*${day}`) }).waitFor()
})

test('the warning about failing deliveries offers to resend them, and its dialog outlives it', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['One', 'Two', 'Three', 'Four', 'Five'])
  testApp.clock.advance(10_000)
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  const warning = page.getByRole('alert').filter({ hasText: '5 consecutive failures' })
  await warning.getByRole('button', { name: 'Resend deliveries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('5 deliveries will be resent.').waitFor()
  receiver.respondWith({ status: 200 })
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click()
  await dialog.getByText('Resending: 0 delivered, 0 failed, 5 waiting.').waitFor()
  for (let minutes = 0; minutes < 5; minutes += 1) {
    testApp.clock.advance(31_000)
    await testApp.work()
  }
  await dialog.getByText('Resent: 5 delivered, 0 failed.').waitFor()
  await warning.waitFor({ state: 'detached' })
})

test('the times of a resend are typed digit by digit, and Escape closes their calendar only', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  testApp.clock.advance(10_000)
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await choose(page, 'Resend deliveries…')
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  const since = dialog.getByRole('group', { name: 'Since' })
  await since.getByLabel('Hours').click()
  await page.keyboard.type('0730')
  expect(await since.getByLabel('Hours').inputValue()).toBe('07')
  expect(await since.getByLabel('Minutes').inputValue()).toBe('30')
  await since.getByRole('button', { name: /^Since/ }).click()
  const day = page.getByRole('button', { name: /^\d+ \w+ \d{4}$/ }).first()
  await day.waitFor()
  await day.press('Escape')
  await day.waitFor({ state: 'detached' })
  await dialog.getByText('Nothing to resend in this period.').waitFor()
  await dialog.getByRole('button', { name: 'Until: Now' }).waitFor()
})

test('from the filter Not delivered the whole history is resent, also across a clock change', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 503 })
  await emit(['Retrying'])
  testApp.clock.advance(10_000)
  const page = await dashboard.open(`/webhooks/${endpoint.id}?status=pending,failed,skipped`)
  await page.getByRole('button', { name: 'Resend deliveries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('1 delivery will be resent.').waitFor()
})

test('a period is replayed with what was delivered, and the statistics show its attempts', async () => {
  const { testApp } = dashboard
  const endpoint = await buildWebhook(testApp, { url: receiver.url })
  await emit(['One', 'Two'])
  testApp.clock.advance(3_600_000)
  const page = await dashboard.open(`/webhooks/${endpoint.id}`)
  await page.getByText('100% of 2 succeeded').waitFor()
  await choose(page, 'Resend deliveries…')
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
  await dialog.getByText('Nothing to resend in this period.').waitFor()
  await dialog.getByLabel('Also resend what was delivered').click()
  await dialog.getByText('2 deliveries will be resent.').waitFor()
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByText('Resending: 0 delivered, 0 failed, 2 waiting.').waitFor()
  await testApp.work()
  await dialog.getByText('Resent: 2 delivered, 0 failed.').waitFor()
  expect(receiver.received).toHaveLength(4)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('tab', { name: 'Statistics' }).click()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('statistics')
  await page.reload()
  await page.getByText('Attempts over time').first().waitFor()
  await page.getByText('100%', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show table' }).click()
  await page.getByRole('table', { name: 'Statistics' }).getByRole('row').nth(1).waitFor()
})

async function emit(texts: readonly string[]): Promise<void> {
  await emitComments(dashboard.testApp, profile, texts)
  await dashboard.testApp.work()
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
