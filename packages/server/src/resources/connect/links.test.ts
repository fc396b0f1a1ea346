import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { openBrowser } from '../../../test/client.ts'
import { allow, buildLink, redirect, registerOrigin } from '../../../test/connecting.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Profile } from '../../schemas/profile.ts'

let testApp: TestApp
let profile: Profile

beforeAll(async () => {
  testApp = await openTestApp()
  await registerOrigin(testApp)
})
afterAll(() => testApp.close())

beforeEach(async () => {
  await testApp.ctx.db.read.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

const newLink = (input: Record<string, unknown> = {}) => buildLink(testApp, profile.id, input)
const readLink = async (id: string) => (await testApp.call('GET', `/v1/connect-links/${id}`)).body
const accounts = async () =>
  (await testApp.call('GET', '/v1/accounts', undefined, { profile: profile.id })).body.data

describe('creating a link', () => {
  test('answers url, profile_id (never the external_id) and an expiry 30 minutes later', async () => {
    await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { external_id: 'ext-1' })
    const { status, body } = await testApp.call('POST', '/v1/profiles/ext-1/connect-links', {
      redirect_url: redirect,
      platforms: ['threads', 'tiktok'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'connect_link',
      status: 'valid',
      profile_id: profile.id,
      platforms: ['threads', 'tiktok'],
      account_id: null,
    })
    expect(body.url).toMatch(/^http:\/\/localhost:4000\/connect\/[A-Za-z0-9_-]{43}$/)
    const minutes = (Date.parse(body.expires_at) - testApp.clock.now().getTime()) / 60_000
    expect(minutes).toBe(30)
    await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { external_id: null })
  })

  const refusalOf = async (url: string) => {
    const answer = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
      redirect_url: url,
    })
    const { code, param } = answer.body.error
    return [answer.status, code, param]
  }

  test.each([
    'https://other.example.com/',
    'https://app.example.com.evil.test/',
    'https://app.example.com:8443/',
    'http://app.example.com/',
    'http://other.example.com/',
    'http://localhost:9/',
    'https://app.example.com./',
    'https://sub.app.example.com/',
  ])('a redirect_url outside the registered origins is refused: %s', async (url) => {
    expect(await refusalOf(url)).toEqual([400, 'redirect_origin_not_registered', 'redirect_url'])
  })

  test.each([
    'https://app.example.com@evil.test/',
    'https://user:pw@app.example.com/',
    '//app.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    '',
  ])('a redirect_url that is no address to send somebody to is refused: %s', async (url) => {
    expect(await refusalOf(url)).toEqual([400, 'validation_failed', 'redirect_url'])
  })

  test.each(['status', 'profile_id', 'account_ids', 'error', 'state'])(
    'a redirect_url with a parameter that is added on the way back is refused: %s',
    async (name) => {
      const answer = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
        redirect_url: `https://app.example.com/back?x=1&${name}=mine`,
      })
      expect([answer.status, answer.body.error.details[0]]).toMatchObject([
        400,
        { path: 'redirect_url', code: 'reserved_parameter' },
      ])
    },
  )

  test('another case of scheme and host is the same origin', async () => {
    const link = await newLink({ redirect_url: 'HTTPS://APP.Example.COM/Back' })
    expect((await readLink(link.id)).redirect_url).toBe('https://app.example.com/Back')
  })

  test('a backslash is a path, never a way to another host', async () => {
    const link = await newLink({ redirect_url: 'https://app.example.com\\@evil.test/' })
    expect((await readLink(link.id)).redirect_url).toBe('https://app.example.com/@evil.test/')
  })

  test('unknown platforms and accounts of other profiles are refused', async () => {
    const path = `/v1/profiles/${profile.id}/connect-links`
    const unknown = await testApp.call('POST', path, {
      redirect_url: redirect,
      platforms: ['myspace'],
    })
    expect(unknown.body.error).toMatchObject({ code: 'validation_failed', param: 'platforms.0' })
    const foreign = await buildAccount(testApp)
    const other = await testApp.call('POST', path, {
      redirect_url: redirect,
      account_id: foreign.id,
    })
    expect([other.status, other.body.error.code]).toEqual([404, 'account_not_found'])
  })
})

describe('the hosted page', () => {
  test('opening it never consumes the link, whoever opens it', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await browser.visit(method, link.url)).status).toBe(200)
    }
    expect((await readLink(link.id)).status).toBe('valid')
  })

  test('shows only the platforms that were asked for', async () => {
    const link = await newLink({ platforms: ['threads', 'tiktok'] })
    const browser = openBrowser(testApp)
    const { text } = await browser.visit('GET', link.url)
    expect(text).toContain('Threads')
    expect(text).toContain('TikTok')
    expect(text).not.toContain('Instagram')
    const sneaked = await browser.visit('POST', `${new URL(link.url).pathname}/instagram`)
    expect(sneaked.status).toBe(404)
  })

  test('an unknown token is 404 and tells nothing', async () => {
    const browser = openBrowser(testApp)
    for (const token of ['x', 'A'.repeat(43), '%00']) {
      expect((await browser.visit('GET', `/connect/${token}`)).status).toBe(404)
    }
    expect((await browser.visit('GET', '/connect/choose/%00')).status).toBe(404)
  })
})

describe('revoking a link', () => {
  test('it stops at once, also for a login under way', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const revoked = await testApp.call('DELETE', `/v1/connect-links/${link.id}`)
    expect(revoked.body.status).toBe('revoked')
    expect((await browser.visit('GET', back)).status).toBe(410)
    expect((await browser.visit('GET', link.url)).status).toBe(410)
    expect(await accounts()).toEqual([])
  })

  test('a used link is connect_link_not_revocable', async () => {
    const link = await newLink()
    await openBrowser(testApp).login(link.url, 'threads', allow)
    const answer = await testApp.call('DELETE', `/v1/connect-links/${link.id}`)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'connect_link_not_revocable'])
  })
})

test('a link never completes into a profile that is being deleted', async () => {
  const link = await newLink()
  const browser = openBrowser(testApp)
  const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
  await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
  expect((await browser.visit('GET', back)).location).toBe(null)
  const left = await testApp.ctx.db.read.selectFrom('account').select('id').execute()
  expect(left).toEqual([])
})
