import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { openBrowser } from '../../../server/test/client.ts'
import { openInbox } from '../../../server/test/inbox.ts'
import { type Dashboard, openDashboard, settled } from '../dashboard.ts'
import { type KeyboardUser, keyboardOn } from '../keyboard-user.ts'
import { owner } from '../sign-in.ts'

const origin = 'https://app.example.com'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.testApp.call('POST', '/v1/connect/redirect-origins', { origin })
})
afterAll(async () => await dashboard.close())

test('by keyboard: sign in, create a profile and a connect link', async () => {
  const { testApp } = dashboard
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Atelier Nord' })
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  const keyboard = keyboardOn(page)
  const isInDialog = () => page.evaluate(`!!document.activeElement?.closest('[role=dialog]')`)
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await keyboard.reach('Email')
  await keyboard.type(owner.email)
  await keyboard.reach('Password')
  await keyboard.type(owner.password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await walk(page, keyboard, 'Profiles')
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
  await chooseItem(keyboard, 'Connect account')
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
  await walk(page, keyboard, 'Profiles')
  expect(keyboard.problems).toEqual([])
})

test('by keyboard: write and schedule a post', async () => {
  const { testApp } = dashboard
  const shop = await buildProfile(testApp, { name: 'Storefront' })
  await openInbox(testApp, 'threads', { profileId: shop.id })
  const page = await dashboard.open('/profiles')
  const keyboard = keyboardOn(page)
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
  const { data } = (await testApp.call('GET', '/v1/posts?status=scheduled')).body
  expect(data.map(({ text }: { text: string }) => text)).toEqual(['Rye from six on'])
  expect(keyboard.problems).toEqual([])
})

/** Opens a page through the navigation. */
async function walk(page: Page, keyboard: KeyboardUser, name: string): Promise<void> {
  // What still loads moves the focused element out of sight, for an instant.
  await settled(page)
  // The name may be followed by a count.
  await keyboard.reach(new RegExp(`^${name}`))
  await keyboard.press('Enter')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await settled(page)
}

async function chooseItem(keyboard: KeyboardUser, name: string): Promise<void> {
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
