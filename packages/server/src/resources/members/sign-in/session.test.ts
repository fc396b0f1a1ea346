import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
} from '../../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
  await signInOwner(testApp)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.ctx.db.pool.query('delete from rate_window')
})

const login = { email: 'olga@example.com', password }

async function signedIn(): Promise<DashboardBrowser> {
  const browser = openDashboard(testApp)
  const response = await browser.call('POST', '/v1/session', login)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return browser
}

const dayMs = 86_400_000

describe('a session', () => {
  test('the session cookie is HttpOnly and SameSite=Lax', async () => {
    const response = await openDashboard(testApp).call('POST', '/v1/session', login)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      /^postern_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
  })

  test('with https the session cookie is Secure and has the __Host- prefix', async () => {
    const secure = await openTestApp({ env: { PUBLIC_URL: 'https://postern.example.com' } })
    try {
      const browser = await signInOwner(secure)
      expect(browser.cookie()).toMatch(/^__Host-postern_session=/)
      const response = await browser.call('DELETE', '/v1/session')
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^__Host-postern_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
      )
    } finally {
      await secure.close()
    }
  })

  test('the session token is stored only as a hash', async () => {
    const browser = await signedIn()
    const token = browser.cookie()!.split('=')[1]!
    const { rows } = await testApp.ctx.db.pool.query(
      'select row_to_json(session)::text as t from session',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.t).not.toContain(token)
  })

  test('a session in use expires after 90 days', async () => {
    const browser = await signedIn()
    for (let days = 0; days < 84; days += 12) {
      testApp.clock.advance(12 * dayMs)
      expect((await browser.call('GET', '/v1/session')).status).toBe(200)
    }
    testApp.clock.advance(6 * dayMs)
    const over = await browser.call('GET', '/v1/session')
    expect([over.status, over.body.error.code]).toEqual([401, 'session_invalid'])
  })

  test('a session expires after 14 days without use', async () => {
    const browser = await signedIn()
    testApp.clock.advance(14 * dayMs)
    expect((await browser.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('a request without credentials returns api_key_missing', async () => {
    const response = await openDashboard(testApp).call('GET', '/v1/session')
    expect([response.status, response.body.error.code]).toEqual([401, 'api_key_missing'])
  })

  test('an Authorization header takes precedence over the cookie', async () => {
    const browser = await signedIn()
    const headers = { authorization: `Bearer ${testApp.ownerKey}` }
    const response = await browser.call('GET', '/v1/session', undefined, { headers })
    expect([response.status, response.body.error.code]).toEqual([403, 'session_required'])
    const bad = await browser.call('GET', '/v1/session', undefined, {
      headers: { authorization: 'Bearer nonsense' },
    })
    expect(bad.body.error.code).toBe('api_key_invalid')
  })

  test('a signed-in owner has the rights of an owner key', async () => {
    const browser = await signedIn()
    const response = await browser.call('POST', '/v1/profiles', { name: 'Acme' })
    expect(response.status).toBe(201)
    expect((await browser.call('GET', '/v1/profiles')).body.data).toContainEqual(response.body)
    const me = await browser.call('GET', '/v1/me', undefined, { profile: response.body.id })
    expect(me.body).toMatchObject({
      key: null,
      member: { name: 'Olga', role: 'owner' },
      profile: { id: response.body.id },
    })
  })
})

describe('a cross-site request', () => {
  const from = (headers: Record<string, string>) => ({
    headers: { 'sec-fetch-site': '', ...headers },
  })

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['direct navigation', { 'sec-fetch-site': 'none' }],
    [
      'cross-site with a forged Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    ],
  ])('%s: changes and sign-ins return 403 csrf_refused, reads succeed', async (_name, headers) => {
    const browser = await signedIn()
    const change = await browser.call('POST', '/v1/profiles', { name: 'x' }, { headers })
    expect([change.status, change.body.error.code]).toEqual([403, 'csrf_refused'])
    const entry = await browser.call('POST', '/v1/session', login, { headers })
    expect([entry.status, entry.body.error.code]).toEqual([403, 'csrf_refused'])
    expect((await browser.call('GET', '/v1/profiles', undefined, { headers })).status).toBe(200)
  })

  test('without Sec-Fetch-Site the Origin header must match the host', async () => {
    const browser = await signedIn()
    const cookie = browser.cookie()!
    const post = async (origin: string | null) => {
      const response = await testApp.app.request('http://dash.example:4000/v1/profiles', {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          ...(origin === null ? {} : { origin }),
        },
        body: JSON.stringify({ name: 'x' }),
      })
      return response.status
    }
    expect(await post('http://dash.example:4000')).toBe(201)
    expect(await post('http://dash.example')).toBe(403)
    expect(await post('http://evil.example:4000')).toBe(403)
    expect(await post('null')).toBe(403)
    expect(await post(null)).toBe(403)
  })

  test('a request with an API key needs neither header', async () => {
    const response = await testApp.call('POST', '/v1/profiles', { name: 'x' }, from({}))
    expect(response.status).toBe(201)
  })
})
