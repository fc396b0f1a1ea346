import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../../test/build.ts'
import { type Decision, openBrowser, returnQuery } from '../../../../test/client.ts'
import {
  allow,
  buildLink,
  cancel,
  redirect,
  registerOrigin,
} from '../../../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

let testApp: TestApp
let profile: Profile

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 10 })
  await registerOrigin(testApp)
  await buildWebhook(testApp)
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

describe('success', () => {
  test('the account is connected and the client returns with the documented query', async () => {
    const link = await newLink({ state: 'my state & more' })
    const landing = await openBrowser(testApp).login(link.url, 'threads', allow)
    const [account] = await accounts()
    expect(landing.location?.startsWith(`${redirect}&status=connected`)).toBe(true)
    expect(returnQuery(landing)).toEqual({
      from: 'mail',
      x: 'a b',
      status: 'connected',
      profile_id: profile.id,
      account_ids: account.id,
      state: 'my state & more',
    })
    expect(account).toMatchObject({
      object: 'account',
      platform: 'threads',
      profile_id: profile.id,
      username: 'anna.bakes',
      status: 'connected',
      permissions: { missing: [] },
      capabilities: { publish: true },
    })
    expect(await readLink(link.id)).toMatchObject({ status: 'used', account_ids: [account.id] })
  })

  test.each([
    ' a b&c=d#e?f%20+ü日本👩‍👩‍👧"\'<>/\\;,:@\u2028 ',
    '',
    '%',
    'status=connected&profile_id=prof_1',
    'x'.repeat(2_048),
  ])('the state %j comes back unchanged, also after a cancel', async (state) => {
    const link = await newLink({ state })
    const browser = openBrowser(testApp)
    const canceled = await browser.login(link.url, 'threads', cancel)
    expect(returnQuery(canceled)).toMatchObject({ status: 'error', error: 'access_denied', state })
    const landing = await browser.login(link.url, 'threads', allow)
    expect(returnQuery(landing)).toMatchObject({ status: 'connected', state })
  })

  test('a state is decoded correctly by every URL decoder', async () => {
    const link = await newLink({ state: 'a b+c' })
    const landing = await openBrowser(testApp).login(link.url, 'threads', allow)
    const raw = /[?&]state=([^&]*)/.exec(landing.location ?? '')?.[1]
    expect(decodeURIComponent(raw!)).toBe('a b+c')
    expect(returnQuery(landing)).toMatchObject({ state: 'a b+c' })
  })

  test('without a state the query has none', async () => {
    const landing = await openBrowser(testApp).login((await newLink()).url, 'threads', allow)
    expect(returnQuery(landing)).not.toHaveProperty('state')
  })

  test.each([
    ['threads', { account: 'anna.bakes' }],
    ['instagram', { account: 'bergmann.bakery' }],
    ['tiktok', { account: 'anna.bakes' }],
  ] as const)('%s: one login connects one account', async (platform, login) => {
    const link = await newLink()
    const decision: Decision = { decision: 'allow', person: 'anna', ...login }
    const landing = await openBrowser(testApp).login(link.url, platform, decision)
    expect(returnQuery(landing)).toMatchObject({ status: 'connected', profile_id: profile.id })
    expect(await accounts()).toMatchObject([{ platform, status: 'connected' }])
  })

  test('a used link returns 410 and cannot be used again', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    await browser.login(link.url, 'threads', allow)
    expect((await browser.visit('GET', link.url)).status).toBe(410)
    const again = await browser.visit('POST', `${new URL(link.url).pathname}/threads`)
    expect([again.status, again.location]).toEqual([410, null])
  })

  test('no token, code or state appears in a response, an event or a log line', async () => {
    const link = await newLink()
    await openBrowser(testApp).login(link.url, 'threads', allow)
    await testApp.work()
    const { rows } = await testApp.ctx.db.pool.query(
      `select convert_from(body, 'utf8') as body from event where type = 'account.connected'`,
    )
    const output = JSON.stringify([rows, await accounts(), testApp.logLines])
    const { tokens_sealed: sealed } = await testApp.ctx.db.query
      .selectFrom('account')
      .select('tokens_sealed')
      .executeTakeFirstOrThrow()
    expect(sealed?.toString('latin1')).not.toContain('access')
    expect(output).not.toMatch(/THQV|THAA|sandbox-threads-secret/)
    expect(output).not.toContain(new URL(link.url).pathname.slice('/connect/'.length))
  })
})

test('exactly one of 100 concurrent completions of one link succeeds', async () => {
  const link = await newLink()
  const callbacks = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const browser = openBrowser(testApp)
      const login = index % 2 === 0 ? 'anna.bakes' : 'bergmann.bakery'
      const authorizeUrl = await browser.begin(link.url, 'threads')
      const back = await browser.decide(authorizeUrl, { ...allow, account: login })
      return () => browser.visit('GET', back)
    }),
  )
  const landings = await Promise.all(callbacks.map((finish) => finish()))
  const successes = landings.filter((landing) => landing.location?.includes('status=connected'))
  expect(successes).toHaveLength(1)
  expect(await accounts()).toHaveLength(1)
  expect((await readLink(link.id)).account_ids).toHaveLength(1)
}, 60_000)

describe('several pages in one login', () => {
  const decision: Decision = { decision: 'allow', person: 'anna' }

  async function openChoice(link: { url: string }, person = 'anna') {
    const browser = openBrowser(testApp)
    const landing = await browser.login(link.url, 'facebook', { ...decision, person })
    expect(landing.location).toMatch(/\/connect\/choose\//)
    const path = new URL(landing.location!, 'http://localhost:4000').pathname
    const page = await browser.visit('GET', path)
    const ids = [
      ...page.text.matchAll(/name="accounts" value="(\d+)"(?! disabled| checked disabled)/g),
    ].map((m) => m[1]!)
    return { browser, path, page, ids }
  }

  test('a login with 501 pages shows the first 500 and says so', async () => {
    const pages = Array.from({ length: 501 }, (_, index) => ({ name: `Shop ${index}` }))
    const account = { platform: 'facebook', username: 'agency', pages }
    await testApp.sandbox.control('POST', '/people', { name: 'Agency', accounts: [account] })
    const many = await openChoice(await newLink(), 'Agency')
    expect(many.ids).toHaveLength(500)
    expect(many.page.text).toContain('Only the first 500 are shown.')
    const few = await openChoice(await newLink())
    expect(few.page.text).not.toContain('Only the first')
  })

  test('all chosen pages are connected and listed in account_ids', async () => {
    const link = await newLink()
    const { browser, path, page, ids } = await openChoice(link)
    expect(page.text).toContain('Bergmann Bakery')
    expect(page.text).toContain('Old Town Market')
    const chosen = ids.slice(0, 2)
    const landing = await browser.visit('POST', path, { accounts: chosen })
    const connected = await accounts()
    expect(
      connected.map((each: { platform_account_id: string }) => each.platform_account_id).sort(),
    ).toEqual([...chosen].sort())
    expect(returnQuery(landing).account_ids?.split(',').sort()).toEqual(
      connected.map((each: { id: string }) => each.id).sort(),
    )
  })

  test('no page is connected if one cannot be', async () => {
    const first = await openChoice(await newLink())
    await first.browser.visit('POST', first.path, { accounts: [first.ids[0]!] })
    profile = await buildProfile(testApp)
    const link = await newLink()
    const { browser, path, ids } = await openChoice(link)
    const landing = await browser.visit('POST', path, { accounts: [first.ids[0]!, ids.at(-1)!] })
    expect(returnQuery(landing)).toMatchObject({
      status: 'error',
      error: 'account_in_other_profile',
    })
    expect(await accounts()).toEqual([])
    expect((await readLink(link.id)).status).toBe('valid')
  })

  test('choosing nothing or pages that were not granted returns 400', async () => {
    const link = await newLink()
    const { browser, path } = await openChoice(link)
    for (const chosen of [[], ['1'], ['999999999999']]) {
      expect((await browser.visit('POST', path, { accounts: chosen })).status).toBe(400)
    }
    expect(await accounts()).toEqual([])
  })

  test('a client without pages may retry, and canceling returns permission_missing', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const login: Decision = { decision: 'allow', person: 'ben' }
    const landing = await browser.login(link.url, 'facebook', login)
    const path = new URL(landing.location!, 'http://localhost:4000').pathname
    expect((await browser.visit('GET', path)).status).toBe(200)
    const canceled = await browser.visit('POST', path, { do: 'cancel' })
    expect(returnQuery(canceled)).toMatchObject({ status: 'error', error: 'permission_missing' })
    expect((await readLink(link.id)).status).toBe('valid')
  })
})

describe('reconnecting', () => {
  test('reconnecting in the same profile keeps the id and sends reconnected: true', async () => {
    await openBrowser(testApp).login((await newLink()).url, 'threads', allow)
    const [before] = await accounts()
    await testApp.call('DELETE', `/v1/accounts/${before.id}`)
    const link = await newLink({ account_id: before.id, metadata: { ticket: 7 } })
    const landing = await openBrowser(testApp).login(link.url, 'threads', allow)
    expect(returnQuery(landing).account_ids).toBe(before.id)
    expect(await accounts()).toMatchObject([{ id: before.id, status: 'connected' }])
    const { rows } = await testApp.ctx.db.pool.query(
      `select convert_from(body, 'utf8')::jsonb as body from event
       where type = 'account.connected' order by id desc limit 1`,
    )
    expect(rows[0].body.data).toMatchObject({
      reconnected: true,
      account: { id: before.id },
      metadata: { ticket: 7 },
    })
  })

  test('reconnecting a different account returns 409 with its name and connects nothing', async () => {
    await openBrowser(testApp).login((await newLink()).url, 'threads', allow)
    const [before] = await accounts()
    const link = await newLink({ account_id: before.id })
    const other: Decision = { ...allow, account: 'bergmann.bakery' }
    const landing = await openBrowser(testApp).login(link.url, 'threads', other)
    expect([landing.status, landing.location]).toEqual([409, null])
    expect(landing.text).toContain('You logged in as <bdi>@bergmann.bakery</bdi>.')
    expect(await accounts()).toHaveLength(1)
  })
})
