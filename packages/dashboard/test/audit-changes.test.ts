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

test('an update says in the list and in its details what changed, with the old and new color', async () => {
  const page = await audit.dashboard.open('/audit-log?action=updateProfile')
  await page.getByText('(name · external ID · color: none → #0a7d4b)').waitFor()
  await page.getByRole('button', { name: /^Details .* changed the profile “Nordlicht”/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('color: none → #0a7d4b', { exact: true }).waitFor()
})

test('a post that was moved has its old and new time in the list, with a day that stays only once', async () => {
  const { testApp } = audit.dashboard
  const post = { text: 'Soup', targets: [{ account_id: audit.seeded.account.id }] }
  const first = '2026-12-01T08:00:00Z'
  const { body } = await testApp.call('POST', '/v1/posts', { ...post, scheduled_at: first })
  await move(body.id, '2026-12-01T14:00:00Z')
  await move(body.id, '2026-12-02T14:00:00Z')
  const page = await audit.dashboard.open(`/audit-log?resource=${body.id}`)
  await page.getByText('(time: 1 Dec 2026, 09:00 → 15:00)').waitFor()
  await page.getByText('(time: 1 Dec 2026, 15:00 → 2 Dec 2026, 15:00)').waitFor()
  await page.getByText('Only changes to the post “Soup”').waitFor()
  const german = await audit.dashboard.open(`/audit-log?resource=${body.id}`, { language: 'de' })
  await german.getByText('(Zeitpunkt: 01.12.2026, 09:00 → 15:00)').waitFor()
  await german.getByText('Nur Änderungen, die den Beitrag „Soup“ betreffen').waitFor()
})

test('a change of a member’s access names the profiles, and a click on its row opens the details', async () => {
  const { testApp } = audit.dashboard
  const profile = await testApp.call('POST', '/v1/profiles', { name: 'Halde Cycles' })
  const member = { name: 'Mina', email: 'mina@example.com', role: 'staff', profile_ids: [] }
  const { body } = await testApp.call('POST', '/v1/members', member)
  await testApp.call('PATCH', `/v1/members/${body.id}`, { profile_ids: [profile.body.id] })
  const page = await audit.dashboard.open('/audit-log?action=updateMember')
  await page.getByText('(profiles: none → Halde Cycles)').waitFor()
  const row = entriesOf(page).first()
  const { width, height } = (await row.boundingBox())!
  await row.click({ position: { x: width - 200, y: height / 2 } })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('profiles: none → Halde Cycles', { exact: true }).waitFor()
})

async function move(id: string, at: string) {
  await audit.dashboard.testApp.call('PATCH', `/v1/posts/${id}`, { scheduled_at: at })
}

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
