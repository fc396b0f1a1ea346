import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInOwner } from '../dashboard.ts'
import { type Forgery, openHostileProvider } from '../hostile-provider.ts'
import { openPersonsBrowser, providerEnv } from '../identity-provider.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let provider: Awaited<ReturnType<typeof openHostileProvider>>
let testApp: TestApp

beforeAll(async () => {
  provider = await openHostileProvider()
  testApp = await openTestApp({
    env: { ...providerEnv(provider.issuer), ALLOW_PRIVATE_WEBHOOKS: 'false' },
  })
  await signInOwner(testApp, { email: 'olga@example.com' })
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})

async function signIn(forgery: Forgery) {
  const browser = openPersonsBrowser(testApp)
  provider.forge({ metadata: forgery.metadata ?? {} })
  const start = await browser.visit('/sign-in/provider')
  if (!start.location?.startsWith(provider.issuer)) {
    return { location: start.location, session: browser.session() }
  }
  provider.forge(forgery)
  const { location } = await browser.visit(provider.authorize(start.location))
  return { location, session: browser.session() }
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds

const attacks: Record<string, [Forgery, 'failed' | 'unavailable']> = {
  'another nonce': [{ claims: { nonce: 'x' } }, 'failed'],
  'no nonce': [{ claims: { nonce: undefined } }, 'failed'],
  'another issuer': [{ claims: { iss: 'https://accounts.evil.test' } }, 'failed'],
  'the audience of another app': [{ claims: { aud: 'another-app' } }, 'failed'],
  'several audiences, issued for another app': [
    { claims: { aud: ['postern', 'another-app'], azp: 'another-app' } },
    'failed',
  ],
  'an expired ID token': [{ claims: { iat: secondsAgo(7_200), exp: secondsAgo(3_600) } }, 'failed'],
  'no subject': [{ claims: { sub: undefined } }, 'failed'],
  'no signature (alg none)': [{ header: { alg: 'none' } }, 'failed'],
  'the signature of another key': [{ hasForeignKey: true }, 'failed'],
  'a signature by the client secret (HS256)': [{ header: { alg: 'HS256' } }, 'failed'],
  'a callback that names another issuer (mix-up)': [
    {
      metadata: { authorization_response_iss_parameter_supported: true },
      callback: { iss: 'https://accounts.evil.test' },
    },
    'failed',
  ],
  'metadata of another issuer': [{ metadata: { issuer: 'https://evil.test' } }, 'unavailable'],
  'a token endpoint in the private network': [
    { metadata: { token_endpoint: 'http://127.0.0.1:9/token' } },
    'unavailable',
  ],
  'a token endpoint at the address of cloud metadata': [
    { metadata: { token_endpoint: 'http://169.254.169.254/token' } },
    'unavailable',
  ],
  'a token endpoint that redirects': [
    { token: { status: 302, location: 'http://127.0.0.1:9/' } },
    'failed',
  ],
  'a response without end': [{ token: { padding: 'x'.repeat(300_000) } }, 'unavailable'],
}

test('an unforged response signs in', async () => {
  const { location, session } = await signIn({})
  expect(location).toBe('http://localhost:4000/dashboard/')
  expect(session).toContain('postern_session=')
})

test.each(Object.entries(attacks))('%s opens no session', async (_what, [forgery, problem]) => {
  const { location, session } = await signIn(forgery)
  expect(new URL(location!).searchParams.get('problem')).toBe(problem)
  expect(session).toBeNull()
})

test('a repeated parameter in the callback opens no session', async () => {
  const browser = openPersonsBrowser(testApp)
  provider.forge({})
  const { location } = await browser.visit('/sign-in/provider')
  const back = await browser.visit(`${provider.authorize(location!)}&code=another`)
  expect(back.location).toContain('problem=failed')
  expect(browser.session()).toBeNull()
})

test('the cookie of the sign-in is encrypted, HttpOnly and bound to its time', async () => {
  provider.forge({})
  const response = await testApp.app.request('http://localhost:4000/sign-in/provider')
  const [cookie] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^postern_provider=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  const { searchParams } = new URL(response.headers.get('location')!)
  const value = Buffer.from(/=([\w-]+)/.exec(cookie!)![1]!, 'base64url').toString('latin1')
  expect(value).not.toContain(searchParams.get('state'))
})

test('log lines contain no token, code or claim', () => {
  const lines = testApp.logLines.filter((line) => line.includes('provider_sign_in'))
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(line).not.toMatch(/eyJ|olga|"claims"|access_token/)
})
