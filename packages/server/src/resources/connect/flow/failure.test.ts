import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile, grantedAccount } from '../../../../test/build.ts'
import { openBrowser, returnQuery } from '../../../../test/client.ts'
import { allow, buildLink, cancel, registerOrigin } from '../../../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'
import { completeLink } from './complete.ts'

let testApp: TestApp
let profile: Profile

beforeAll(async () => {
  testApp = await openTestApp()
  await registerOrigin(testApp)
})
afterAll(() => testApp.close())

beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  await testApp.sandbox.control('PUT', '/settings', { cancel_omits_state: false })
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

const newLink = (input: Record<string, unknown> = {}) => buildLink(testApp, profile.id, input)
const readLink = async (id: string) => (await testApp.call('GET', `/v1/connect-links/${id}`)).body
const accounts = async () =>
  (await testApp.call('GET', '/v1/accounts', undefined, { profile: profile.id })).body.data

describe('failure leaves the link valid', () => {
  test('a cancel returns access_denied, and the same link then succeeds', async () => {
    const link = await newLink({ state: 's1' })
    const browser = openBrowser(testApp)
    const landing = await browser.login(link.url, 'threads', cancel)
    expect(returnQuery(landing)).toEqual({
      from: 'mail',
      x: 'a b',
      status: 'error',
      error: 'access_denied',
      state: 's1',
    })
    expect(await readLink(link.id)).toMatchObject({ status: 'valid' })
    const success = await browser.login(link.url, 'threads', allow)
    expect(returnQuery(success).status).toBe('connected')
    const { attempts } = await readLink(link.id)
    expect(attempts.map((attempt: { error: string | null }) => attempt.error)).toEqual([
      null,
      'access_denied',
      null,
      null,
    ])
  })

  test.each(['threads', 'instagram', 'facebook', 'tiktok'] as const)(
    'a cancel at %s without the state returns access_denied',
    async (platform) => {
      await testApp.sandbox.control('PUT', '/settings', { cancel_omits_state: true })
      const link = await newLink({ state: 's1' })
      const browser = openBrowser(testApp)
      const authorizeUrl = await browser.begin(link.url, platform)
      // Another login of the same browser is in progress and not affected.
      const other = platform === 'tiktok' ? 'threads' : 'tiktok'
      const otherLogin = await browser.begin((await newLink({ state: 's2' })).url, other)
      const back = await browser.decide(authorizeUrl, cancel)
      expect(new URL(back, testApp.ctx.config.publicUrl).searchParams.has('state')).toBe(false)
      const otherBrowser = await openBrowser(testApp).visit('GET', back)
      expect([otherBrowser.status, otherBrowser.location]).toEqual([400, null])
      const landing = await browser.visit('GET', back)
      expect(returnQuery(landing)).toMatchObject({ error: 'access_denied', state: 's1' })
      expect((await readLink(link.id)).status).toBe('valid')
      const done = await browser.visit('GET', await browser.decide(otherLogin, allow))
      expect(returnQuery(done)).toMatchObject({ status: 'connected', state: 's2' })
      expect((await browser.visit('GET', back)).status).toBe(400)
    },
  )

  test('a declined required permission returns permission_missing', async () => {
    const link = await newLink()
    const landing = await openBrowser(testApp).login(link.url, 'threads', {
      ...allow,
      permissions: ['threads_basic'],
    })
    expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'permission_missing' })
    expect((await readLink(link.id)).status).toBe('valid')
    expect(await accounts()).toEqual([])
  })

  test('an account in another profile of the owner returns account_in_other_profile', async () => {
    const first = await newLink()
    await openBrowser(testApp).login(first.url, 'threads', allow)
    profile = await buildProfile(testApp)
    const link = await newLink()
    const landing = await openBrowser(testApp).login(link.url, 'threads', allow)
    expect(returnQuery(landing)).toMatchObject({
      status: 'error',
      error: 'account_in_other_profile',
    })
    expect((await readLink(link.id)).status).toBe('valid')
    expect(await accounts()).toEqual([])
  })

  test('a reached account limit returns plan_account_limit', async () => {
    await testApp.ctx.db.query.updateTable('owner').set({ account_limit: 0 }).execute()
    try {
      const link = await newLink()
      const landing = await openBrowser(testApp).login(link.url, 'threads', allow)
      expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'plan_account_limit' })
      expect((await readLink(link.id)).status).toBe('valid')
    } finally {
      await testApp.ctx.db.query.updateTable('owner').set({ account_limit: null }).execute()
    }
  })

  test('a client who returns too late gets expired and a page with a return URL', async () => {
    const link = await newLink({ state: 'late' })
    const browser = openBrowser(testApp)
    const authorizeUrl = await browser.begin(link.url, 'threads')
    const back = await browser.decide(authorizeUrl, allow)
    testApp.clock.advance(30 * 60_000)
    const landing = await browser.visit('GET', back)
    expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'expired', state: 'late' })
    const page = await browser.visit('GET', link.url)
    expect(page.status).toBe(410)
    expect(page.text).toContain('error=expired')
    expect((await readLink(link.id)).status).toBe('expired')
    expect(await accounts()).toEqual([])
  })

  test('a link that expires during the platform call returns expired', async () => {
    const link = await newLink({ state: 'slow' })
    await openBrowser(testApp).begin(link.url, 'threads')
    const flow = await testApp.ctx.db.query
      .selectFrom('connect_flow')
      .selectAll()
      .where('link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    testApp.clock.advance(30 * 60_000)
    const outcome = await completeLink(testApp.ctx, flow, 'token', [grantedAccount(testApp)])
    const url = new URL(outcome.go === 'away' ? outcome.url : 'about:blank')
    expect(url.searchParams.get('error')).toBe('expired')
    expect(await accounts()).toEqual([])
  })

  test('an unavailable platform returns 502, and a retry succeeds', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    await testApp.sandbox.control('POST', '/faults', {
      platform: 'threads',
      match: '*',
      kind: 'http_500',
      times: 20,
    })
    const landing = await browser.login(link.url, 'threads', allow)
    expect([landing.status, landing.location]).toEqual([502, null])
    await testApp.sandbox.control('DELETE', '/faults')
    expect(returnQuery(await browser.login(link.url, 'threads', allow)).status).toBe('connected')
  })
})

describe('forged and replayed callbacks', () => {
  test('a state works once', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), cancel)
    expect(returnQuery(await browser.visit('GET', back)).error).toBe('access_denied')
    const replay = await browser.visit('GET', back)
    expect([replay.status, replay.location]).toEqual([409, null])
  })

  test('another browser cannot finish a login that it did not start', async () => {
    const link = await newLink()
    const victim = openBrowser(testApp)
    const back = await victim.decide(await victim.begin(link.url, 'threads'), allow)
    const attacker = await openBrowser(testApp).visit('GET', back)
    expect([attacker.status, attacker.location]).toEqual([400, null])
    expect(await accounts()).toEqual([])
    expect(returnQuery(await victim.visit('GET', back)).status).toBe('connected')
  })

  test.each([
    '?code=x',
    '?code=x&state=',
    `?code=x&state=${'A'.repeat(43)}`,
    '?error=access_denied',
    '?state=%00',
  ])('an invented callback returns 400: %s', async (query) => {
    const landing = await openBrowser(testApp).visit('GET', `/connect/callback/threads${query}`)
    expect([landing.status, landing.location]).toEqual([400, null])
  })

  test('a code without its state returns 400, also in the browser that started the login', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const stateless = back.replace(/&state=[^&#]+/, '')
    expect(stateless).not.toBe(back)
    for (const more of ['', '&error=access_denied']) {
      expect((await browser.visit('GET', stateless + more)).status).toBe(400)
    }
    expect(await accounts()).toEqual([])
  })

  test('a state of one platform is invalid on the callback of another', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const crossed = await browser.visit('GET', back.replace('/threads?', '/instagram?'))
    expect(crossed.status).toBe(400)
    expect(returnQuery(await browser.visit('GET', back)).status).toBe('connected')
  })
})
