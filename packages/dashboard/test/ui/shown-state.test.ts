import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { buildWebhook } from '../../../server/test/build-webhook.ts'
import { openInbox } from '../../../server/test/inbox.ts'
import { advanceUntilIdle, connectAccount } from '../../../server/test/publishing.ts'
import { openReceiver } from '../../../server/test/receiver.ts'
import { expiredAccount } from '../clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let profileId: string

beforeAll(async () => {
  dashboard = await openDashboard()
  profileId = (await buildProfile(dashboard.testApp, { name: 'Bergmann Bakery' })).id
})
afterAll(async () => await dashboard.close())

test('after a reply the row that left the filter shows the new status', async () => {
  const { testApp } = dashboard
  const inbox = await openInbox(testApp, 'threads', { profileId })
  await testApp.work()
  testApp.clock.advance(180_000)
  await inbox.addComment({ text: 'Do you have rye today?' })
  testApp.clock.advance(180_000)
  await testApp.work()
  const page = await dashboard.open('/inbox')
  const row = page.getByRole('listitem').filter({ hasText: 'Do you have rye today?' })
  await row.getByRole('link').click()
  // All comments of the list have this status.
  expect(await row.getByText('Unanswered').count()).toBe(0)
  const box = page.getByLabel(/^(Your reply|Reply) as/)
  await box.fill('Yes, from seven on.')
  await box.press('Control+Enter')
  await row.getByText('Replied', { exact: true }).waitFor()
})

test('the access expiry is shown only if somebody must reconnect', async () => {
  const { testApp } = dashboard
  const healthy = await connectAccount(testApp, 'tiktok', { account: 'bergmannbakery' }, profileId)
  expect(healthy).toMatchObject({ access_renews: true })
  const expired = await expiredAccount(testApp, profileId)
  const page = await dashboard.open(`/accounts?profile=${profileId}`)
  await page.getByText('@studio.rossi').waitFor()
  await page.getByText('@bergmannbakery').waitFor()
  expect(await page.getByText(/^Access (ends|expires)/).count()).toBe(0)
  const detail = await dashboard.open(`/accounts/${expired.id}`)
  await detail.getByText('Inactive').first().waitFor()
  expect(await detail.getByText('Granted', { exact: true }).count()).toBe(0)
  const renewing = await dashboard.open(`/accounts/${healthy.id}`)
  await renewing.getByText('Renewed automatically').waitFor()
})

test('a Facebook Page is shown by its display name', async () => {
  await buildAccount(dashboard.testApp, {
    profile_id: profileId,
    platform: 'facebook',
    granted: { username: 'nordlicht.bakery', displayName: 'Nordlicht Bakery' },
  })
  const page = await dashboard.open(`/accounts?profile=${profileId}`)
  await page.getByRole('link', { name: 'Nordlicht Bakery', exact: true }).waitFor()
  const composer = await dashboard.open(`/posts/new?profile=${profileId}`)
  await composer.getByRole('checkbox', { name: 'Facebook: Nordlicht Bakery' }).waitFor()
})

test('a refused connection shows no response; a test event does not count as a success', async () => {
  const { testApp } = dashboard
  const receiver = await openReceiver()
  const { id } = await buildWebhook(testApp, { url: receiver.url })
  const page = await dashboard.open(`/webhooks/${id}`)
  // The last success and the last failure.
  await expect.poll(() => page.getByText('never', { exact: true }).count()).toBe(2)
  await page.getByRole('button', { name: 'Send test' }).first().click()
  await page.getByRole('dialog').getByText('Delivered').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(await page.getByText('never', { exact: true }).count()).toBe(2)
  await receiver.close()
  await page.getByRole('button', { name: 'Send test' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Connection refused').waitFor()
  await dialog.getByText('No response', { exact: true }).waitFor()
})

test('insights without the permission show no next sync and no sync button', async () => {
  const account = await buildAccount(dashboard.testApp, {
    profile_id: profileId,
    platform: 'instagram',
    granted: {
      granted: ['instagram_business_basic'],
      missing: ['instagram_business_manage_insights'],
    },
  })
  const page = await dashboard.open(`/insights?account=${account.id}`)
  await page.getByRole('heading', { name: /hasn’t allowed insights$/ }).waitFor()
  expect(await page.getByText(/next/).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Fetch now|Refresh/ }).count()).toBe(0)
})

test('a post that failed for lack of access offers Reconnect first, and its account names it', async () => {
  const { testApp } = dashboard
  const account = await connectAccount(
    testApp,
    'threads',
    { account: 'studio.rossi', person: 'chiara' },
    profileId,
  )
  const at = new Date(testApp.clock.now().getTime() + 600_000).toISOString()
  const targets = [{ account_id: account.id }]
  const post = await testApp.call('POST', '/v1/posts', { text: 'Rye', scheduled_at: at, targets })
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired', status_reason: 'token_revoked' })
    .where('id', '=', account.id)
    .execute()
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${post.body.id}`)
  const alert = page.getByRole('alert')
  await alert.getByRole('button', { name: 'Reconnect' }).waitFor()
  expect(await alert.getByRole('button').first().textContent()).toBe('Reconnect')
  expect(await alert.locator('q').count()).toBe(0)
  await alert.getByRole('button', { name: 'Reconnect' }).click()
  await page.getByRole('dialog', { name: 'Reconnect @studio.rossi' }).waitFor()
  const accountPage = await dashboard.open(`/accounts/${account.id}`)
  const failure = accountPage.getByRole('alert', { name: 'A post failed on this account' })
  const link = failure.getByRole('link', { name: 'View post' })
  expect(await link.getAttribute('href')).toContain(post.body.id)
})

test('an invitation is described as a link to send', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('textbox', { name: /E-?mail/i }).fill('grace@example.com')
  await page.getByRole('radio', { name: 'Owner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Send this link to Grace Hopper.', { exact: false }).waitFor()
  expect(await page.getByText('Keep it in a safe place').count()).toBe(0)
  await page.getByRole('button', { name: 'Done' }).click()
})
