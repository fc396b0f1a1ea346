import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIdentityProvider, providerEnv } from '../../../server/test/identity-provider.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

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

test('a person without a member reads what to do and can use another account', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in?problem=unknown_member')
  await page.getByRole('alert').getByText('You’re not a member yet').waitFor()
  await page.getByRole('alert').getByText('Ask an owner to invite you').waitFor()
  const again = page.getByRole('link', { name: 'Sign in with Example ID' })
  expect(await again.getAttribute('href')).toContain('choose_account=true')
})

test('a sign-in that failed at the provider is named and can be repeated', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in?problem=failed')
  await page.getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
})

test('without passwords only the provider is offered, and new members get no link', async () => {
  const env = { ...providerEnv(provider.issuer), PASSWORD_SIGN_IN: 'off' }
  const other = await openDashboard({ env })
  const page = await other.openSignedOut('/dashboard/sign-in')
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  const members = await other.open('/members')
  await members.getByRole('button', { name: 'Invite member' }).click()
  const form = members.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Sam')
  await form.getByRole('textbox', { name: 'Email' }).fill('sam@example.com')
  await form.getByRole('radio', { name: 'Owner' }).check()
  await form.getByRole('button', { name: 'Invite' }).click()
  const url = members.getByRole('textbox', { name: 'Dashboard URL' })
  expect(await url.inputValue()).toBe(`${other.testApp.ctx.config.publicUrl}/dashboard/`)
  await members.getByRole('button', { name: 'Done' }).click()
  await members.getByRole('button', { name: 'Actions for Sam' }).click()
  await members.getByRole('menuitem', { name: 'Edit' }).waitFor()
  expect(await members.getByRole('menuitem', { name: 'New invitation link' }).count()).toBe(0)
  await other.close()
})
