import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  sam,
  signInOwner,
} from '../../../../test/dashboard.ts'
import {
  openIdentityProvider,
  openPersonsBrowser,
  type Person,
  providerEnv,
  signInAs,
} from '../../../../test/identity-provider.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

const callback = 'http://localhost:4000/sign-in/provider/callback'
const samsAccount: Person = { sub: 'sam-1', email: 'Sam@example.com', email_verified: true }

let provider: Awaited<ReturnType<typeof openIdentityProvider>>
let testApp: TestApp
let owner: DashboardBrowser
let samId: string

beforeAll(async () => {
  provider = await openIdentityProvider()
  testApp = await openTestApp({ env: providerEnv(provider.issuer) })
  provider.allow(testApp.ctx.config.publicUrl)
  owner = await signInOwner(testApp)
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})
beforeEach(async () => {
  const { rows } = await testApp.ctx.db.pool.query(`select id from member where role <> 'owner'`)
  for (const { id } of rows) await owner.call('DELETE', `/v1/members/${id}`)
  samId = (await addMember(owner)).id
  provider.logIn(samsAccount)
})

const signIn = (person: Person | null, start?: string, app = testApp) =>
  signInAs(app, provider, person, start)

const refused = (problem: string) => ({
  path: `/dashboard/sign-in?problem=${problem}`,
  session: null,
})

const lastActions = async (count: number) => {
  const { body } = await owner.call('GET', `/v1/audit-log?limit=${count}`)
  return body.data.map(({ action, actor }: { action: string; actor: { name: string } }) => [
    action,
    actor.name,
  ])
}

describe('signing in with the provider', () => {
  test('leads to the provider with state, nonce and PKCE, and the fixed callback URL', async () => {
    const { location } = await openPersonsBrowser(testApp).visit('/sign-in/provider')
    const url = new URL(location!)
    const query = Object.fromEntries(url.searchParams)
    expect(url.origin).toBe(provider.issuer)
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'postern',
      redirect_uri: callback,
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toHaveLength(43)
  })

  test('an invited member with the verified email is signed in, and the audit log says how', async () => {
    const { path, session } = await signIn(samsAccount)
    expect(path).toBe('/dashboard/')
    expect(session).toMatchObject({
      member: { id: samId },
      sign_in: { password: 'missing', provider: { label: 'Example ID', linked: true } },
    })
    expect((await owner.call('GET', `/v1/members/${samId}`)).body.status).toBe('active')
    expect(await lastActions(1)).toEqual([['signInWithProvider', 'Sam']])
  })

  test('a linked member is found by their account, also with another email', async () => {
    await signIn(samsAccount)
    const { session } = await signIn({ sub: 'sam-1', email: 'married@example.com' })
    expect(session.member).toMatchObject({ id: samId, email: 'sam@example.com' })
  })

  test('an email that is only in the UserInfo response is used', async () => {
    const other = await openIdentityProvider({ emailIn: 'userinfo' })
    const app = await openTestApp({ env: providerEnv(other.issuer) })
    other.allow(app.ctx.config.publicUrl)
    await signInOwner(app, { email: 'olga@example.com' })
    other.logIn({ sub: 'olga', email: 'olga@example.com', email_verified: true })
    expect(await openPersonsBrowser(app).signIn()).toBe('/dashboard/')
    await app.close()
    await other.close()
  })

  test('the page that was asked for opens afterwards', async () => {
    const { path } = await signIn(samsAccount, '/sign-in/provider?next=/posts%3Fstatus%3Dfailed')
    expect(path).toBe('/dashboard/posts?status=failed')
  })

  test.each([
    ['https://evil.test/', '/dashboard/'],
    ['//evil.test', '/dashboard//evil.test'],
    ['/\\evil.test', '/dashboard//evil.test'],
    ['.evil.test', '/dashboard/'],
    ['/../connect/x', '/dashboard/'],
    ['/posts\r\nx: y', '/dashboard/postsx:%20y'],
  ])('next=%j stays in the dashboard', async (next, expected) => {
    const { path } = await signIn(samsAccount, `/sign-in/provider?next=${encodeURIComponent(next)}`)
    expect(path).toBe(expected)
  })
})

describe('who may not sign in', () => {
  test('an unknown person is refused, no member is created, and the attempt is audited', async () => {
    const { path, session } = await signIn({
      sub: 'eve',
      email: 'eve@example.com',
      email_verified: true,
    })
    expect({ path, session }).toEqual(refused('unknown_member'))
    expect((await owner.call('GET', '/v1/members')).body.data).toHaveLength(2)
    expect(await lastActions(1)).toEqual([['signInFailed', null]])
  })

  test.each([
    ['not verified', { email: 'sam@example.com', email_verified: false }],
    ['not said to be verified', { email: 'sam@example.com' }],
    ['missing', {}],
  ])('a person whose email is %s is refused', async (_what, claims) => {
    const { path, session } = await signIn({ sub: 'eve', ...claims })
    expect({ path, session }).toEqual(refused('unverified_email'))
  })

  test('an email whose lower case is that of a member, but not in ASCII, is refused', async () => {
    await addMember(owner, { name: 'Kim', email: 'kim@example.com' })
    const { path } = await signIn({
      sub: 'eve',
      email: '\u212aim@example.com',
      email_verified: true,
    })
    expect(path).toBe('/dashboard/sign-in?problem=unknown_member')
  })

  test('with OIDC_TRUST_EMAIL an email counts as verified unless the provider denies it', async () => {
    const env = { ...providerEnv(provider.issuer), OIDC_TRUST_EMAIL: 'true' }
    const app = await openTestApp({ env })
    await signInOwner(app, { email: 'olga@example.com' })
    const denied = { sub: 'olga-1', email: 'olga@example.com', email_verified: false }
    expect((await signIn(denied, undefined, app)).path).toContain('problem=unverified_email')
    const olga = { sub: 'olga-2', email: 'olga@example.com' }
    expect((await signIn(olga, undefined, app)).path).toBe('/dashboard/')
    await app.close()
  })

  test('a disabled member is refused, linked or not', async () => {
    await owner.call('PATCH', `/v1/members/${samId}`, { disabled: true })
    expect(await signIn(samsAccount)).toMatchObject(refused('disabled'))
    await owner.call('PATCH', `/v1/members/${samId}`, { disabled: false })
    const { dashboard } = await signIn(samsAccount)
    await owner.call('PATCH', `/v1/members/${samId}`, { disabled: true })
    expect((await dashboard.call('GET', '/v1/session')).status).toBe(401)
    expect(await signIn(samsAccount)).toMatchObject(refused('disabled'))
  })

  test('another account with the email of a linked member is refused', async () => {
    await signIn(samsAccount)
    expect(await signIn({ ...samsAccount, sub: 'sam-2' })).toMatchObject(refused('other_account'))
  })

  test.each(['a sign-in link', 'a new email'])(
    '%s removes the link to the account',
    async (what) => {
      await signIn(samsAccount)
      const email = what === 'a new email' ? 'sam.new@example.com' : sam.email
      if (what === 'a new email') await owner.call('PATCH', `/v1/members/${samId}`, { email })
      else await redeemLink(testApp, await createSignInToken(owner, samId))
      const { session } = await signIn({ sub: 'sam-2', email, email_verified: true })
      expect(session.member.id).toBe(samId)
    },
  )
})

describe('a sign-in that does not end', () => {
  test('canceling at the provider returns to the sign-in page with the requested page', async () => {
    const { path } = await signIn(null, '/sign-in/provider?next=/posts')
    expect(path).toBe('/dashboard/sign-in?problem=canceled&next=%2Fposts')
  })

  test('an error of the provider is in the log with its code', async () => {
    const browser = openPersonsBrowser(testApp)
    const { location } = await browser.visit('/sign-in/provider')
    const state = new URL(location!).searchParams.get('state')
    const query = new URLSearchParams({
      error: 'invalid_scope',
      state: state!,
      iss: provider.issuer,
    })
    expect((await browser.visit(`${callback}?${query}`)).location).toContain('problem=failed')
    const env = { ...providerEnv(provider.issuer), OIDC_CLIENT_SECRET: 'the secret of another app' }
    const app = await openTestApp({ env })
    await openPersonsBrowser(app).signIn()
    const errorsOf = ({ logLines }: TestApp) =>
      logLines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'provider_sign_in.failed')
        .map(({ error }) => error)
    expect([errorsOf(testApp).at(-1), errorsOf(app)]).toEqual(['invalid_scope', ['invalid_client']])
    await app.close()
  })

  test('the callback works once', async () => {
    const browser = openPersonsBrowser(testApp)
    const url = await browser.logIn()
    const kept = browser.cookieOf('postern_provider')
    await browser.visit(url)
    expect((await browser.visit(url)).location).toContain('problem=expired')
    // Also with a stolen copy of the cookie: the provider accepts the code once.
    const headers = { cookie: `postern_provider=${kept}` }
    const again = await testApp.app.request(url, { headers })
    expect(again.headers.get('location')).toContain('problem=failed')
    expect(again.headers.getSetCookie().join()).not.toContain('postern_session')
  })

  test('the callback in another browser is refused', async () => {
    const url = await openPersonsBrowser(testApp).logIn()
    expect((await openPersonsBrowser(testApp).visit(url)).location).toContain('problem=expired')
  })

  test('the callback of another sign-in of the same browser is refused', async () => {
    const browser = openPersonsBrowser(testApp)
    const url = await browser.logIn()
    await browser.visit('/sign-in/provider')
    expect((await browser.visit(url)).location).toContain('problem=expired')
  })

  test('after ten minutes the callback is refused', async () => {
    const browser = openPersonsBrowser(testApp)
    const url = await browser.logIn()
    testApp.clock.advance(10 * 60_000)
    expect((await browser.visit(url)).location).toContain('problem=expired')
  })

  test('while the provider does not respond, the password still works', async () => {
    const env = providerEnv('http://127.0.0.1:9')
    const app = await openTestApp({ env })
    await signInOwner(app)
    const { location } = await openPersonsBrowser(app).visit('/sign-in/provider?next=/posts')
    expect(location).toContain('/dashboard/sign-in?problem=unavailable&next=%2Fposts')
    const body = { email: 'olga@example.com', password }
    expect((await openDashboard(app).call('POST', '/v1/session', body)).status).toBe(201)
    await app.close()
  })

  test('choose_account=true asks for the account also at a provider that ignores select_account', async () => {
    const browser = openPersonsBrowser(testApp)
    provider.logIn({ sub: 'eve', email: 'eve@example.com', email_verified: true })
    expect(await browser.signIn()).toContain('problem=unknown_member')
    const { location } = await browser.visit('/sign-in/provider?choose_account=true')
    const url = new URL(location!)
    expect(url.searchParams.get('prompt')).toBe('select_account')
    url.searchParams.delete('prompt')
    expect((await browser.visit(url.href)).location).toContain('/interaction/')
  })
})
