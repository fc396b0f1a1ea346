import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openIdentityProvider, providerEnv } from '../../server/test/identity-provider.ts'
import { appearances, nameOf } from './appearances.ts'
import { type Dashboard, openDashboard, owner } from './dashboard.ts'

let provider: Awaited<ReturnType<typeof openIdentityProvider>>
let dashboard: Dashboard

beforeAll(async () => {
  provider = await openIdentityProvider()
  dashboard = await openDashboard({ env: providerEnv(provider.issuer) })
  provider.allow(dashboard.testApp.ctx.config.publicUrl)
})
afterAll(async () => {
  await dashboard.close()
  await provider.close()
})
beforeEach(() => provider.logIn({ sub: 'ada', email: owner.email, email_verified: true }))

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

test('signing in with the provider opens the requested page and connects the account', async () => {
  const page = await dashboard.openSignedOut('/dashboard/posts?status=failed')
  const button = page.getByRole('link', { name: 'Sign in with Example ID' })
  await button.waitFor()
  await dashboard.check(page, 'the sign-in page with a provider')
  await button.click()
  await page.getByRole('button', { name: /Account menu/ }).waitFor()
  expect(pathOf(page.url())).toBe('/dashboard/posts?status=failed')
  await page.goto(new URL('/dashboard/settings', page.url()).href)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await section.getByText('Connected', { exact: true }).waitFor()
  await dashboard.check(page, 'the settings with a provider')
})

test('a person without a member reads what to do and can use another account', async () => {
  provider.logIn({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('alert').getByText('You’re not a member yet').waitFor()
  await page.getByRole('alert').getByText('Ask an owner to invite you').waitFor()
  await dashboard.check(page, 'an unknown person')
  const again = page.getByRole('link', { name: 'Sign in with Example ID' })
  expect(await again.getAttribute('href')).toContain('choose_account=true')
})

test('an invitation offers the provider besides a password', async () => {
  const { testApp } = dashboard
  const sam = { name: 'Sam', email: 'sam@example.com', role: 'staff' }
  const { body: member } = await testApp.call('POST', '/v1/members', sam)
  const { body: link } = await testApp.call('POST', `/v1/members/${member.id}/sign-in-link`)
  const page = await dashboard.openSignedOut(link.url)
  await page.getByRole('textbox', { name: 'New password' }).waitFor()
  provider.logIn({ sub: 'sam', email: sam.email, email_verified: true })
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('button', { name: /Account menu/ }).waitFor()
  await page.goto(new URL('/dashboard/settings', page.url()).href)
  await page.getByRole('region', { name: 'Single sign-on' }).getByText('Connected').waitFor()
  // Without a password only the email identifies the member, so it cannot be changed here.
  expect(await page.getByRole('region', { name: 'Password' }).count()).toBe(0)
  await page.getByText('To change it, ask an owner.').waitFor()
  await dashboard.check(page, 'the settings of a member without a password')

  await page.context().clearCookies()
  await page.clock.runFor(61_000)
  const dialog = page.getByRole('dialog', { name: 'Your session expired' })
  await dialog
    .getByText('Signing in with Example ID reloads this page.', { exact: false })
    .waitFor()
  expect(await dialog.getByText('is still here', { exact: false }).count()).toBe(0)
  await dialog.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('region', { name: 'Single sign-on' }).waitFor()
  expect(pathOf(page.url())).toBe('/dashboard/settings')
})

test('without passwords only the provider is offered, and new members get no link', async () => {
  const env = { ...providerEnv(provider.issuer), PASSWORD_SIGN_IN: 'off' }
  const other = await openDashboard({ env })
  const page = await other.openSignedOut('/dashboard/sign-in')
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await other.check(page, 'the sign-in page without passwords')
  const members = await other.open('/members')
  await members.getByRole('button', { name: 'Invite member' }).click()
  const form = members.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Sam')
  await form.getByRole('textbox', { name: 'Email' }).fill('sam@example.com')
  await form.getByRole('radio', { name: 'Owner' }).check()
  await form.getByRole('button', { name: 'Invite' }).click()
  const url = members.getByRole('textbox', { name: 'Dashboard URL' })
  expect(await url.inputValue()).toBe(`${other.testApp.ctx.config.publicUrl}/dashboard/`)
  await other.check(members, 'the dialog for a new member')
  await members.getByRole('button', { name: 'Done' }).click()
  await members.getByRole('button', { name: 'Actions for Sam' }).click()
  await members.getByRole('menuitem', { name: 'Edit' }).waitFor()
  expect(await members.getByRole('menuitem', { name: 'New invitation link' }).count()).toBe(0)
  await other.close()
})

test.each(appearances)(
  'the pages with a provider pass axe: $viewport, $scheme',
  async (appearance) => {
    for (const problem of ['unknown_member', 'failed']) {
      const path = `/dashboard/sign-in?problem=${problem}`
      const page = await dashboard.openSignedOut(path, appearance)
      await page.getByRole('alert').waitFor()
      await dashboard.checkAccessible(page, `${path}, ${nameOf(appearance)}`)
    }
    const page = await dashboard.open('/settings', appearance)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await dashboard.checkAccessible(page, `/settings, ${nameOf(appearance)}`)
  },
)
