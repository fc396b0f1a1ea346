import { afterAll, beforeAll, expect, test } from 'vitest'
import messages from '../../src/messages/en/parts.json' with { type: 'json' }
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('an API key is created, copied, used, and found in the audit log', async () => {
  const page = await dashboard.open('/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Website')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const field = dialog.getByRole('textbox', { name: 'API key' })
  const key = await field.inputValue()

  // The browser refuses to copy: the key is selected, so that it can be copied by hand.
  await page.context().grantPermissions([])
  await dialog.getByRole('button', { name: 'Copy: API key' }).click()
  await dialog.getByText(messages.copyRefusedSelected).waitFor()
  expect(await page.evaluate('getSelection().toString()')).toBe(key)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy: API key' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(key)
  const me = await dashboard.testApp.call('GET', '/v1/me', undefined, { key })
  expect(me.status).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /Website/ }).waitFor()
  expect(await page.content()).not.toContain(key)

  await page.goto(new URL('/dashboard/audit-log?action=createApiKey', page.url()).href)
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Website' })
  const { width, height } = (await entry.boundingBox())!
  await entry.click({ position: { x: width - 200, y: height / 2 } })
  await page.getByRole('dialog').getByText('createApiKey', { exact: true }).waitFor()
})
