import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, launchChromium } from '../../server/test/browser.ts'
import { openTestApp, type TestApp } from '../../server/test/test-app.ts'
import { appearances, nameOf } from './appearances.ts'
import { type Dashboard, openDashboard, owner } from './dashboard.ts'
import { keyboardOn } from './keyboard-user.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('the link of the first start names what is missing, sets a password and opens the overview', async () => {
  const fresh = await openTestApp({ listening: true, poolMax: 5 })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(fresh.signInUrl)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByText('Enter a valid email address.').waitFor()
    await page.getByText('Use at least 12 characters.').waitFor()
    await expect.poll(keyboardOn(page).focused).toMatch(/^Your name/)
    await redeem(page, fresh)
    await page.getByRole('button', { name: /Account menu/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/')
    expect(page.url()).not.toContain('token')

    const again = await (await browser.newContext()).newPage()
    await again.goto(fresh.signInUrl)
    await again
      .getByRole('heading', { name: 'This sign-in link has expired or was already used' })
      .waitFor()
    expect(await accessibilityViolations(again)).toEqual([])
  } finally {
    await browser.close()
    await fresh.close()
  }
})

test('a sign-in link opens in a tab that shows the sign-in page already', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  await page.getByRole('heading', { name: 'Sign in to Postern' }).waitFor()
  await page.goto(`${page.url()}#token=unknown`)
  await page
    .getByRole('heading', { name: 'This sign-in link has expired or was already used' })
    .waitFor()
  expect(page.url()).not.toContain('token')
})

test('after signing in the originally requested page opens', async () => {
  const page = await dashboard.openSignedOut('/dashboard/webhooks?status=active')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Incorrect email or password.').waitFor()
  await dashboard.checkAccessible(page, 'a wrong password')
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /Account menu/ }).waitFor()
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe('/dashboard/webhooks?status=active')
})

test('the sign-in page redirects only to pages of the dashboard', async () => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const page = await dashboard.openSignedOut(
      `/dashboard/sign-in?next=${encodeURIComponent(next)}`,
    )
    await page.getByLabel('Email').fill(owner.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /Account menu/ }).waitFor()
    expect(new URL(page.url()).origin).toBe(dashboard.testApp.ctx.config.publicUrl)
  }
})

test('when a session ends the page stays until the user signs in again', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.waitForURL('**/webhooks')
  await page.context().clearCookies()
  await page.clock.runFor(61_000)
  const dialog = page.getByRole('dialog', { name: 'Your session expired' })
  await dialog.waitFor()
  await dashboard.check(page, 'the ended session')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/dashboard/webhooks')
})

test.each(appearances)(
  'the app layout passes axe: $viewport, $scheme, $language',
  async (appearance) => {
    const page = await dashboard.open('/nowhere', appearance)
    await page
      .getByRole('heading', { name: /Page not found|Seite nicht gefunden/ })
      .first()
      .waitFor()
    await dashboard.checkAccessible(page, nameOf(appearance))
    if (appearance.viewport === 'phone')
      await page.getByRole('button', { name: /^(Menu|Menü)$/ }).click()
    await page.getByRole('button', { name: /Account menu|Kontomenü/ }).click()
    await page.getByRole('button', { name: /Sign out|Abmelden/ }).waitFor()
    await dashboard.checkAccessible(page, `the menu, ${nameOf(appearance)}`)
  },
)

test('the chosen language German is remembered', async () => {
  const page = await dashboard.open('/nowhere')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByText('Deutsch').click()
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).first().waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).first().waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
})

test('the button that shows the password is named in German', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in', { language: 'de' })
  await page.getByRole('button', { name: 'Passwort anzeigen' }).waitFor()
})

async function redeem(page: Page, testApp: TestApp): Promise<void> {
  await page.goto(testApp.signInUrl)
  await page.getByLabel('Your name').fill(owner.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'New password' }).fill('too short')
  await page.getByRole('textbox', { name: 'New password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}
