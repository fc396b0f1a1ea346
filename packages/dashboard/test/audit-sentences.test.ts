import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../server/test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../server/test/seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let receiver: Receiver
let seeded: SeededProfile

beforeAll(async () => {
  dashboard = await openDashboard()
  receiver = await openReceiver()
  seeded = await seedProfile(dashboard.testApp, 'threads', receiver.url)
}, 60_000)
afterAll(async () => {
  await dashboard.close()
  await receiver.close()
})

test('a sentence says what was done to which resource, and when exactly', async () => {
  const { testApp } = dashboard
  const { comment, profile } = seeded
  await testApp.call('POST', `/v1/comments/${comment.id}/hide`, { hidden: true })
  await testApp.call('POST', `/v1/comments/${comment.id}/hide`, { hidden: false })
  const page = await dashboard.open('/audit-log')
  const name = comment.author_username
  await page.getByText(`hid the comment by ${name}`, { exact: false }).first().waitFor()
  const row = page.getByRole('row').filter({ hasText: `unhid the comment by ${name}` })
  const times = await row.getByRole('time').allTextContents()
  expect(times).toEqual([expect.stringMatching(/2026.*\d:\d\d/), expect.stringMatching(/now|ago/)])
  await page
    .getByText(`created an invitation for the profile “${profile.name}”`, { exact: false })
    .waitFor()
  await dashboard.check(page, 'the sentences of the audit log')
})

test('a removed return domain is named, also where it was added', async () => {
  const { testApp } = dashboard
  const added = await testApp.call('POST', '/v1/connect/redirect-origins', {
    origin: 'https://shop.example.com',
  })
  const page = await dashboard.open(`/audit-log?resource=${added.body.id}`)
  await page.getByText('added the return domain https://shop.example.com').waitFor()
  await testApp.call('DELETE', `/v1/connect/redirect-origins/${added.body.id}`)
  await page.reload()
  await page.getByText('added the return domain shop.example.com (removed since)').waitFor()
  await page.getByText('removed the return domain shop.example.com').waitFor()
})

test('a reply that the network refused was only tried', async () => {
  const { testApp } = dashboard
  const fault = { platform: seeded.account.platform, match: 'create', kind: 'transient', times: 1 }
  await testApp.sandbox.control('POST', '/faults', fault)
  const { status } = await testApp.call('POST', `/v1/comments/${seeded.comment.id}/reply`, {
    text: 'Thank you',
  })
  expect(status).toBe(502)
  const page = await dashboard.open('/audit-log?action=replyToComment')
  await page.getByText(/tried to send a reply/).waitFor()
  await page.getByText('Failed · 502').waitFor()
  const german = await dashboard.open('/audit-log?action=replyToComment', { language: 'de' })
  await german.getByText(/hat versucht, eine Antwort .*zu senden/).waitFor()
})

test('the detail of a failed change says that it failed', async () => {
  const { testApp } = dashboard
  const fault = { platform: seeded.account.platform, match: 'create', kind: 'transient', times: 1 }
  await testApp.sandbox.control('POST', '/faults', fault)
  const path = `/v1/comments/${seeded.comment.id}/reply`
  expect((await testApp.call('POST', path, { text: 'Thanks' })).status).toBe(502)
  const page = await dashboard.open('/audit-log?action=replyToComment')
  const row = page.getByRole('row').filter({ hasText: 'tried to send a reply' })
  await row.first().getByRole('button').last().click()
  await page.getByRole('dialog').getByText('Failed · 502').waitFor()
})
