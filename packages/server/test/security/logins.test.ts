import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PlatformValue, platformValues } from '../../src/core/networks.ts'
import { platformDefinition } from '../../src/platforms/registry.ts'
import type { Profile } from '../../src/schemas/profile.ts'
import { buildProfile } from '../build.ts'
import { type Decision, type Landing, openBrowser, returnQuery } from '../client.ts'
import {
  buildLink,
  expectNotConnected,
  type Link,
  openPages,
  registerOrigin,
} from '../connect-flow.ts'
import { useTestApp } from '../test-app.ts'

const allow: Decision = { decision: 'allow', person: 'anna' }
const testApp = useTestApp({ poolMax: 10 })
let profile: Profile

beforeAll(async () => {
  await registerOrigin(testApp)
})
beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
  // The form for a server takes ten entries a minute from one address.
  testApp.clock.advance(60_000)
})

type Browser = ReturnType<typeof openBrowser>

const createLink = (owner = profile) => buildLink(testApp, owner.id)

const statusOf = async (link: Link) =>
  (await testApp.call('GET', `/v1/connect-links/${link.id}`)).body.status
const connected = async () => (await testApp.call('GET', '/v1/accounts')).body.data

/** Logs in up to the platform's redirect; returns the callback URL. */
async function callbackOf(
  browser: Browser,
  link: Link,
  platform: PlatformValue,
  decision: Decision = allow,
): Promise<URL> {
  const path = await browser.decide(await browser.begin(link.url, platform), decision)
  return new URL(path, testApp.ctx.config.publicUrl)
}

/** The path of this callback with other parameters, which may repeat. */
const callback = ({ pathname }: URL, pairs: [string, string][]) =>
  `${pathname}?${new URLSearchParams(pairs)}`

const stateOf = (url: URL) => url.searchParams.get('state')!
const codeOf = (url: URL) => url.searchParams.get('code')!

const expectRefused = (landing: Landing) => expectNotConnected(testApp, landing)

/** The browser that started the login can still finish it. */
async function expectStillValid(browser: Browser, back: URL): Promise<void> {
  const landing = await browser.visit('GET', back.pathname + back.search)
  expect(landing.status).toBe(302)
  expect(landing.location).toMatch(/status=connected|\/connect\/choose\//)
}

describe.each(platformValues)('a login at %s', (platform) => {
  const others = platformValues.filter((each) => each !== platform)
  /** Others return a password (src/resources/connect/flow/secret-return.test.ts). */
  const hasCode = platformDefinition(platform).connect.secretParameters === undefined

  test.runIf(hasCode)(
    'requests a code with a 256-bit state that is stored only as a hash',
    async () => {
      const browser = openBrowser(testApp)
      const authorize = new URL(await browser.begin((await createLink()).url, platform))
      expect(authorize.searchParams.get('response_type') ?? 'code').toBe('code')
      const back = new URL(
        await browser.decide(authorize.href, allow),
        testApp.ctx.config.publicUrl,
      )
      const state = stateOf(back)
      expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/)
      const { rows } = await testApp.ctx.db.pool.query(
        'select row_to_json(f)::text as row from connect_flow f',
      )
      expect(rows.map(({ row }) => row).join()).not.toContain(state)
      // The platform has the parameters of a pushed request already (RFC 9126).
      if (authorize.searchParams.has('request_uri')) return
      expect(stateOf(authorize)).toBe(state)
      const callbackUri = `${testApp.ctx.config.publicUrl}/connect/callback/${platform}`
      expect(authorize.searchParams.get('redirect_uri')).toMatch(
        platform === 'mastodon' ? new RegExp(`^${callbackUri}/[0-9a-f]{32}$`) : callbackUri,
      )
    },
  )

  test.each(others)('its state is refused at the callback of %s', async (other) => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    await expectRefused(await browser.visit('GET', `/connect/callback/${other}${back.search}`))
    await expectStillValid(browser, back)
  })

  test.each(others)('a code of %s is refused although the state is right', async (other) => {
    const browser = openBrowser(testApp)
    const link = await createLink()
    const back = await callbackOf(browser, link, platform)
    const foreign = await callbackOf(browser, link, other)
    const mixed = callback(back, [
      ['state', stateOf(back)],
      ['code', codeOf(foreign)],
    ])
    await expectRefused(await browser.visit('GET', mixed))
    expect(await statusOf(link)).toBe('valid')
  })

  test('the callback is refused in a browser that did not start the login', async () => {
    const attacker = openBrowser(testApp)
    const back = await callbackOf(attacker, await createLink(), platform)
    const victim = openBrowser(testApp)
    await victim.begin((await createLink()).url, platform)
    await expectRefused(await victim.visit('GET', back.pathname + back.search))
    await expectStillValid(attacker, back)
  })

  test('the cookie of another login under the expected name is refused', async () => {
    const attacker = openBrowser(testApp)
    const link = await createLink()
    const back = await callbackOf(attacker, link, platform)
    const [name] = [...attacker.jar.keys()]
    const victim = openBrowser(testApp)
    await victim.begin((await createLink()).url, platform)
    const [foreign] = [...victim.jar.values()]
    for (const value of [foreign!, '', '.', 'x.y', `${foreign}.${link.url.split('/').at(-1)}`]) {
      victim.jar.set(name!, value)
      await expectRefused(await victim.visit('GET', back.pathname + back.search))
    }
    await expectStillValid(attacker, back)
  })

  test('a second callback with the same state is refused', async () => {
    for (const decision of [allow, { decision: 'cancel', person: 'anna' }] as Decision[]) {
      const browser = openBrowser(testApp)
      const back = await callbackOf(browser, await createLink(), platform, decision)
      await browser.visit('GET', back.pathname + back.search)
      const before = await connected()
      const again = await browser.visit('GET', back.pathname + back.search)
      expect([again.status >= 400, again.location]).toEqual([true, null])
      expect(await connected()).toEqual(before)
      await testApp.ctx.db.query.deleteFrom('account').execute()
    }
  })

  test('of ten concurrent callbacks with the same state one succeeds', async () => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    const landings = await Promise.all(
      Array.from({ length: 10 }, () => browser.visit('GET', back.pathname + back.search)),
    )
    expect(landings.filter(({ status }) => status === 302)).toHaveLength(1)
  })

  test.runIf(hasCode)('a callback with error and code connects no account', async () => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    const both = callback(back, [
      ['state', stateOf(back)],
      ['code', codeOf(back)],
      ['error', 'access_denied'],
    ])
    const landing = await browser.visit('GET', both)
    expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'access_denied' })
    expect(await connected()).toEqual([])
  })

  test.each([
    ['an unknown error', 'server_error'],
    ['an error with markup', '<script>alert(1)</script>'],
    ['an error code of Postern', 'plan_account_limit'],
  ])('%s with a code does not redirect the client and is not shown', async (_what, error) => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    const landing = await browser.visit(
      'GET',
      callback(back, [
        ['state', stateOf(back)],
        ['code', codeOf(back)],
        ['error', error],
      ]),
    )
    await expectRefused(landing)
    expect(landing.text).not.toContain(error)
  })

  test.runIf(hasCode).each(['state', 'code', 'error', 'error_reason'])(
    'a callback with %s twice is refused in either order and does not use the state',
    async (name) => {
      const browser = openBrowser(testApp)
      const back = await callbackOf(browser, await createLink(), platform)
      const right: [string, string][] = [
        ['state', stateOf(back)],
        ['code', codeOf(back)],
      ]
      const repeated: [string, string][] = [[name, 'A'.repeat(43)]]
      if (!right.some(([key]) => key === name)) repeated.push([name, 'access_denied'])
      for (const pairs of [
        [...right, ...repeated],
        [...repeated, ...right],
      ]) {
        await expectRefused(await browser.visit('GET', callback(back, pairs)))
      }
      await expectStillValid(browser, back)
    },
  )

  test.each([
    ['state[]', 'code'],
    ['State', 'code'],
    ['state ', 'code'],
    ['state', 'CODE'],
    ['state', 'code[]'],
    ['state', 'authorization_code'],
  ])('a callback with the parameters %j and %j connects no account', async (state, code) => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    const pairs: [string, string][] = [
      [state, stateOf(back)],
      [code, codeOf(back)],
    ]
    await expectRefused(await browser.visit('GET', callback(back, pairs)))
  })

  test('the callback ignores POST', async () => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    await expectRefused(await browser.visit('POST', back.pathname + back.search))
    const fields = Object.fromEntries(back.searchParams)
    await expectRefused(await browser.visit('POST', back.pathname, fields))
    await expectStillValid(browser, back)
  })

  test.each([
    [
      'revoked',
      async (link: Link) => void (await testApp.call('DELETE', `/v1/connect-links/${link.id}`)),
    ],
    ['used by another login', useLink],
    [
      'of a profile that is being deleted',
      async () => void (await testApp.call('DELETE', `/v1/profiles/${profile.id}`)),
    ],
  ] as const)('the callback connects no account once the link is %s', async (_how, end) => {
    const browser = openBrowser(testApp)
    const link = await createLink()
    const back = await callbackOf(browser, link, platform)
    await end(link, platform)
    const before = await connected()
    const landing = await browser.visit('GET', back.pathname + back.search)
    expect([landing.status >= 400, landing.location]).toEqual([true, null])
    expect(await connected()).toEqual(before)
  })

  test('a callback after 30 minutes returns error=expired and connects no account', async () => {
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    testApp.clock.advance(30 * 60_000)
    const landing = await browser.visit('GET', back.pathname + back.search)
    expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'expired' })
    expect(await connected()).toEqual([])
  })

  test('the account joins its link’s profile even if the browser started another login', async () => {
    const otherProfile = await buildProfile(testApp)
    const browser = openBrowser(testApp)
    const back = await callbackOf(browser, await createLink(), platform)
    await browser.begin((await createLink(otherProfile)).url, platform)
    const landing = await browser.visit('GET', back.pathname + back.search)
    if (landing.location?.includes('/connect/choose/')) {
      await chooseFirst(browser, landing.location)
    }
    const profiles = (await connected()).map((each: { profile_id: string }) => each.profile_id)
    expect(new Set(profiles)).toEqual(new Set([profile.id]))
  })
})

/** Finishes a login with the same link in another browser. */
async function useLink(link: Link, platform: PlatformValue): Promise<void> {
  const browser = openBrowser(testApp)
  const back = await callbackOf(browser, link, platform)
  const { location } = await browser.visit('GET', back.pathname + back.search)
  if (location?.includes('/connect/choose/')) await chooseFirst(browser, location)
  expect(await statusOf(link)).toBe('used')
}

async function chooseFirst(browser: Browser, location: string) {
  const { path, ids } = await openPages(browser, location)
  return await browser.visit('POST', path, { accounts: [ids[0]!] })
}
