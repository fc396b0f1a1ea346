import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations, openPage, sharedChromium } from '../../../server/test/browser.ts'
import { openIdentityProvider, providerEnv } from '../../../server/test/identity-provider.ts'
import { codeAt } from '../../../server/test/second-factor.ts'
import { openTestApp } from '../../../server/test/test-app.ts'
import { openDashboard } from '../dashboard.ts'
import { message } from '../messages.ts'
import { owner } from '../sign-in.ts'

test('the first person creates an account, signs in again where the session ended, and with a second factor', async () => {
  const testApp = await openTestApp({ listening: true, poolMax: 5 })
  onTestFinished(() => testApp.close())
  const page = await openContext()
  await page.goto(testApp.signInUrl)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByText('Enter a valid email address.').waitFor()
  await page.getByText('Use at least 12 characters.').waitFor()
  await page.getByLabel('Your name').and(page.locator(':focus')).waitFor()
  await page.getByLabel('Your name').fill(owner.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'New password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await accountMenu(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/')
  expect(page.url()).not.toContain('token')

  const again = await openContext()
  await again.goto(testApp.signInUrl)
  await again.getByRole('heading', { name: message('session', 'linkBroken') }).waitFor()
  expect(await accessibilityViolations(again)).toEqual([])

  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Set up' }).waitFor()
  await page.context().clearCookies()
  await page.clock.runFor(61_000)
  const dialog = page.getByRole('dialog', { name: 'Your session expired' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/dashboard/settings')

  await section.getByRole('button', { name: 'Set up' }).click()
  const form = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await form.getByRole('textbox', { name: 'Current password' }).fill(owner.password)
  await form.getByRole('button', { name: 'Continue' }).click()
  const secret = (
    await page.getByRole('textbox', { name: 'Enter this key' }).inputValue()
  ).replaceAll(' ', '')
  const nextCode = () => {
    testApp.clock.advance(30_000)
    return codeAt(secret, testApp.clock.now())
  }
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(nextCode())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await accountMenu(page).click()
  // The settings have a button of this name for the session without a cookie.
  const menu = page.getByRole('dialog', { name: /Account menu/ })
  await menu.getByRole('button', { name: 'Sign out' }).click()

  await page.getByRole('heading', { name: 'Sign in to Postern' }).waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(nextCode())
  await accountMenu(page).waitFor()

  async function openContext(): Promise<Page> {
    const opened = await openPage(await sharedChromium(), {
      locale: 'en-GB',
      reducedMotion: 'reduce',
    })
    onTestFinished(() => opened.close())
    await opened.page.clock.install({ time: testApp.clock.now() })
    return opened.page
  }
})

test('members sign in at a provider: to the requested page, with an invitation, and where the session ended', async () => {
  const provider = await openIdentityProvider()
  onTestFinished(() => provider.close())
  const dashboard = await openDashboard({ env: providerEnv(provider.issuer) })
  onTestFinished(() => dashboard.close())
  const { testApp } = dashboard
  provider.allow(testApp.ctx.config.publicUrl)

  provider.logIn({ sub: 'ada', email: owner.email, email_verified: true })
  const first = await dashboard.openSignedOut('/dashboard/posts?status=failed')
  await first.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await accountMenu(first).waitFor()
  expect(pathOf(first)).toBe('/dashboard/posts?status=failed')

  provider.logIn({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  const eve = await dashboard.openSignedOut('/dashboard/sign-in')
  await eve.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await eve.getByRole('alert').getByText('You’re not a member yet').waitFor()

  const sam = { name: 'Sam', email: 'sam@example.com', role: 'staff' }
  const { body: member } = await testApp.call('POST', '/v1/members', sam)
  const { body: link } = await testApp.call('POST', `/v1/members/${member.id}/sign-in-link`)
  const page = await dashboard.openSignedOut(link.url)
  await page.getByRole('textbox', { name: 'New password' }).waitFor()
  provider.logIn({ sub: 'sam', email: sam.email, email_verified: true })
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await accountMenu(page).waitFor()
  await page.goto(new URL('/dashboard/settings', page.url()).href)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await section.getByText('Connected', { exact: true }).waitFor()
  // Without a password only the email identifies the member, so it cannot be changed here.
  expect(await page.getByRole('region', { name: 'Password' }).count()).toBe(0)
  await page.getByText('To change it, ask an owner.').waitFor()

  await page.context().clearCookies()
  await page.clock.runFor(61_000)
  const dialog = page.getByRole('dialog', { name: 'Your session expired' })
  await dialog.getByText('Signing in with Example ID reloads this page.').waitFor()
  expect(await dialog.getByText('is still here').count()).toBe(0)
  await dialog.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await section.waitFor()
  expect(pathOf(page)).toBe('/dashboard/settings')
})

const accountMenu = (page: Page) => page.getByRole('button', { name: /Account menu/ })

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
