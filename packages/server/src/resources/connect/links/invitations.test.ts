import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildKey, buildProfile } from '../../../../test/build.ts'
import { type Decision, openBrowser, returnQuery } from '../../../../test/client.ts'
import { allow, redirect, registerOrigin } from '../../../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import type { Profile } from '../../../schemas/profile.ts'
import { deleteOldLinks } from './link.ts'

const dayMs = 86_400_000
const another: Decision = { decision: 'allow', person: 'anna', account: 'bergmann.bakery' }

let testApp: TestApp
let profile: Profile
let ownPage: string

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 10 })
  await registerOrigin(testApp)
  ownPage = (await testApp.call('GET', '/v1/connect/settings')).body.default_redirect_url
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

async function invite(input: Record<string, unknown> = {}) {
  const path = `/v1/profiles/${profile.id}/invitations`
  const response = await testApp.call('POST', path, { redirect_url: redirect, ...input })
  expect(response.status).toBe(201)
  return response.body as { id: string; url: string; expires_at: string; created_at: string }
}

const pathOf = (url: string) => new URL(url).pathname
const show = async (id: string) => (await testApp.call('GET', `/v1/invitations/${id}`)).body
const linksOf = async (id: string) =>
  (await testApp.call('GET', `/v1/connect-links?invitation_id=${id}`)).body.data

/** Presses the button of the page; returns the URL of the connect link. */
async function press(url: string, browser = openBrowser(testApp)): Promise<string> {
  const { location, status, text } = await browser.visit('POST', pathOf(url))
  if (!location) throw new Error(`no link: ${status} ${text}`)
  expect(status).toBe(303)
  return location
}

describe('the page', () => {
  test('opening it a hundred times creates nothing', async () => {
    const { id, url } = await invite()
    const browser = openBrowser(testApp)
    for (let count = 0; count < 100; count += 1) {
      const { status, text } = await browser.visit('GET', pathOf(url))
      expect([status, text.includes('<form')]).toEqual([200, true])
    }
    expect(await linksOf(id)).toEqual([])
    expect(await show(id)).toMatchObject({ status: 'open', links_created: 0, last_opened_at: null })
  })

  test('a press creates a fresh connect link with its settings, for 30 minutes', async () => {
    const { id, url } = await invite({ platforms: ['threads'], state: 's1', language: 'de' })
    testApp.clock.advance(3 * dayMs)
    await press(url)
    const [link] = await linksOf(id)
    expect(link).toMatchObject({
      status: 'valid',
      invitation_id: id,
      profile_id: profile.id,
      platforms: ['threads'],
      redirect_url: redirect,
      language: 'de',
    })
    const lifetime = Date.parse(link.expires_at) - Date.parse(link.created_at)
    expect(lifetime).toBe(limits.connect.linkLifetimeMs)
    expect(await show(id)).toMatchObject({ links_created: 1, last_opened_at: link.created_at })
  })

  test('the button of a network sends the form on to the link, which starts the login', async () => {
    const { url } = await invite({ redirect_url: ownPage })
    const browser = openBrowser(testApp)
    const { text } = await browser.visit('GET', pathOf(url))
    expect(text).toContain('name="platform" value="threads"')
    const pressed = await browser.visit('POST', pathOf(url), { platform: 'threads' })
    expect([pressed.status, pathOf(pressed.location!).split('/')[3]]).toEqual([307, 'threads'])
    const started = await browser.visit('POST', pathOf(pressed.location!))
    const end = await browser.visit('GET', await browser.decide(started.location!, allow))
    expect(returnQuery(end)).toMatchObject({ status: 'connected' })
  })

  test('the button of a network that asks for a server leads to the question', async () => {
    const { url } = await invite()
    const browser = openBrowser(testApp)
    const { status, location } = await browser.visit('POST', pathOf(url), { platform: 'mastodon' })
    expect(status).toBe(303)
    expect((await browser.visit('GET', pathOf(location!))).text).toContain('name="server"')
  })

  test('a form of another site creates no link', async () => {
    const { id, url } = await invite()
    const response = await testApp.app.request(url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    })
    expect(response.status).toBe(403)
    expect(await linksOf(id)).toEqual([])
  })

  test('one invitation connects several accounts, and shows them', async () => {
    const { id, url } = await invite({ metadata: { from: 'mail' }, state: 's1' })
    const browser = openBrowser(testApp)
    const first = await browser.login(await press(url, browser), 'threads', allow)
    expect(returnQuery(first)).toMatchObject({ status: 'connected', state: 's1' })
    const second = await browser.login(await press(url, browser), 'threads', another)
    expect(returnQuery(second)).toMatchObject({ status: 'connected' })
    const invitation = await show(id)
    expect(invitation).toMatchObject({ status: 'open', links_created: 2 })
    expect(invitation.account_ids).toHaveLength(2)
    const { text } = await browser.visit('GET', pathOf(url))
    expect(text).toContain('@anna.bakes')
    expect(text).toContain('@bergmann.bakery')
    expect(text).toContain('Connect another account')
  })

  test('after connecting, the result page leads to another account', async () => {
    const { id, url } = await invite({ redirect_url: ownPage })
    const browser = openBrowser(testApp)
    const { location } = await browser.login(await press(url, browser), 'threads', allow)
    const { pathname, search } = new URL(location!)
    expect((await browser.visit('GET', pathname + search)).text).toContain(
      'Connect another account',
    )
    const next = await browser.visit('POST', pathname + search)
    expect([next.status, next.location]).toEqual([303, expect.stringMatching(/\/connect\/.{43}$/)])
    expect(await linksOf(id)).toHaveLength(2)
  })

  test('another browser with the URL of the result page creates no link', async () => {
    const { id, url } = await invite({ redirect_url: ownPage })
    const browser = openBrowser(testApp)
    const { location } = await browser.login(await press(url, browser), 'threads', allow)
    const { pathname, search } = new URL(location!)
    const next = await openBrowser(testApp).visit('POST', pathname + search)
    expect(next.location).toMatch(/^\/connect\/done\?/)
    expect(await linksOf(id)).toHaveLength(1)
  })

  test('an expired link of an open invitation says to open the invitation again', async () => {
    const { url } = await invite()
    const link = await press(url)
    testApp.clock.advance(31 * 60_000)
    const { status, text } = await openBrowser(testApp).visit('GET', pathOf(link))
    expect(status).toBe(410)
    expect(text).toContain('open your invitation again')
  })

  test('more links than allowed in an hour return 429', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '600' } })
    onTestFinished(() => limited.close())
    const { id } = await buildProfile(limited)
    const { body } = await limited.call('POST', `/v1/profiles/${id}/invitations`, {
      redirect_url: ownPage,
    })
    const pressed = async () => (await openBrowser(limited).visit('POST', pathOf(body.url))).status
    const { linksPerInvitationPerHour } = limits.connect
    for (let count = 0; count < linksPerInvitationPerHour; count += 1) {
      expect(await pressed()).toBe(303)
    }
    expect(await pressed()).toBe(429)
    limited.clock.advance(3_600_000)
    expect(await pressed()).toBe(303)
  })

  test.each(['x', 'x'.repeat(43)])('an unknown token %j is 404', async (token) => {
    const browser = openBrowser(testApp)
    for (const method of ['GET', 'POST'] as const) {
      expect((await browser.visit(method, `/invite/${token}`)).status).toBe(404)
    }
  })
})

describe('the end', () => {
  test('without expires_in_days it expires after 7 days', async () => {
    const { id, url, created_at, expires_at } = await invite()
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * dayMs)
    testApp.clock.advance(7 * dayMs - 1)
    await press(url)
    testApp.clock.advance(1)
    const { status, text, location } = await openBrowser(testApp).visit('POST', pathOf(url))
    expect([status, location]).toEqual([410, null])
    expect(text).toContain('This invitation has expired')
    expect((await show(id)).status).toBe('expired')
  })

  test.each([0, 31, 1.5])('expires_in_days %d is refused', async (expires_in_days) => {
    const response = await testApp.call('POST', `/v1/profiles/${profile.id}/invitations`, {
      redirect_url: redirect,
      expires_in_days,
    })
    expect([response.status, response.body.error.code]).toEqual([400, 'validation_failed'])
  })

  test('revoking it revokes its valid links and keeps what was connected', async () => {
    const { id, url } = await invite()
    const browser = openBrowser(testApp)
    await browser.login(await press(url, browser), 'threads', allow)
    const open = await press(url, browser)
    const { status, body } = await testApp.call('DELETE', `/v1/invitations/${id}`)
    expect([status, body.status, body.account_ids.length]).toEqual([200, 'revoked', 1])
    expect((await browser.visit('GET', pathOf(open))).text).toContain('no longer active')
    const page = await browser.visit('POST', pathOf(url))
    expect([page.status, page.location]).toEqual([410, null])
    expect(page.text).toContain('This invitation is no longer active')
    expect((await linksOf(id)).map((link: { status: string }) => link.status)).toEqual([
      'revoked',
      'used',
    ])
    expect((await testApp.call('GET', '/v1/accounts')).body.data).toHaveLength(1)
  })

  test('removing the return domain revokes it and its links', async () => {
    const origin = 'https://other.example.com'
    const { body } = await testApp.call('POST', '/v1/connect/redirect-origins', { origin })
    const { id, url } = await invite({ redirect_url: `${origin}/back` })
    await press(url)
    await testApp.call('DELETE', `/v1/connect/redirect-origins/${body.id}`)
    expect((await show(id)).status).toBe('revoked')
    expect((await linksOf(id))[0].status).toBe('revoked')
  })

  test('deleting the profile revokes it at once and erases it', async () => {
    const { id, url } = await invite()
    await press(url)
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    expect((await openBrowser(testApp).visit('POST', pathOf(url))).status).toBe(410)
    expect((await testApp.call('GET', `/v1/invitations/${id}`)).status).toBe(404)
    await testApp.work()
    const rows = await testApp.ctx.db.query.selectFrom('invitation').select('id').execute()
    expect(rows).not.toContainEqual({ id })
    expect((await openBrowser(testApp).visit('GET', pathOf(url))).status).toBe(404)
  })

  test('its links are kept as long as it is, then both are deleted', async () => {
    const { id, url } = await invite({ expires_in_days: 30 })
    await press(url)
    testApp.clock.advance(31 * dayMs)
    await deleteOldLinks(testApp.ctx)
    expect(await linksOf(id)).toHaveLength(1)
    testApp.clock.advance(30 * dayMs)
    await deleteOldLinks(testApp.ctx)
    expect((await testApp.call('GET', `/v1/invitations/${id}`)).status).toBe(404)
    expect(await linksOf(id)).toEqual([])
  })
})

describe('the API', () => {
  test('a key of another profile neither lists nor revokes it', async () => {
    const { id } = await invite()
    const other = await buildProfile(testApp)
    const key = await buildKey(testApp, { profile_id: other.id })
    const list = await testApp.call('GET', '/v1/invitations', undefined, { key })
    expect(list.body.data).toEqual([])
    const response = await testApp.call('DELETE', `/v1/invitations/${id}`, undefined, { key })
    expect(response.status).toBe(404)
    expect((await show(id)).status).toBe('open')
  })

  test('the list is newest first, by profile and status, without URLs', async () => {
    const [first, second] = [await invite(), await invite()]
    await testApp.call('DELETE', `/v1/invitations/${first.id}`)
    const list = async (query: string) => {
      const { body } = await testApp.call('GET', `/v1/invitations?profile_id=${profile.id}${query}`)
      expect(JSON.stringify(body)).not.toContain('/invite/')
      return body.data.map((each: { id: string }) => each.id)
    }
    expect(await list('')).toEqual([second.id, first.id])
    expect(await list('&status=open')).toEqual([second.id])
    expect(await list('&status=revoked')).toEqual([first.id])
  })

  test('a search finds the invitations of profiles with this part of their name', async () => {
    const { id } = await invite()
    const found = async (search: string) => {
      const query = `search=${encodeURIComponent(search)}`
      const { body } = await testApp.call(
        'GET',
        `/v1/invitations?${query}&profile_id=${profile.id}`,
      )
      return body.data.map((each: { id: string }) => each.id)
    }
    expect(await found(profile.name.toUpperCase().slice(1))).toContain(id)
    expect(await found('no such client')).toEqual([])
  })

  test('an account of another profile cannot be invited to reconnect', async () => {
    const path = `/v1/profiles/${profile.id}/invitations`
    const account_id = 'acc_01m6gbys10e2na4p6tydzfmycs'
    const { body } = await testApp.call('POST', path, { redirect_url: redirect, account_id })
    expect(body.error.code).toBe('account_not_found')
  })
})
