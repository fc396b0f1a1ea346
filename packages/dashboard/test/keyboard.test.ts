import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { buildWebhook } from '../../server/test/build-webhook.ts'
import { openBrowser } from '../../server/test/client.ts'
import { type Inbox, openInbox } from '../../server/test/inbox.ts'
import { openReceiver, type Receiver } from '../../server/test/receiver.ts'
import { type Dashboard, openDashboard, owner, settled } from './dashboard.ts'
import { type KeyboardUser, keyboardOn } from './keyboard-user.ts'

const origin = 'https://app.example.com'

let dashboard: Dashboard
let receiver: Receiver
let inbox: Inbox
let page: Page
let keyboard: KeyboardUser

beforeAll(async () => {
  dashboard = await openDashboard()
  receiver = await openReceiver()
  const { testApp } = dashboard
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Atelier Nord' })
  for (const each of [origin, 'https://b.example.com', 'https://c.example.com']) {
    await testApp.call('POST', '/v1/connect/redirect-origins', { origin: each })
  }
  await buildWebhook(testApp, { url: receiver.url })
  const shop = await buildProfile(testApp, { name: 'Storefront' })
  inbox = await openInbox(testApp, 'threads', { profileId: shop.id })
  page = await dashboard.openSignedOut('/dashboard/sign-in')
  keyboard = keyboardOn(page)
})
beforeEach(() => {
  keyboard.problems.length = 0
})
afterAll(async () => {
  await receiver.close()
  await dashboard.close()
})

test('by keyboard: sign in, create a profile and a connect link', async () => {
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await keyboard.reach('Email')
  await keyboard.type(owner.email)
  await keyboard.reach('Password')
  await keyboard.type(owner.password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await walk('Profiles')
  await keyboard.reach('Create profile')
  await keyboard.press('Enter')
  await expect.poll(keyboard.focused).toBe('Name')
  await keyboard.type('Bergmann Bakery')
  await keyboard.reach('Create profile')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Bergmann Bakery' }).waitFor()
  await keyboard.reach('Actions for Bergmann Bakery')
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Connect account' }).waitFor()
  await chooseItem('Connect account')
  const dialog = page.getByRole('dialog')
  await expect.poll(isInDialog).toBe(true)
  await keyboard.reach('By email or chat')
  await keyboard.press('ArrowRight')
  await keyboard.reach('More options')
  await keyboard.press('Enter')
  await keyboard.reach('Return URL')
  await keyboard.press('Control+A')
  await keyboard.type(`${origin}/connected`)
  await keyboard.press('Escape')
  await keyboard.reach('Create link')
  await keyboard.press('Enter')
  const address = dialog.getByRole('textbox', { name: 'Link' })
  const url = await address.inputValue()
  // The pressed button is gone; the focus stays in the dialog.
  await expect.poll(isInDialog).toBe(true)
  await connect(url)
  await dialog.getByText('1 account connected.').waitFor()
  await keyboard.reach('Close')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(keyboard.focused).toBe('Actions for Bergmann Bakery')
  await walk('Profiles')
  expect(keyboard.problems).toEqual([])
})

test('by keyboard: write and schedule a post', async () => {
  await keyboard.reach('New post')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New post' }).waitFor()
  await expect.poll(keyboard.focused).toBe('Profile')
  // Text can be typed before a profile is chosen.
  await keyboard.reach('Text')
  await keyboard.type('Rye from six on')
  await keyboard.reach('Profile')
  await keyboard.type('Store')
  await keyboard.press('ArrowDown', 'Enter')
  await page.getByText('Ready for all platforms').waitFor()
  await keyboard.reach(/^Tomorrow/)
  await keyboard.reach(/^Date/)
  await keyboard.reach('Text')
  await keyboard.press('Control+Enter')
  await page.getByText(/^Scheduled for .*09:00/).waitFor()
  await page.waitForURL(/\/profiles/)
  await expect.poll(keyboard.focused).not.toBe('')
  const { data } = (await dashboard.testApp.call('GET', '/v1/posts?status=scheduled')).body
  expect(data.map(({ text }: { text: string }) => text)).toEqual(['Rye from six on'])
  expect(keyboard.problems).toEqual([])
})

test('by keyboard: reply to a comment and change its reply status', async () => {
  const { testApp } = dashboard
  await inbox.addComment({ text: 'Is there rye?' })
  testApp.clock.advance(180_000)
  await testApp.work()
  await walk('Inbox')
  await page.getByText('Is there rye?').first().waitFor()
  await keyboard.reach(/Is there rye\?/)
  await keyboard.press('Enter')
  await page.getByLabel('Reply as anna.bakes').waitFor()
  await keyboard.reach('Reply as anna.bakes')
  await keyboard.type('There is.')
  await keyboard.press('Tab')
  await keyboard.reach('Send reply')
  await keyboard.press('Enter')
  await page.getByText('Replied by anna.bakes').waitFor()
  await expect.poll(keyboard.focused).toMatch(/Is there rye\?/)
  const thread = page.getByRole('region', { name: 'Selected comment' })
  const status = thread.getByRole('combobox', { name: 'Reply status' })
  await expect.poll(() => status.inputValue()).toBe('replied')
  await keyboard.reach('Reply status')
  await keyboard.type('In')
  await expect.poll(() => status.inputValue()).toBe('in_progress')
  const read = async () => (await testApp.call('GET', '/v1/comments')).body.data[0].reply_status
  await expect.poll(read).toBe('in_progress')
  expect(keyboard.problems).toEqual([])
})

test('by keyboard: open a failed delivery and resend it', async () => {
  const { testApp } = dashboard
  receiver.respondWith({ status: 500 })
  const endpoint = (await testApp.call('GET', '/v1/webhooks')).body.data[0]
  await testApp.call('POST', `/v1/webhooks/${endpoint.id}/test`)
  await testApp.work()
  await walk('Webhooks')
  await page.getByRole('link', { name: receiver.url }).waitFor()
  await keyboard.reach(receiver.url)
  await keyboard.press('Enter')
  const delivery = page.getByRole('link', { name: 'comment.created' }).first()
  await delivery.waitFor()
  await keyboard.reach('comment.created')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Resend' }).waitFor()
  receiver.respondWith({ status: 204 })
  await keyboard.reach('Resend')
  await keyboard.press('Enter')
  await page.getByText('Resending…').waitFor()
  await testApp.work()
  await page
    .getByText(/HTTP 204/)
    .first()
    .waitFor()
  await expect.poll(keyboard.focused).toBe('Resend')
  expect(keyboard.problems).toEqual([])
})

test('removing a row by keyboard moves the focus to the row that follows', async () => {
  const { testApp } = dashboard
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://b.example.com' })
  await walk('Settings')
  await walk('Return domains')
  await page.getByRole('row', { name: /b\.example/ }).waitFor()
  await keyboard.reach('Remove https://b.example.com')
  await keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await question.waitFor()
  await keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await expect.poll(keyboard.focused).toBe('Remove https://b.example.com')
  await keyboard.press('Enter')
  // The row appears shortly before it receives the focus.
  await expect.poll(isInDialog).toBe(true)
  await keyboard.reach('Remove')
  await keyboard.press('Enter')
  await page.getByRole('row', { name: /b\.example/ }).waitFor({ state: 'detached' })
  await expect.poll(keyboard.focused).toMatch(/^(Copy|Remove):? https:/)
  expect(keyboard.problems).toEqual([])
})

const isInDialog = () => page.evaluate(`!!document.activeElement?.closest('[role=dialog]')`)

/** Opens a page through the navigation. */
async function walk(name: string): Promise<void> {
  // The name may be followed by a count.
  await keyboard.reach(new RegExp(`^${name}`))
  await keyboard.press('Enter')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await settled(page)
}

async function chooseItem(name: string): Promise<void> {
  for (let steps = 0; steps < 10; steps += 1) {
    if ((await keyboard.focused()) === name) return await keyboard.press('Enter')
    await keyboard.press('ArrowDown')
  }
  throw new Error(`${name} is not in the menu`)
}

/** The client goes through the link. */
async function connect(url: string): Promise<void> {
  await openBrowser(dashboard.testApp).login(url, 'tiktok', { decision: 'allow', person: 'ben' })
}
