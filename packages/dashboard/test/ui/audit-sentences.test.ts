import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../../server/test/build-webhook.ts'
import {
  type AuditDashboard,
  entriesOf,
  openAuditDashboard,
  openDetails,
} from './audit-dashboard.ts'

let audit: AuditDashboard

beforeAll(async () => {
  audit = await openAuditDashboard()
}, 60_000)
afterAll(async () => await audit.close())

test('a sentence says what was done to which resource, with its time of day', async () => {
  const { testApp } = audit.dashboard
  const { comment, profile } = audit.seeded
  await testApp.call('POST', `/v1/comments/${comment.id}/hide`, { hidden: true })
  await testApp.call('POST', `/v1/comments/${comment.id}/hide`, { hidden: false })
  const page = await audit.dashboard.open('/audit-log')
  const name = comment.author_username
  await page.getByText(`hid the comment by ${name}`, { exact: false }).first().waitFor()
  const entry = entriesOf(page).filter({ hasText: `unhid the comment by ${name}` })
  expect(await entry.getByRole('time').allTextContents()).toEqual([
    expect.stringMatching(/^\d?\d:\d\d( [AP]M)?$/),
  ])
  await page
    .getByText(`created an invitation for the profile “${profile.name}”`, { exact: false })
    .waitFor()
})

test('a removed return domain is named, also where it was added', async () => {
  const { testApp } = audit.dashboard
  const added = await testApp.call('POST', '/v1/connect/redirect-origins', {
    origin: 'https://shop.example.com',
  })
  const page = await audit.dashboard.open(`/audit-log?resource=${added.body.id}`)
  await page.getByText('added the return domain https://shop.example.com').waitFor()
  await testApp.call('DELETE', `/v1/connect/redirect-origins/${added.body.id}`)
  await page.reload()
  await page.getByText('added the return domain shop.example.com (deleted since)').waitFor()
  await page.getByText('removed the return domain shop.example.com').waitFor()
})

test('a long endpoint URL is cut, so that the rest of the sentence stays in view', async () => {
  const url = 'http://127.0.0.1:9/incoming/postern-events/customer-4711/production'
  const { id } = await buildWebhook(audit.dashboard.testApp, { url })
  const page = await audit.dashboard.open(`/audit-log?resource=${id}`, { language: 'de' })
  await page
    .getByText('den Webhook-Endpunkt 127.0.0.1:9/incoming/postern-ev… hinzugefügt')
    .waitFor()
})

test('a test event and a rotated key are named with a link, as other entries are', async () => {
  const { testApp } = audit.dashboard
  const url = 'http://127.0.0.1:9/incoming'
  const { id, path } = await buildWebhook(testApp, { url })
  await testApp.call('POST', `${path}/test`)
  const { body: key } = await testApp.call('POST', '/v1/api-keys', { name: 'Website' })
  await testApp.call('POST', `/v1/api-keys/${key.id}/rotate`, { overlap_seconds: 60 })
  const page = await audit.dashboard.open('/audit-log')
  const entry = entriesOf(page).filter({ hasText: 'sent a test event to' })
  const link = entry.getByRole('link', { name: 'the webhook endpoint 127.0.0.1:9/incoming' })
  expect(await link.getAttribute('href')).toMatch(new RegExp(`/webhooks/${id}$`))
  await page.getByText('rotated the API key “Website”').waitFor()
})

test('a reply that the network refused was only tried', async () => {
  expect((await audit.failReply()).status).toBe(502)
  const page = await audit.dashboard.open('/audit-log?action=replyToComment')
  await page.getByText(/tried to send a reply/).waitFor()
  await page.getByText('Failed · 502').waitFor()
  const german = await audit.dashboard.open('/audit-log?action=replyToComment', { language: 'de' })
  await german.getByText(/hat versucht, eine Antwort .*zu senden/).waitFor()
})

test('an update says in the list and in its details what changed, with the old and new color', async () => {
  const { id } = audit.seeded.profile
  const changes = { name: 'Nordlicht', color: '#0a7d4b', external_id: 'crm-7' }
  await audit.dashboard.testApp.call('PATCH', `/v1/profiles/${id}`, changes)
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

test('a change of a member’s access names the profiles, in the list and in its details', async () => {
  const { testApp } = audit.dashboard
  const profile = await testApp.call('POST', '/v1/profiles', { name: 'Mountain Bikes' })
  const member = { name: 'Mina', email: 'mina@example.com', role: 'staff', profile_ids: [] }
  const { body } = await testApp.call('POST', '/v1/members', member)
  await testApp.call('PATCH', `/v1/members/${body.id}`, { profile_ids: [profile.body.id] })
  const page = await audit.dashboard.open('/audit-log?action=updateMember')
  await page.getByText('(profiles: none → Mountain Bikes)').waitFor()
  const dialog = await openDetails(page)
  await dialog.getByText('profiles: none → Mountain Bikes', { exact: true }).waitFor()
})

test('the selected profile is named above the entries, and All profiles shows those of all', async () => {
  const { testApp } = audit.dashboard
  await testApp.call('POST', '/v1/profiles', { name: 'Halde Cycles' })
  const { body } = await testApp.call('POST', '/v1/profiles', { name: 'Café Aurora' })
  const page = await audit.dashboard.open(`/audit-log?action=createProfile&profile=${body.id}`)
  await page.getByText('Changes in profile: Café Aurora').waitFor()
  await page.getByText('created the profile “Café Aurora”').waitFor()
  expect(await entriesOf(page).count()).toBe(1)
  await page.getByRole('button', { name: 'All profiles' }).last().click()
  await page.getByText('created the profile “Halde Cycles”').waitFor()
  await page.waitForURL((url) => !url.searchParams.has('profile'))
})

async function move(id: string, at: string) {
  await audit.dashboard.testApp.call('PATCH', `/v1/posts/${id}`, { scheduled_at: at })
}
