import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { message } from '../messages.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let inbox: Inbox

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp, 'instagram')
  await inbox.addComment({ text: 'Is there rye?' })
  await dashboard.testApp.work()
})
afterAll(async () => await dashboard.close())
beforeEach(async () => {
  await setAccount({ status: 'connected', permissions_granted: inbox.account.permissions.granted })
  const [comment] = await inbox.list()
  const change = { reply_status: 'unreplied' }
  await dashboard.testApp.call('PATCH', `/v1/comments/${comment!.id}`, change)
})

test('the counter of a reply has thousands separators', async () => {
  const page = await openComment()
  await page.getByText('0 / 2,200').waitFor()
  expect(await page.getByRole('button', { name: 'Hide' }).isDisabled()).toBe(false)
})

test('a search without results says so beside an open comment', async () => {
  const page = await openComment()
  await page.getByRole('searchbox').fill('zzz')
  await page.getByRole('heading', { name: 'No comments match “zzz”' }).waitFor()
  await page.getByLabel('Reply as bergmann.bakery').waitFor()
})

test('a comment that left the filter stays listed and is not counted', async () => {
  const page = await dashboard.open('/inbox')
  await page.getByText('1 comment', { exact: true }).waitFor()
  const row = page.locator('[data-comment]').filter({ hasText: 'Is there rye?' })
  await row.click()
  await page.getByLabel('Reply as bergmann.bakery').waitFor()
  await row.press('i')
  await page.getByText('0 comments', { exact: true }).waitFor()
  await row.getByText('In progress').waitFor()
})

test('an account without the permission to hide comments cannot hide and says why', async () => {
  await setAccount({ status: 'connected', permissions_granted: ['instagram_business_basic'] })
  const page = await openComment()
  await page.getByText(message('inbox', 'noHidePermission')).waitFor()
  expect(await page.getByRole('button', { name: 'Hide' }).isDisabled()).toBe(true)
})

test.each([
  ['expired', 'bergmann.bakery: access has expired.', 'Access has expired.'],
  [
    'disconnected',
    'bergmann.bakery: this account is disconnected.',
    'This account is disconnected.',
  ],
] as const)(
  'an account that is %s cannot hide or send, says so, and offers Reconnect',
  async (status, banner, reason) => {
    await setAccount({ status })
    const page = await openComment()
    await page.getByRole('alert').getByText(banner).waitFor()
    await page.getByText(reason, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Hide' }).isDisabled()).toBe(true)
    await page.getByLabel('Reply as bergmann.bakery').fill('Yes, until noon.')
    await page.getByText(message('inbox-reply', 'sendLater')).waitFor()
    expect(await page.getByRole('button', { name: 'Send reply' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Reconnect' }).click()
    await page.getByRole('dialog', { name: /^Reconnect/ }).waitFor()
  },
)

async function openComment() {
  const page = await dashboard.open('/inbox?status=all')
  await page.locator('[data-comment]').filter({ hasText: 'Is there rye?' }).click()
  await page.getByLabel('Reply as bergmann.bakery').waitFor()
  return page
}

async function setAccount(change: {
  status: 'connected' | 'expired' | 'disconnected'
  permissions_granted?: string[]
}) {
  const reason = { expired: 'token_revoked', disconnected: 'by_owner', connected: null } as const
  await dashboard.testApp.ctx.db.query
    .updateTable('account')
    .set({
      ...change,
      status_reason: reason[change.status],
      ...(change.status === 'disconnected' && { tokens_sealed: null }),
    })
    .where('id', '=', inbox.account.id)
    .execute()
}
