import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildWebhook, deleteWebhooks } from '../../../server/test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { message } from '../messages.ts'
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

test('an endpoint submitted without events shows the error and focuses the first event', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill(receiver.url)
  await form.getByLabel('Select events').click()
  expect(await form.getByRole('alert').count()).toBe(0)
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await form.getByRole('alert').filter({ hasText: 'Select at least one event.' }).waitFor()
  expect(await page.evaluate('document.activeElement.type')).toBe('checkbox')
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
  // In the same tab it would close the dialog of the secret.
  const link = result.getByRole('link', { name: 'View delivery' })
  expect(await link.getAttribute('target')).toBe('_blank')
  await page.keyboard.press('Escape')
  await result.waitFor({ state: 'detached' })
  expect(await once.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(
    /^whsec_/,
  )
})

test('revoking the old secret at once warns, in the dialog and in its result', async () => {
  const { id } = await buildWebhook(dashboard.testApp, { url: receiver.url })
  const page = await dashboard.open(`/webhooks/${id}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate signing secret' })
  const warning = dialog.getByText('Receivers refuse every delivery until they use the new one.')
  const both = dialog.getByText('we sign each request with both')
  await both.waitFor()
  await dialog.getByRole('combobox', { name: 'Old secret' }).click()
  expect(await warning.count()).toBe(0)
  await page.getByRole('option', { name: 'Revoke immediately' }).click()
  await warning.waitFor()
  expect(await both.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Revoke and rotate' }).click()
  const once = page.getByRole('dialog', { name: 'New signing secret' })
  await once.getByText('The old secret is revoked: receivers refuse every delivery').waitFor()
  expect(await once.getByText('signed with both').count()).toBe(0)
})

test('a form submitted with an invalid or missing URL says so at the field', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  const url = form.getByLabel('Endpoint URL')
  const submit = form.getByRole('button', { name: 'Add endpoint' })
  await submit.click()
  await form.getByText('Enter the URL of your receiver.').waitFor()
  expect(await page.evaluate('document.activeElement.type')).toBe('url')
  await url.fill('receiver')
  await form.getByText('Enter a valid URL.').waitFor()
  await submit.click()
  await form.getByText('Enter a valid URL.').waitFor()
  const { body } = await dashboard.testApp.call('GET', '/v1/webhooks')
  expect(body.data).toEqual([])
})

const answers: [status: number, advice: RegExp][] = [
  [403, /refused the request.*how it verifies the signature/],
  [503, /Look for the error in its logs/],
]

test.each(answers)(
  'a test answered with %i says what to do next, and links to its delivery',
  async (status, advice) => {
    receiver.respondWith({ status })
    const { id } = await buildWebhook(dashboard.testApp, { url: receiver.url })
    const page = await dashboard.open(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Send test' }).first().click()
    const result = page.getByRole('dialog', { name: 'Test event' })
    await result.getByText(`HTTP ${status}`).waitFor()
    await result.getByText(advice).waitFor()
    await result.getByRole('link', { name: 'View delivery' }).click()
    await page.getByRole('heading', { name: 'Delivery of webhook.test' }).waitFor()
  },
)

test('an endpoint whose only failure is a test says that tests are not counted', async () => {
  receiver.respondWith({ status: 500 })
  const { id, path } = await buildWebhook(dashboard.testApp, { url: receiver.url })
  await dashboard.testApp.call('POST', `${path}/test`)
  const page = await dashboard.open(`/webhooks/${id}`)
  await page.getByRole('row').filter({ hasText: 'webhook.test' }).waitFor()
  await page.getByText(message('webhooks', 'unused')).waitFor()
  await page.getByText('Tests are not counted', { exact: true }).waitFor()
})

test('the title of a URL can break after its separators, and is the URL when it is copied', async () => {
  const url = 'https://hooks.example.com/incoming/postern-events/production'
  const { id } = await buildWebhook(dashboard.testApp, { url })
  const page = await dashboard.open(`/webhooks/${id}`, { viewport: 'phone' })
  const title = page.getByRole('heading', { level: 1 })
  await title.locator('wbr').first().waitFor()
  expect(await title.textContent()).toBe(url)
})
