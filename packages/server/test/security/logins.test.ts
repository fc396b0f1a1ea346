import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PlatformValue, platformValues } from '../../src/core/networks.ts'
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
import { openTestApp, type TestApp } from '../test-app.ts'

const allow: Decision = { decision: 'allow', person: 'anna' }
let testApp: TestApp
let profile: Profile

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 10 })
  await registerOrigin(testApp)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.ctx.db.read.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

type Browser = ReturnType<typeof openBrowser>

const newLink = (of = profile) => buildLink(testApp, of.id)

const statusOf = async (link: Link) =>
  (await testApp.call('GET', `/v1/connect-links/${link.id}`)).body.status
const connected = async () => (await testApp.call('GET', '/v1/accounts')).body.data

/** A login up to the moment at which the platform sends the browser back: that address. */
async function cameBack(
  browser: Browser,
  link: Link,
  platform: PlatformValue,
  decision: Decision = allow,
): Promise<URL> {
  const path = await browser.decide(await browser.begin(link.url, platform), decision)
  return new URL(path, testApp.ctx.config.publicUrl)
}

/** The address of a callback with other parameters, which may be there twice. */
const callback = (platform: string, pairs: [string, string][]) =>
  `/connect/callback/${platform}?${new URLSearchParams(pairs)}`

const stateOf = (url: URL) => url.searchParams.get('state')!
const codeOf = (url: URL) => url.searchParams.get('code')!

const expectNothing = (landing: Landing) => expectNotConnected(testApp, landing)

/** Whatever was tried, who began the login can still end it. */
async function expectUnharmed(browser: Browser, back: URL): Promise<void> {
  const landing = await browser.visit('GET', back.pathname + back.search)
  expect(landing.status).toBe(302)
  expect(landing.location).toMatch(/status=connected|\/connect\/choose\//)
}

describe.each(platformValues)('a login at %s', (platform) => {
  const others = platformValues.filter((each) => each !== platform)

  test('asks for a code, with a state of 256 bits that is stored as a hash alone', async () => {
    const authorize = new URL(await openBrowser(testApp).begin((await newLink()).url, platform))
    expect(authorize.searchParams.get('response_type') ?? 'code').toBe('code')
    const state = stateOf(authorize)
    expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { rows } = await testApp.ctx.db.pool.query(
      'select row_to_json(f)::text as row from connect_flow f',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(state)
    expect(authorize.searchParams.get('redirect_uri')).toBe(
      `${testApp.ctx.config.publicUrl}/connect/callback/${platform}`,
    )
    const { challenge } = testApp.ctx.platforms.get(platform)!.connect
    expect(authorize.searchParams.get('code_challenge_method')).toBe(challenge ? 'S256' : null)
  })

  test.each(others)('its response is nothing at the callback of %s', async (other) => {
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    await expectNothing(await browser.visit('GET', `/connect/callback/${other}${back.search}`))
    await expectUnharmed(browser, back)
  })

  test.each(others)(
    'a code of %s is worth nothing to it, though the state is right',
    async (other) => {
      const browser = openBrowser(testApp)
      const link = await newLink()
      const back = await cameBack(browser, link, platform)
      const foreign = await cameBack(browser, link, other)
      const mixed = callback(platform, [
        ['state', stateOf(back)],
        ['code', codeOf(foreign)],
      ])
      await expectNothing(await browser.visit('GET', mixed))
      expect(await statusOf(link)).toBe('valid')
    },
  )

  test('its response is nothing to a browser that has not begun it', async () => {
    const attacker = openBrowser(testApp)
    const back = await cameBack(attacker, await newLink(), platform)
    const victim = openBrowser(testApp)
    await victim.begin((await newLink()).url, platform)
    await expectNothing(await victim.visit('GET', back.pathname + back.search))
    await expectUnharmed(attacker, back)
  })

  test('a cookie of another login, under the name that is looked for, does not stand in for it', async () => {
    const attacker = openBrowser(testApp)
    const link = await newLink()
    const back = await cameBack(attacker, link, platform)
    const [name] = [...attacker.jar.keys()]
    const victim = openBrowser(testApp)
    await victim.begin((await newLink()).url, platform)
    const [foreign] = [...victim.jar.values()]
    for (const value of [foreign!, '', '.', 'x.y', `${foreign}.${link.url.split('/').at(-1)}`]) {
      victim.jar.set(name!, value)
      await expectNothing(await victim.visit('GET', back.pathname + back.search))
    }
    await expectUnharmed(attacker, back)
  })

  test('its response counts once, whichever way it went', async () => {
    for (const decision of [allow, { decision: 'cancel', person: 'anna' }] as Decision[]) {
      const browser = openBrowser(testApp)
      const back = await cameBack(browser, await newLink(), platform, decision)
      await browser.visit('GET', back.pathname + back.search)
      const before = await connected()
      const again = await browser.visit('GET', back.pathname + back.search)
      expect([again.status >= 400, again.location]).toEqual([true, null])
      expect(await connected()).toEqual(before)
      await testApp.ctx.db.read.deleteFrom('account').execute()
    }
  })

  test('of one response that comes ten times at once, one counts', async () => {
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    const landings = await Promise.all(
      Array.from({ length: 10 }, () => browser.visit('GET', back.pathname + back.search)),
    )
    expect(landings.filter(({ status }) => status === 302)).toHaveLength(1)
  })

  test('a refusal with a code is a refusal: the code is not used', async () => {
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    const both = callback(platform, [
      ['state', stateOf(back)],
      ['code', codeOf(back)],
      ['error', 'access_denied'],
    ])
    const landing = await browser.visit('GET', both)
    expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'access_denied' })
    expect(await connected()).toEqual([])
  })

  test.each([
    ['an error of its own', 'server_error'],
    ['an error that is markup', '<script>alert(1)</script>'],
    ['an error of ours', 'plan_account_limit'],
  ])(
    '%s with a code keeps the client here and is not repeated to anybody',
    async (_what, error) => {
      const browser = openBrowser(testApp)
      const back = await cameBack(browser, await newLink(), platform)
      const landing = await browser.visit(
        'GET',
        callback(platform, [
          ['state', stateOf(back)],
          ['code', codeOf(back)],
          ['error', error],
        ]),
      )
      await expectNothing(landing)
      expect(landing.text).not.toContain(error)
    },
  )

  test.each(['state', 'code', 'error', 'error_reason'])(
    'an response that says %s twice is refused whole, in either order, and its state is not used up',
    async (name) => {
      const browser = openBrowser(testApp)
      const back = await cameBack(browser, await newLink(), platform)
      const right: [string, string][] = [
        ['state', stateOf(back)],
        ['code', codeOf(back)],
      ]
      const more: [string, string][] = [[name, 'A'.repeat(43)]]
      if (!right.some(([known]) => known === name)) more.push([name, 'access_denied'])
      for (const pairs of [
        [...right, ...more],
        [...more, ...right],
      ]) {
        await expectNothing(await browser.visit('GET', callback(platform, pairs)))
      }
      await expectUnharmed(browser, back)
    },
  )

  test.each([
    ['state[]', 'code'],
    ['State', 'code'],
    ['state ', 'code'],
    ['state', 'CODE'],
    ['state', 'code[]'],
    ['state', 'authorization_code'],
  ])('an response in %j and %j connects nobody', async (state, code) => {
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    const pairs: [string, string][] = [
      [state, stateOf(back)],
      [code, codeOf(back)],
    ]
    await expectNothing(await browser.visit('GET', callback(platform, pairs)))
  })

  test('an response that is posted is no response', async () => {
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    await expectNothing(await browser.visit('POST', back.pathname + back.search))
    const fields = Object.fromEntries(back.searchParams)
    await expectNothing(await browser.visit('POST', back.pathname, fields))
    await expectUnharmed(browser, back)
  })

  test.each([
    [
      'revoked',
      async (link: Link) => void (await testApp.call('DELETE', `/v1/connect-links/${link.id}`)),
    ],
    ['used by another login', useUp],
    [
      'of a profile that is being deleted',
      async () => void (await testApp.call('DELETE', `/v1/profiles/${profile.id}`)),
    ],
  ] as const)('its response connects nobody once the link is %s', async (_how, end) => {
    const browser = openBrowser(testApp)
    const link = await newLink()
    const back = await cameBack(browser, link, platform)
    await end(link, platform)
    const before = await connected()
    const landing = await browser.visit('GET', back.pathname + back.search)
    expect([landing.status >= 400, landing.location]).toEqual([true, null])
    expect(await connected()).toEqual(before)
  })

  test('an response that comes after 30 minutes is expired, and connects nobody', async () => {
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    testApp.clock.advance(30 * 60_000)
    const landing = await browser.visit('GET', back.pathname + back.search)
    expect(returnQuery(landing)).toMatchObject({ status: 'error', error: 'expired' })
    expect(await connected()).toEqual([])
  })

  test('the account joins the profile of its own link, whatever else the browser has begun', async () => {
    const elsewhere = await buildProfile(testApp)
    const browser = openBrowser(testApp)
    const back = await cameBack(browser, await newLink(), platform)
    await browser.begin((await newLink(elsewhere)).url, platform)
    const landing = await browser.visit('GET', back.pathname + back.search)
    if (landing.location?.includes('/connect/choose/')) {
      await chooseFirst(browser, landing.location)
    }
    const profiles = (await connected()).map((each: { profile_id: string }) => each.profile_id)
    expect(new Set(profiles)).toEqual(new Set([profile.id]))
  })
})

/** Another browser ends a login with the same link. */
async function useUp(link: Link, platform: PlatformValue): Promise<void> {
  const browser = openBrowser(testApp)
  const back = await cameBack(browser, link, platform)
  const { location } = await browser.visit('GET', back.pathname + back.search)
  if (location?.includes('/connect/choose/')) await chooseFirst(browser, location)
  expect(await statusOf(link)).toBe('used')
}

async function chooseFirst(browser: Browser, location: string) {
  const { path, ids } = await openPages(browser, location)
  return await browser.visit('POST', path, { accounts: [ids[0]!] })
}
