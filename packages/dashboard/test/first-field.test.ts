import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile, buildWebhook } from '../../server/test/build.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { keyboardOn } from './keyboard-user.ts'

let dashboard: Dashboard
const paths: Record<string, string> = {}

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  const profile = await buildProfile(testApp)
  const account = await buildAccount(testApp, { profile_id: profile.id })
  const soon = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  const post = await testApp.call('POST', '/v1/posts', {
    text: 'Rye',
    mode: 'schedule',
    scheduled_at: soon,
    targets: [{ account_id: account.id }],
  })
  paths.post = `/posts/${post.body.id}`
  paths.webhook = `/webhooks/${(await buildWebhook(testApp)).id}`
  paths.profile = `/profiles/${profile.id}`
  paths.account = `/accounts/${account.id}`
})
afterAll(async () => await dashboard.close())

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item }).click()
}

test.each([
  ['/profiles', press('Create profile'), 'Name'],
  ['/api-keys', press('Create API key'), 'Name'],
  ['/api-keys', choose(/^Actions for/, 'Rotate'), 'Old key stays valid for'],
  ['/connect-links', press('Connect account'), 'Profile'],
  ['profile', choose(/^Actions for/, 'Connect account'), 'By email or chat'],
  ['account', press('Move'), 'Move to'],
  ['account', press('Reconnect'), 'Your name, as clients know it'],
  ['/members', press('Invite member'), 'Name'],
  ['/settings', press('Set up'), 'Current password'],
  ['/webhooks', press('Add endpoint'), 'Endpoint URL'],
  ['webhook', choose('Actions', 'Resend deliveries…'), 'Since: .+'],
  ['webhook', choose('Actions', 'Rotate secret'), 'Old secret'],
  ['post', press('Reschedule'), 'Hours'],
] as const)('%s: a dialog begins in its first field (%#)', async (path, openDialog, field) => {
  const page = await dashboard.open(paths[path] ?? path)
  await openDialog(page)
  await page.getByRole('dialog').waitFor()
  await expect.poll(keyboardOn(page).focused).toMatch(new RegExp(`^${field}$`))
  await page.context().close()
})
