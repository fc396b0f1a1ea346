import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { type Inbox, openInbox } from '../../server/test/inbox.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { goTo, openStaff } from './staff-session.ts'

let dashboard: Dashboard
let inbox: Inbox
let page: Page

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  inbox = await openInbox(testApp, 'threads', { profileId: profile.id })
  await inbox.addComment({ text: 'Is there rye tomorrow?' })
  testApp.clock.advance(600_000)
  await testApp.work()
  page = await openStaff(dashboard, { role: 'contributor', profiles: [profile.id] })
})
afterAll(async () => await dashboard.close())

test('the navigation has no pages that a contributor cannot use', async () => {
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Posts' }).waitFor()
  for (const name of ['Connect links', 'Webhooks', 'Members', 'API keys', 'Requests']) {
    expect(await navigation.getByRole('link', { name }).count()).toBe(0)
  }
})

test('a contributor saves a draft and finds no way to publish it', async () => {
  await goTo(page, '/posts/new')
  await page.getByText('Your role saves drafts.').waitFor()
  expect(await page.getByRole('radio', { name: 'Now' }).count()).toBe(0)
  await page.getByRole('checkbox', { name: /^Threads/ }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('An idea')
  // The bar with the buttons may cover a part of a field until the page is scrolled.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await dashboard.check(page, 'the composer of a contributor')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/posts\/post_/)
  const { body } = await dashboard.testApp.call('GET', '/v1/posts?status=draft')
  expect(body.data).toMatchObject([{ text: 'An idea', status: 'draft' }])
  await page.getByRole('link', { name: 'Edit' }).waitFor()
})

test('a contributor reads comments and has no reply box', async () => {
  await goTo(page, '/inbox')
  await page.getByText('Is there rye tomorrow?').first().click()
  await page.getByText('Your role can read comments, but not reply.').waitFor()
  await dashboard.check(page, 'the inbox of a contributor')
})
