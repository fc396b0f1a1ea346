import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { expiredAccount } from '../clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test("one click creates an endpoint at the sandbox's inbox", async () => {
  const { testApp } = dashboard
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog')
  const inbox = `${testApp.sandbox.url}/inbox/mine`
  await dialog.getByRole('button', { name: inbox }).click()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('textbox', { name: 'Signing secret' }).waitFor()
  const { body } = await testApp.call('GET', '/v1/webhooks')
  expect(body.data).toMatchObject([{ url: inbox }])
})

test('if private hosts are allowed, the hint and the error of the URL say where http is accepted', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const address = page.getByRole('dialog').getByRole('textbox', { name: 'Endpoint URL' })
  await address.fill('ftp://example.com')
  await page.getByText('Use https, or http for a private host.').waitFor()
  await page.getByText('Private hosts can also use http and other ports').waitFor()
})

test('an unchecked account shows no health results', async () => {
  const { testApp } = dashboard
  const account = await connectAccount(testApp, 'threads')
  const page = await dashboard.open(`/accounts/${account.id}`)
  await page.getByText('Checked when connected').waitFor()
  const expired = await expiredAccount(testApp, (await buildProfile(testApp)).id)
  const health = await testApp.call('GET', `/v1/accounts/${expired.id}/health`)
  await page.goto(new URL(`/dashboard/accounts/${expired.id}`, page.url()).href)
  await page.getByText('Send the client a reconnect link.').waitFor()
  const said = await page.getByText(/last checked|checked when/i).count()
  expect(said).toBe(health.body.checked_at ? 1 : 0)
})
