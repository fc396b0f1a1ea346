import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Profile } from '../../../server/src/schemas/profile.ts'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { openInbox } from '../../../server/test/inbox.ts'
import { message } from '../messages.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let profile: Profile

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  const inbox = await openInbox(testApp, 'threads', { profileId: profile.id })
  await inbox.addComment({ text: 'Is there rye tomorrow?' })
  testApp.clock.advance(600_000)
  await testApp.work()
})
afterAll(async () => await dashboard.close())

async function openContributor(profileId = profile.id): Promise<Page> {
  const email = `grace.${dashboard.testApp.nextNumber()}@example.com`
  return await openStaff(dashboard, { role: 'contributor', email, profiles: [profileId] })
}

test('the navigation has no pages that a contributor cannot use', async () => {
  const page = await openContributor()
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Posts' }).waitFor()
  for (const name of ['Connect links', 'Webhooks', 'Members', 'API keys', 'Requests']) {
    expect(await navigation.getByRole('link', { name }).count()).toBe(0)
  }
})

test('a contributor saves a draft and finds no way to publish it', async () => {
  const page = await openContributor()
  await goTo(page, '/posts/new')
  await page.getByText('Your role saves drafts.').waitFor()
  expect(await page.getByRole('radio', { name: 'Now' }).count()).toBe(0)
  expect(await page.getByLabel('Hours').inputValue()).toBe('')
  await page.getByRole('checkbox', { name: /^Threads/ }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('An idea')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/posts\/post_/)
  const { body } = await dashboard.testApp.call('GET', '/v1/posts?status=draft')
  expect(body.data).toMatchObject([{ text: 'An idea', status: 'draft', scheduled_at: null }])
  await page.getByRole('link', { name: 'Edit' }).waitFor()
})

test('a contributor reads comments and has no reply box', async () => {
  const page = await openContributor()
  await goTo(page, '/inbox')
  await page.getByText('Is there rye tomorrow?').first().click()
  await page.getByText(message('inbox', 'roleCannotReply')).waitFor()
})

test('the overview of a contributor with one profile offers no reply and no other profiles', async () => {
  const page = await openContributor()
  await goTo(page, '')
  await page.getByText(message('overview', 'allCaughtUp')).waitFor()
  expect(await page.getByText('Reply', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /All profiles/ }).count()).toBe(0)
  await page.getByRole('navigation').getByText('Bergmann Bakery').waitFor()
})

test('an upcoming post of an account without access says so', async () => {
  const { testApp } = dashboard
  const account = await buildAccount(testApp)
  const page = await openContributor(account.profile_id)
  const scheduled_at = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  const targets = [{ account_id: account.id }]
  const post = { text: 'Rye at ten', mode: 'schedule', scheduled_at, targets }
  await testApp.call('POST', '/v1/posts', post)
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired' })
    .where('id', '=', account.id)
    .execute()
  await goTo(page, '')
  await page.getByText('Rye at ten').waitFor()
  await page.getByText(`${account.username}: access has expired`).waitFor()
})
