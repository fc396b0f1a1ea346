import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditDashboard, entriesOf, openAuditDashboard } from './audit-dashboard.ts'

let audit: AuditDashboard

beforeAll(async () => {
  audit = await openAuditDashboard()
  const { id } = audit.seeded.profile
  const changes = { name: 'Nordlicht', color: '#0a7d4b', external_id: 'crm-7' }
  await audit.dashboard.testApp.call('PATCH', `/v1/profiles/${id}`, changes)
}, 60_000)
afterAll(async () => await audit.close())

test('an update says in the list and in its details which fields changed', async () => {
  const page = await audit.dashboard.open('/audit-log?action=updateProfile')
  await page.getByText('(name, external ID, color)').waitFor()
  await page.getByRole('button', { name: 'Details of this entry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('name, external ID, color', { exact: true }).waitFor()
})

test('the selected profile is named above the entries, and All profiles shows those of all', async () => {
  const { testApp } = audit.dashboard
  const { body } = await testApp.call('POST', '/v1/profiles', { name: 'Café Aurora' })
  const page = await audit.dashboard.open(`/audit-log?action=createProfile&profile=${body.id}`)
  await page.getByText('Changes in profile: Café Aurora').waitFor()
  await page.getByText('created the profile “Café Aurora”').waitFor()
  expect(await entriesOf(page).count()).toBe(1)
  await page.getByRole('button', { name: 'All profiles' }).last().click()
  await page.getByText('created the profile “Nordlicht”').waitFor()
  await page.waitForURL((url) => !url.searchParams.has('profile'))
})
