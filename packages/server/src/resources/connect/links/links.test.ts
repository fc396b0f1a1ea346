import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../../test/build.ts'
import { openBrowser } from '../../../../test/client.ts'
import { allow, buildLink, redirect, registerOrigin } from '../../../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

let testApp: TestApp
let profile: Profile

beforeAll(async () => {
  testApp = await openTestApp()
  await registerOrigin(testApp)
})
afterAll(() => testApp.close())

beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

const newLink = (input: Record<string, unknown> = {}) => buildLink(testApp, profile.id, input)
const readLink = async (id: string) => (await testApp.call('GET', `/v1/connect-links/${id}`)).body
const accounts = async () =>
  (await testApp.call('GET', '/v1/accounts', undefined, { profile: profile.id })).body.data

describe('creating a link', () => {
  test('creating a link returns url, profile_id (never the external_id) and an expiry in 30 minutes', async () => {
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
    const response = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
      redirect_url: url,
    })
    const { code, param } = response.body.error
    return [response.status, code, param]
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
  ])('an invalid redirect_url is refused: %s', async (url) => {
    expect(await refusalOf(url)).toEqual([400, 'validation_failed', 'redirect_url'])
  })

  test.each(['status', 'profile_id', 'account_ids', 'error', 'state'])(
    'a redirect_url with a reserved parameter is refused: %s',
    async (name) => {
      const response = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
        redirect_url: `https://app.example.com/back?x=1&${name}=mine`,
      })
      expect([response.status, response.body.error.details[0]]).toMatchObject([
        400,
        { path: 'redirect_url', code: 'reserved_parameter' },
      ])
    },
  )

  test('scheme and host are case-insensitive', async () => {
    const link = await newLink({ redirect_url: 'HTTPS://APP.Example.COM/Back' })
    expect((await readLink(link.id)).redirect_url).toBe('https://app.example.com/Back')
  })

  test('a backslash is part of the path and cannot change the host', async () => {
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
  test('opening the page never uses up the link', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await browser.visit(method, link.url)).status).toBe(200)
    }
    expect((await readLink(link.id)).status).toBe('valid')
  })

  test("the page shows only the link's platforms", async () => {
    const link = await newLink({ platforms: ['threads', 'tiktok'] })
    const browser = openBrowser(testApp)
    const { text } = await browser.visit('GET', link.url)
    expect(text).toContain('Threads')
    expect(text).toContain('TikTok')
    expect(text).not.toContain('Instagram')
    const sneaked = await browser.visit('POST', `${new URL(link.url).pathname}/instagram`)
    expect(sneaked.status).toBe(404)
  })

  test('an unknown token returns 404', async () => {
    const browser = openBrowser(testApp)
    for (const token of ['x', 'A'.repeat(43), '%00']) {
      expect((await browser.visit('GET', `/connect/${token}`)).status).toBe(404)
    }
    expect((await browser.visit('GET', '/connect/choose/%00')).status).toBe(404)
  })
})

describe('revoking a link', () => {
  test('a revoked link stops immediately, also for a login in progress', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const revoked = await testApp.call('DELETE', `/v1/connect-links/${link.id}`)
    expect(revoked.body.status).toBe('revoked')
    expect((await browser.visit('GET', back)).status).toBe(410)
    expect((await browser.visit('GET', link.url)).status).toBe(410)
    expect(await accounts()).toEqual([])
  })

  test('revoking a used link returns connect_link_not_revocable', async () => {
    const link = await newLink()
    await openBrowser(testApp).login(link.url, 'threads', allow)
    const response = await testApp.call('DELETE', `/v1/connect-links/${link.id}`)
    expect([response.status, response.body.error.code]).toEqual([409, 'connect_link_not_revocable'])
  })
})

test('a link cannot connect accounts to a profile that is being deleted', async () => {
  const link = await newLink()
  const browser = openBrowser(testApp)
  const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
  await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
  expect((await browser.visit('GET', back)).location).toBe(null)
  const remaining = await testApp.ctx.db.query.selectFrom('account').select('id').execute()
  expect(remaining).toEqual([])
})

test('only a link without an invitation says that it works once', async () => {
  const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/invitations`, {
    redirect_url: redirect,
  })
  const browser = openBrowser(testApp)
  const { location } = await browser.visit('POST', new URL(body.url).pathname)
  const link = await newLink()
  for (const step of ['', '/mastodon']) {
    const textOf = async (url: string) =>
      (await browser.visit('GET', new URL(url).pathname + step)).text
    expect(await textOf(link.url)).toContain('This link works once')
    expect(await textOf(location!)).not.toContain('This link works once')
  }
})
