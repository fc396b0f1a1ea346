import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { buildKey, buildWebhook } from '../../server/test/build.ts'
import { appearances, nameOf } from './appearances.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { addFiles, fillPublishing, photo } from './publishing-seed.ts'

let dashboard: Dashboard
const paths: Record<string, string> = {}

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const places = await fillPublishing(testApp)
  const { scheduled, unknown, threads } = places
  const profile = places.profile!
  paths.post = `/posts/${scheduled}`
  paths.unknown = `/posts/${unknown}`
  paths.account = `/accounts/${threads}`
  paths.composer = `/posts/new?profile=${profile}`
  paths.webhook = `/webhooks/${(await buildWebhook(testApp)).id}`
  await buildKey(testApp, { profile_id: profile })
  const member = { name: 'Grace Hopper', email: 'grace@example.com', role: 'owner' }
  await testApp.call('POST', '/v1/members', member)
})
afterAll(async () => await dashboard.close())

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').first().waitFor()
}

const crop = async (page: Page) => {
  await page.getByRole('checkbox', { name: /^Instagram/ }).click()
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await press('Crop loaf.jpg')(page)
}

const dialogs: readonly [string, string, (page: Page) => Promise<void>][] = [
  ['move an account', 'account', press('Move')],
  ['the IDs of an account', 'account', (page) => page.getByText('For developers').click()],
  ['rotate a key', '/api-keys', choose(/^Actions for/, 'Rotate')],
  ['revoke a key', '/api-keys', choose(/^Actions for/, 'Revoke')],
  ['invite a member', '/members', press('Invite member')],
  ['edit a member', '/members', choose('Actions for Grace Hopper', 'Edit')],
  ['a sign-in link', '/members', choose('Actions for Grace Hopper', 'New invitation link')],
  ['an audit entry', '/audit-log', press(/^Details/)],
  ['set up the second factor', '/settings', press('Set up')],
  ['reschedule', 'post', press('Reschedule')],
  ['resolve a post', 'unknown', press('It’s published')],
  ['more filters', '/posts', (page) => page.getByRole('button', { name: 'More filters' }).click()],
  ['emoji', 'composer', press('Add emoji')],
  ['crop', 'composer', crop],
  ['send a test', 'webhook', press('Send test')],
  ['rotate a secret', 'webhook', choose('Actions', 'Rotate secret')],
  ['resend deliveries', 'webhook', choose('Actions', 'Resend deliveries…')],
  ['delete an endpoint', 'webhook', choose('Actions', 'Delete')],
]

// Buttons are found by their English names.
const english = appearances.map((appearance) => ({ ...appearance, language: 'en' as const }))

test.each(english)(
  'each dialog passes axe: $viewport, $scheme',
  { timeout: 300_000 },
  async (appearance) => {
    const page = await dashboard.open('/settings', appearance)
    page.on('dialog', (dialog) => void dialog.accept())
    for (const [name, path, open] of dialogs) {
      const url = `/dashboard${paths[path] ?? path}`
      await page.goto(new URL(url, dashboard.testApp.ctx.config.publicUrl).href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await open(page)
      await dashboard.checkAccessible(page, `${name}, ${nameOf(appearance)}`)
    }
    await page.context().close()
  },
)
