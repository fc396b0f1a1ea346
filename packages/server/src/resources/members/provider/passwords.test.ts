import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addMember,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  signInOwner,
  tokenOf,
} from '../../../../test/dashboard.ts'
import {
  openIdentityProvider,
  type Person,
  providerEnv,
  signInAs,
} from '../../../../test/identity-provider.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { createOwnerLink } from '../people/first-member.ts'

const samsAccount: Person = { sub: 'sam-1', email: 'sam@example.com', email_verified: true }

let provider: Awaited<ReturnType<typeof openIdentityProvider>>
let testApp: TestApp
let owner: DashboardBrowser

beforeAll(async () => {
  provider = await openIdentityProvider()
  testApp = await openTestApp({ env: providerEnv(provider.issuer) })
  provider.allow(testApp.ctx.config.publicUrl)
  owner = await signInOwner(testApp)
  await addMember(owner)
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})

const signIn = (person: Person | null, start?: string, app = testApp) =>
  signInAs(app, provider, person, start)

describe('together with passwords and the second factor', () => {
  test('a required second factor is left to the provider', async () => {
    await owner.call('PATCH', '/v1/owner', { second_factor_required_for: 'everyone' })
    const { dashboard, session } = await signIn(samsAccount)
    expect(session.second_factor).toMatchObject({ enabled: false, required: false })
    expect((await dashboard.call('GET', '/v1/posts')).status).toBe(200)
    await testApp.ctx.db.pool.query(`update owner set second_factor_required_for = 'nobody'`)
  })

  test('an owner without a password counts as one who can sign in', async () => {
    const { id } = await addMember(owner, { name: 'Ona', email: 'ona@example.com', role: 'owner' })
    const { dashboard } = await signIn({
      sub: 'ona',
      email: 'ona@example.com',
      email_verified: true,
    })
    const { body } = await dashboard.call('GET', '/v1/members')
    const olga = body.data.find(({ name }: { name: string }) => name === 'Olga')
    expect(
      (await dashboard.call('PATCH', `/v1/members/${olga.id}`, { disabled: true })).status,
    ).toBe(200)
    const last = await dashboard.call('PATCH', `/v1/members/${id}`, { role: 'staff' })
    expect(last.body.error.code).toBe('last_owner')
    await testApp.ctx.db.pool.query('update member set disabled_at = null')
    owner = openDashboard(testApp)
    await owner.call('POST', '/v1/session', { email: 'olga@example.com', password })
    await owner.call('DELETE', `/v1/members/${id}`)
  })

  test('with PASSWORD_SIGN_IN=off only the provider and the operator’s link let people in', async () => {
    const env = { ...providerEnv(provider.issuer), PASSWORD_SIGN_IN: 'off' }
    const app = await openTestApp({ env })
    const olga = await signInOwner(app)
    const methods = await app.call('GET', '/v1/session/methods', undefined, { key: null })
    expect(methods.body).toMatchObject({ password: false, provider: { label: 'Example ID' } })
    const credentials = { email: 'olga@example.com', password }
    const refusal = await openDashboard(app).call('POST', '/v1/session', credentials)
    expect([refusal.status, refusal.body.error.code]).toEqual([403, 'password_sign_in_off'])
    const { id } = await addMember(olga)
    const link = await olga.call('POST', `/v1/members/${id}/sign-in-link`)
    expect([link.status, link.body.error.code]).toEqual([403, 'password_sign_in_off'])
    const { session } = await signIn(samsAccount, undefined, app)
    expect(session).toMatchObject({ member: { id }, sign_in: { password: 'off' } })
    const rescue = await app.ctx.db.transact((tx) =>
      createOwnerLink(app.ctx, tx, null, app.clock.now()),
    )
    const { browser } = await redeemLink(app, tokenOf(rescue.url))
    expect((await browser.call('GET', '/v1/session')).body.member.name).toBe('Olga')
    await app.close()
  })
})

test('without a provider its pages do not exist and the ways to sign in say so', async () => {
  const app = await openTestApp()
  for (const path of ['/sign-in/provider', '/sign-in/provider/callback']) {
    expect((await app.app.request(path)).status).toBe(404)
  }
  const { body } = await app.call('GET', '/v1/session/methods', undefined, { key: null })
  expect(body).toEqual({ object: 'sign_in_methods', password: true, provider: null })
  await app.close()
})
