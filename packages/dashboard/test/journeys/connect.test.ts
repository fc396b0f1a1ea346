import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Atelier Nord' })
})
afterAll(async () => await dashboard.close())

test('a client connects through a link on the spot, and the account appears without a reload', async () => {
  const page = await dashboard.open('/profiles')
  await page.getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bergmann Bakery')
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('heading', { name: 'Bergmann Bakery' }).waitFor()
  const accounts = await dashboard.open('/accounts')
  await accounts.getByText('No accounts connected yet').waitFor()

  await page.getByRole('button', { name: 'Connect account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'On the spot' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = dialog.getByRole('textbox', { name: 'Link' })
  const url = await link.inputValue()
  await dialog.getByText('Not opened on a platform yet').waitFor()
  const message = page.getByRole('textbox', { name: 'Message to the client' })
  expect(await message.inputValue()).toContain(url)

  const client = await dashboard.openSignedOut(url)
  await client.getByRole('button', { name: 'Threads' }).click()
  await client.getByRole('button', { name: '@anna.bakes' }).click()
  await client.getByRole('button', { name: 'Allow', exact: true }).click()
  await client.waitForURL(`${dashboard.testApp.ctx.config.publicUrl}/**`)
  expect(new URL(client.url()).searchParams.get('status')).toBe('connected')

  await dialog.getByText('1 account connected.').waitFor()
  await dialog.getByRole('link', { name: 'anna.bakes' }).waitFor()
  // A used link cannot be sent any more.
  expect(await link.count()).toBe(0)
  await accounts.getByRole('link', { name: '@anna.bakes' }).waitFor()
})
