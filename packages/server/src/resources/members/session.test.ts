import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
} from '../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

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
  const visitor = openDashboard(testApp)
  const answer = await visitor.call('POST', '/v1/session', login)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return visitor
}

const dayMs = 86_400_000

describe('a session', () => {
  test('its cookie is for this host, for http and for same-site requests alone', async () => {
    const answer = await openDashboard(testApp).call('POST', '/v1/session', login)
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^postern_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
  })

  test('with https the cookie is Secure and bound to the host by its name', async () => {
    const secure = await openTestApp({ env: { PUBLIC_URL: 'https://postern.example.com' } })
    try {
      const visitor = await signInOwner(secure)
      expect(visitor.cookie()).toMatch(/^__Host-postern_session=/)
      const answer = await visitor.call('DELETE', '/v1/session')
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-postern_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
      )
    } finally {
      await secure.close()
    }
  })

  test('its token is stored as a hash alone', async () => {
    const visitor = await signedIn()
    const token = visitor.cookie()!.split('=')[1]!
    const { rows } = await testApp.ctx.db.pool.query(
      'select row_to_json(session)::text as t from session',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.t).not.toContain(token)
  })

  test('it lives 14 days after its last use, and 90 days at most', async () => {
    const visitor = await signedIn()
    for (let days = 0; days < 84; days += 12) {
      testApp.clock.advance(12 * dayMs)
      expect((await visitor.call('GET', '/v1/session')).status).toBe(200)
    }
    testApp.clock.advance(6 * dayMs)
    const over = await visitor.call('GET', '/v1/session')
    expect([over.status, over.body.error.code]).toEqual([401, 'session_invalid'])
  })

  test('it ends when it was not used for 14 days', async () => {
    const visitor = await signedIn()
    testApp.clock.advance(14 * dayMs)
    expect((await visitor.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('without any credentials the answer is api_key_missing', async () => {
    const answer = await openDashboard(testApp).call('GET', '/v1/session')
    expect([answer.status, answer.body.error.code]).toEqual([401, 'api_key_missing'])
  })

  test('an Authorization header wins over the cookie', async () => {
    const visitor = await signedIn()
    const headers = { authorization: `Bearer ${testApp.ownerKey}` }
    const answer = await visitor.call('GET', '/v1/session', undefined, { headers })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'session_required'])
    const bad = await visitor.call('GET', '/v1/session', undefined, {
      headers: { authorization: 'Bearer nonsense' },
    })
    expect(bad.body.error.code).toBe('api_key_invalid')
  })

  test('an owner who signed in may do what an owner key may', async () => {
    const visitor = await signedIn()
    const made = await visitor.call('POST', '/v1/profiles', { name: 'Acme' })
    expect(made.status).toBe(201)
    expect((await visitor.call('GET', '/v1/profiles')).body.data).toContainEqual(made.body)
    const me = await visitor.call('GET', '/v1/me', undefined, { profile: made.body.id })
    expect(me.body).toMatchObject({
      key: null,
      member: { name: 'Olga', role: 'owner' },
      profile: { id: made.body.id },
    })
  })
})

describe('a request from a page of another site', () => {
  const from = (headers: Record<string, string>) => ({
    headers: { 'sec-fetch-site': '', ...headers },
  })

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['typed in', { 'sec-fetch-site': 'none' }],
    [
      'cross-site with a forged Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    ],
  ])('%s: is refused with a session, and at the sign-in', async (_name, headers) => {
    const visitor = await signedIn()
    const change = await visitor.call('POST', '/v1/profiles', { name: 'x' }, { headers })
    expect([change.status, change.body.error.code]).toEqual([403, 'csrf_refused'])
    const entry = await visitor.call('POST', '/v1/session', login, { headers })
    expect([entry.status, entry.body.error.code]).toEqual([403, 'csrf_refused'])
    expect((await visitor.call('GET', '/v1/profiles', undefined, { headers })).status).toBe(200)
  })

  test('without Sec-Fetch-Site the Origin decides', async () => {
    const visitor = await signedIn()
    const cookie = visitor.cookie()!
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

  test('an API key needs no such header', async () => {
    const answer = await testApp.call('POST', '/v1/profiles', { name: 'x' }, from({}))
    expect(answer.status).toBe(201)
  })
})
