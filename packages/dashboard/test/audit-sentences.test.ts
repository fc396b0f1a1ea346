import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../server/test/build-webhook.ts'
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
  await audit.dashboard.check(page, 'the sentences of the audit log')
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

test('the detail of a failed change says that it failed', async () => {
  expect((await audit.failReply()).status).toBe(502)
  const page = await audit.dashboard.open('/audit-log?action=replyToComment')
  const dialog = await openDetails(page)
  await dialog.getByText('Failed · 502').waitFor()
})
