import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildWebhook, deleteWebhooks } from '../../server/test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../server/test/receiver.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

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

test('an endpoint submitted without events shows the error in view and focuses the first event', async () => {
  const page = await dashboard.open('/webhooks', { viewport: 'phone' })
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill(receiver.url)
  await form.getByLabel('Select events').click()
  expect(await form.getByRole('alert').count()).toBe(0)
  await form.getByLabel('webhook.test').scrollIntoViewIfNeeded()
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const error = form.getByRole('alert').filter({ hasText: 'Select at least one event.' })
  const { y } = (await error.boundingBox())!
  const title = (await form.getByRole('heading', { name: 'Add endpoint' }).boundingBox())!
  expect(y).toBeGreaterThan(title.y + title.height)
  expect(y).toBeLessThan(600)
  expect(await page.evaluate('document.activeElement.type')).toBe('checkbox')
  await dashboard.check(page, 'an endpoint without events')
})

test('all events can be selected at once, and cleared', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Select events').click()
  await form.getByRole('button', { name: 'Select all' }).click()
  const boxes = await form.getByRole('checkbox').count()
  expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(boxes)
  await form.getByText(`${boxes} of ${boxes} selected`).waitFor()
  await form.getByRole('button', { name: 'Clear selection' }).click()
  await form.getByText('Select at least one event.').waitFor()
  expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(0)
})

test('the dialog of a new secret sends a test, and shows the secret until it is closed', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill(receiver.url)
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const once = page.getByRole('dialog', { name: 'Signing secret' })
  await once.getByRole('button', { name: 'Send test' }).click()
  const result = page.getByRole('dialog', { name: 'Test event' })
  await result.getByText('Delivered').first().waitFor()
  expect(receiver.received[0]?.json).toMatchObject({ type: 'webhook.test' })
  // It would close the dialog of the secret.
  expect(await result.getByRole('link', { name: 'View delivery' }).count()).toBe(0)
  await dashboard.check(page, 'a test over the secret')
  await page.keyboard.press('Escape')
  await result.waitFor({ state: 'detached' })
  expect(await once.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(
    /^whsec_/,
  )
})

test('revoking the old secret immediately warns that receivers refuse deliveries', async () => {
  const { id } = await buildWebhook(dashboard.testApp, { url: receiver.url })
  const page = await dashboard.open(`/webhooks/${id}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate signing secret' })
  const warning = dialog.getByText('Receivers refuse every delivery until they use the new one.')
  await dialog.getByRole('combobox', { name: 'Keep the old secret valid for' }).click()
  expect(await warning.count()).toBe(0)
  await page.getByRole('option', { name: 'Revoke immediately' }).click()
  await warning.waitFor()
  await dashboard.check(page, 'revoking a secret at once')
})

test.each(['wide', 'phone'] as const)(
  'the code samples have their tabs in one line: %s',
  async (viewport) => {
    const { id } = await buildWebhook(dashboard.testApp, { url: receiver.url })
    const page = await dashboard.open(`/webhooks/${id}?tab=verify`, { viewport })
    const names = ['TypeScript SDK', 'Python SDK', 'TypeScript', 'Python', 'Go', 'PHP', 'Shell']
    const tabs = names.map((name) => page.getByRole('tab', { name, exact: true }))
    await tabs[0]!.waitFor()
    const tops = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())!.y))
    expect(new Set(tops).size).toBe(1)
    await dashboard.check(page, 'the code samples')
  },
)
