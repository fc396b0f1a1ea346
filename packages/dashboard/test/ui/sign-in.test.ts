import { afterAll, beforeAll, expect, test } from 'vitest'
import { message } from '../messages.ts'
import { owner } from '../sign-in.ts'
import { goTo, openStaff, staffPassword } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('an invitation names what is missing at its field', async () => {
  const { testApp } = dashboard
  const grace = { name: 'Grace Hopper', email: 'grace@example.com', role: 'owner' }
  const { body: member } = await testApp.call('POST', '/v1/members', grace)
  const { body: link } = await testApp.call('POST', `/v1/members/${member.id}/sign-in-link`)
  const page = await dashboard.openSignedOut(link.url)
  await page.getByRole('textbox', { name: 'New password' }).fill('too short')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByText('Use at least 12 characters.').waitFor()
})

test('signing in with empty fields → each names what is missing, the first has the focus', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(message('session', 'emailMissing')).waitFor()
  await page.getByText(message('session', 'passwordMissing')).waitFor()
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.and(page.locator(':focus[aria-invalid="true"]')).waitFor()
})

test('a sign-in link opens in a tab that shows the sign-in page already', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  await page.getByRole('heading', { name: 'Sign in to Postern' }).waitFor()
  await page.evaluate(`location.hash = '#token=unknown'`)
  await page.getByRole('heading', { name: message('session', 'linkBroken') }).waitFor()
  expect(page.url()).not.toContain('token')
})

test('a new email in the settings counts after its link is confirmed', async () => {
  const page = await openStaff(dashboard, { email: 'joan@example.com', profiles: [] })
  await goTo(page, '/settings')
  const email = 'joan.new@example.com'
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  const you = page.getByRole('region', { name: 'Your account' })
  await you.getByRole('textbox', { name: 'Current password' }).fill(staffPassword)
  await you.getByRole('button', { name: 'Save' }).click()
  await page.getByText(message('settings', 'emailSent').replace('{{email}}', email)).waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('joan@example.com')
  const [link] = /\S+#token=\S+/.exec(dashboard.testApp.emails.at(-1)!.text)!
  const opened = await dashboard.openSignedOut(link)
  await opened.getByRole('heading', { name: message('session', 'emailTitle') }).waitFor()
  await opened.getByRole('button', { name: message('session', 'emailConfirm') }).click()
  await opened.getByRole('heading', { name: message('session', 'emailDone') }).waitFor()
  await opened.getByRole('button', { name: message('session', 'emailContinue') }).click()
  await opened.getByLabel('Email').fill(email)
  await opened.getByRole('textbox', { name: 'Password' }).fill(staffPassword)
  await opened.getByRole('button', { name: 'Sign in' }).click()
  await opened.getByRole('button', { name: /Account menu/ }).waitFor()
})

test('after signing in the originally requested page opens', async () => {
  const page = await dashboard.openSignedOut('/dashboard/webhooks?status=active')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Incorrect email or password.').waitFor()
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

test('the chosen language German is remembered', async () => {
  const page = await dashboard.open('/nowhere')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByText('Deutsch').click()
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).first().waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).first().waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
})

test('the button that shows the password is named in German', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in', { language: 'de' })
  await page.getByRole('button', { name: 'Passwort anzeigen' }).waitFor()
})
