import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openIdentityProvider, providerEnv } from '../../../server/test/identity-provider.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let provider: Awaited<ReturnType<typeof openIdentityProvider>>

beforeAll(async () => {
  provider = await openIdentityProvider()
})
afterAll(async () => await provider.close())

async function open(env: object = {}): Promise<Dashboard> {
  const dashboard = await openDashboard({ env: { ...providerEnv(provider.issuer), ...env } })
  onTestFinished(() => dashboard.close())
  return dashboard
}

test('a person without a member reads what to do and can use another account', async () => {
  const page = await (await open()).openSignedOut('/dashboard/sign-in?problem=unknown_member')
  await page.getByRole('alert').getByText('You’re not a member yet').waitFor()
  await page.getByRole('alert').getByText('Ask an owner to invite you').waitFor()
  const again = page.getByRole('link', { name: 'Sign in with Example ID' })
  expect(await again.getAttribute('href')).toContain('choose_account=true')
})

test('a sign-in that failed at the provider is named and can be repeated', async () => {
  const page = await (await open()).openSignedOut('/dashboard/sign-in?problem=failed')
  await page.getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
})

test('without passwords only the provider is offered, and new members get no link', async () => {
  const dashboard = await open({ PASSWORD_SIGN_IN: 'off' })
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  const members = await dashboard.open('/members')
  await members.getByRole('button', { name: 'Invite member' }).click()
  const form = members.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Sam')
  await form.getByRole('textbox', { name: 'Email' }).fill('sam@example.com')
  await form.getByRole('radio', { name: 'Owner' }).check()
  await form.getByRole('button', { name: 'Invite' }).click()
  const url = members.getByRole('textbox', { name: 'Dashboard URL' })
  expect(await url.inputValue()).toBe(`${dashboard.testApp.ctx.config.publicUrl}/dashboard/`)
  await members.getByRole('button', { name: 'Done' }).click()
  await members.getByRole('button', { name: 'Actions for Sam' }).click()
  await members.getByRole('menuitem', { name: 'Edit' }).waitFor()
  expect(await members.getByRole('menuitem', { name: 'New invitation link' }).count()).toBe(0)
})
