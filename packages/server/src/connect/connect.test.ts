import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile, buildWebhook, grantedAccount } from '../../test/build.ts'
import { type Decision, openBrowser, returned } from '../../test/client.ts'
import { type House, openHouse } from '../../test/house.ts'
import type { Profile } from '../resources/profile.ts'
import { completeLink } from './complete.ts'

const redirect = 'https://app.example.com/connected?from=mail&x=a%20b'
const allow: Decision = { decision: 'allow', person: 'anna', account: 'anna.bakes' }
const cancel: Decision = { decision: 'cancel', person: 'anna' }
let house: House
let profile: Profile

beforeAll(async () => {
  house = await openHouse({ poolMax: 10 })
  await house.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  await buildWebhook(house)
})
afterAll(() => house.close())

beforeEach(async () => {
  await house.sandbox.control('DELETE', '/faults')
  await house.sandbox.control('PUT', '/settings', { cancel_omits_state: false })
  await house.ctx.db.read.deleteFrom('account').execute()
  profile = await buildProfile(house)
})

async function newLink(input: Record<string, unknown> = {}) {
  const { status, body } = await house.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: redirect,
    ...input,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const readLink = async (id: string) => (await house.call('GET', `/v1/connect-links/${id}`)).body
const accounts = async () =>
  (await house.call('GET', '/v1/accounts', undefined, { profile: profile.id })).body.data

describe('creating a link', () => {
  test('answers url, profile_id (never the external_id) and an expiry 30 minutes later', async () => {
    await house.call('PATCH', `/v1/profiles/${profile.id}`, { external_id: 'ext-1' })
    const { status, body } = await house.call('POST', '/v1/profiles/ext-1/connect-links', {
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
    const minutes = (Date.parse(body.expires_at) - house.clock.now().getTime()) / 60_000
    expect(minutes).toBe(30)
    await house.call('PATCH', `/v1/profiles/${profile.id}`, { external_id: null })
  })

  const refusalOf = async (url: string) => {
    const answer = await house.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
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
      const answer = await house.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
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
    const unknown = await house.call('POST', path, {
      redirect_url: redirect,
      platforms: ['myspace'],
    })
    expect(unknown.body.error).toMatchObject({ code: 'validation_failed', param: 'platforms.0' })
    const foreign = await buildAccount(house)
    const other = await house.call('POST', path, { redirect_url: redirect, account_id: foreign.id })
    expect([other.status, other.body.error.code]).toEqual([404, 'account_not_found'])
  })
})

describe('the hosted page', () => {
  test('opening it never consumes the link, whoever opens it', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await browser.visit(method, link.url)).status).toBe(200)
    }
    expect((await readLink(link.id)).status).toBe('valid')
  })

  test('shows only the platforms that were asked for', async () => {
    const link = await newLink({ platforms: ['threads', 'tiktok'] })
    const browser = openBrowser(house)
    const { text } = await browser.visit('GET', link.url)
    expect(text).toContain('Threads')
    expect(text).toContain('TikTok')
    expect(text).not.toContain('Instagram')
    const sneaked = await browser.visit('POST', `${new URL(link.url).pathname}/instagram`)
    expect(sneaked.status).toBe(404)
  })

  test('an unknown token is 404 and tells nothing', async () => {
    const browser = openBrowser(house)
    for (const token of ['x', 'A'.repeat(43), '%00']) {
      expect((await browser.visit('GET', `/connect/${token}`)).status).toBe(404)
    }
    expect((await browser.visit('GET', '/connect/choose/%00')).status).toBe(404)
  })
})

describe('success', () => {
  test('the account joins the profile and the client returns with the contract query', async () => {
    const link = await newLink({ state: 'my state & more' })
    const landing = await openBrowser(house).login(link.url, 'threads', allow)
    const [account] = await accounts()
    expect(landing.location?.startsWith(`${redirect}&status=connected`)).toBe(true)
    expect(returned(landing)).toEqual({
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
  ])('the state %j comes back to the letter, also after a cancel', async (state) => {
    const link = await newLink({ state })
    const browser = openBrowser(house)
    const canceled = await browser.login(link.url, 'threads', cancel)
    expect(returned(canceled)).toMatchObject({ status: 'error', error: 'access_denied', state })
    const landing = await browser.login(link.url, 'threads', allow)
    expect(returned(landing)).toMatchObject({ status: 'connected', state })
  })

  test('a state is read as it was sent by every decoder of URLs', async () => {
    const link = await newLink({ state: 'a b+c' })
    const landing = await openBrowser(house).login(link.url, 'threads', allow)
    const raw = /[?&]state=([^&]*)/.exec(landing.location ?? '')?.[1]
    expect(decodeURIComponent(raw!)).toBe('a b+c')
    expect(returned(landing)).toMatchObject({ state: 'a b+c' })
  })

  test('without a state none comes back', async () => {
    const landing = await openBrowser(house).login((await newLink()).url, 'threads', allow)
    expect(returned(landing)).not.toHaveProperty('state')
  })

  test.each([
    ['threads', { account: 'anna.bakes' }],
    ['instagram', { account: 'bergmann.bakery' }],
    ['tiktok', { account: 'anna.bakes' }],
  ] as const)('%s: one login connects one account', async (platform, who) => {
    const link = await newLink()
    const decision: Decision = { decision: 'allow', person: 'anna', ...who }
    const landing = await openBrowser(house).login(link.url, platform, decision)
    expect(returned(landing)).toMatchObject({ status: 'connected', profile_id: profile.id })
    expect(await accounts()).toMatchObject([{ platform, status: 'connected' }])
  })

  test('a used link says so and cannot be used again', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    await browser.login(link.url, 'threads', allow)
    expect((await browser.visit('GET', link.url)).status).toBe(410)
    const again = await browser.visit('POST', `${new URL(link.url).pathname}/threads`)
    expect([again.status, again.location]).toEqual([410, null])
  })

  test('no token, code or state appears in a response, an event or a log line', async () => {
    const link = await newLink()
    await openBrowser(house).login(link.url, 'threads', allow)
    await house.work()
    const { rows } = await house.ctx.db.pool.query(
      `select convert_from(body, 'utf8') as body from event where type = 'account.connected'`,
    )
    const told = JSON.stringify([rows, await accounts(), house.logLines])
    const { tokens_sealed: sealed } = await house.ctx.db.read
      .selectFrom('account')
      .select('tokens_sealed')
      .executeTakeFirstOrThrow()
    expect(sealed?.toString('latin1')).not.toContain('access')
    expect(told).not.toMatch(/THQV|THAA|sandbox-threads-secret/)
    expect(told).not.toContain(new URL(link.url).pathname.slice('/connect/'.length))
  })
})

describe('failure leaves the link valid', () => {
  test('access_denied when the client cancels; then the same link succeeds', async () => {
    const link = await newLink({ state: 's1' })
    const browser = openBrowser(house)
    const landing = await browser.login(link.url, 'threads', cancel)
    expect(returned(landing)).toEqual({
      from: 'mail',
      x: 'a b',
      status: 'error',
      error: 'access_denied',
      state: 's1',
    })
    expect(await readLink(link.id)).toMatchObject({ status: 'valid' })
    const success = await browser.login(link.url, 'threads', allow)
    expect(returned(success).status).toBe('connected')
    const { attempts } = await readLink(link.id)
    expect(attempts.map((attempt: { error: string | null }) => attempt.error)).toEqual([
      null,
      'access_denied',
      null,
      null,
    ])
  })

  test.each(['threads', 'instagram', 'facebook', 'tiktok'] as const)(
    'access_denied when %s sends a client who cancels back without the state',
    async (platform) => {
      await house.sandbox.control('PUT', '/settings', { cancel_omits_state: true })
      const link = await newLink({ state: 's1' })
      const browser = openBrowser(house)
      const begun = await browser.begin(link.url, platform)
      // Another login of the same browser is under way and stays so.
      const other = platform === 'tiktok' ? 'threads' : 'tiktok'
      const elsewhere = await browser.begin((await newLink({ state: 's2' })).url, other)
      const back = await browser.decide(begun, cancel)
      expect(new URL(back, house.ctx.config.publicUrl).searchParams.has('state')).toBe(false)
      const stranger = await openBrowser(house).visit('GET', back)
      expect([stranger.status, stranger.location]).toEqual([400, null])
      const landing = await browser.visit('GET', back)
      expect(returned(landing)).toMatchObject({ error: 'access_denied', state: 's1' })
      expect((await readLink(link.id)).status).toBe('valid')
      const done = await browser.visit('GET', await browser.decide(elsewhere, allow))
      expect(returned(done)).toMatchObject({ status: 'connected', state: 's2' })
      expect((await browser.visit('GET', back)).status).toBe(400)
    },
  )

  test('permission_missing when a required permission is not ticked', async () => {
    const link = await newLink()
    const landing = await openBrowser(house).login(link.url, 'threads', {
      ...allow,
      permissions: ['threads_basic'],
    })
    expect(returned(landing)).toMatchObject({ status: 'error', error: 'permission_missing' })
    expect((await readLink(link.id)).status).toBe('valid')
    expect(await accounts()).toEqual([])
  })

  test('account_in_other_profile when it lives in another profile of the owner', async () => {
    const first = await newLink()
    await openBrowser(house).login(first.url, 'threads', allow)
    profile = await buildProfile(house)
    const link = await newLink()
    const landing = await openBrowser(house).login(link.url, 'threads', allow)
    expect(returned(landing)).toMatchObject({ status: 'error', error: 'account_in_other_profile' })
    expect((await readLink(link.id)).status).toBe('valid')
    expect(await accounts()).toEqual([])
  })

  test('plan_account_limit when the plan is full', async () => {
    await house.ctx.db.read.updateTable('owner').set({ account_limit: 0 }).execute()
    try {
      const link = await newLink()
      const landing = await openBrowser(house).login(link.url, 'threads', allow)
      expect(returned(landing)).toMatchObject({ status: 'error', error: 'plan_account_limit' })
      expect((await readLink(link.id)).status).toBe('valid')
    } finally {
      await house.ctx.db.read.updateTable('owner').set({ account_limit: null }).execute()
    }
  })

  test('expired when the client comes back too late, and the page offers the way back', async () => {
    const link = await newLink({ state: 'late' })
    const browser = openBrowser(house)
    const authorizeUrl = await browser.begin(link.url, 'threads')
    const back = await browser.decide(authorizeUrl, allow)
    house.clock.advance(30 * 60_000)
    const landing = await browser.visit('GET', back)
    expect(returned(landing)).toMatchObject({ status: 'error', error: 'expired', state: 'late' })
    const page = await browser.visit('GET', link.url)
    expect(page.status).toBe(410)
    expect(page.text).toContain('error=expired')
    expect((await readLink(link.id)).status).toBe('expired')
    expect(await accounts()).toEqual([])
  })

  test('expired when the link ends while the platform is asked', async () => {
    const link = await newLink({ state: 'slow' })
    await openBrowser(house).begin(link.url, 'threads')
    const flow = await house.ctx.db.read
      .selectFrom('connect_flow')
      .selectAll()
      .where('link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    house.clock.advance(30 * 60_000)
    const outcome = await completeLink(house.ctx, flow, 'token', [grantedAccount()])
    const url = new URL(outcome.go === 'away' ? outcome.url : 'about:blank')
    expect(url.searchParams.get('error')).toBe('expired')
    expect(await accounts()).toEqual([])
  })

  test('a platform that does not answer keeps the client here, and trying again succeeds', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    await house.sandbox.control('POST', '/faults', {
      platform: 'threads',
      match: '*',
      kind: 'http_500',
      times: 20,
    })
    const landing = await browser.login(link.url, 'threads', allow)
    expect([landing.status, landing.location]).toEqual([502, null])
    await house.sandbox.control('DELETE', '/faults')
    expect(returned(await browser.login(link.url, 'threads', allow)).status).toBe('connected')
  })
})

describe('forged and replayed callbacks', () => {
  test('a state works once', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), cancel)
    expect(returned(await browser.visit('GET', back)).error).toBe('access_denied')
    const replay = await browser.visit('GET', back)
    expect([replay.status, replay.location]).toEqual([409, null])
  })

  test('another browser cannot finish a login it did not begin', async () => {
    const link = await newLink()
    const victim = openBrowser(house)
    const back = await victim.decide(await victim.begin(link.url, 'threads'), allow)
    const attacker = await openBrowser(house).visit('GET', back)
    expect([attacker.status, attacker.location]).toEqual([400, null])
    expect(await accounts()).toEqual([])
    expect(returned(await victim.visit('GET', back)).status).toBe('connected')
  })

  test.each([
    '?code=x',
    '?code=x&state=',
    `?code=x&state=${'A'.repeat(43)}`,
    '?error=access_denied',
    '?state=%00',
  ])('an invented callback changes nothing: %s', async (query) => {
    const landing = await openBrowser(house).visit('GET', `/connect/callback/threads${query}`)
    expect([landing.status, landing.location]).toEqual([400, null])
  })

  test('a code without its state is nobody’s, also in the browser that began', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const stateless = back.replace(/&state=[^&#]+/, '')
    expect(stateless).not.toBe(back)
    for (const more of ['', '&error=access_denied']) {
      expect((await browser.visit('GET', stateless + more)).status).toBe(400)
    }
    expect(await accounts()).toEqual([])
  })

  test('a state of one platform is nothing on the callback of another', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const crossed = await browser.visit('GET', back.replace('/threads?', '/instagram?'))
    expect(crossed.status).toBe(400)
    expect(returned(await browser.visit('GET', back)).status).toBe('connected')
  })
})

test('of one hundred simultaneous completions of one link exactly one succeeds', async () => {
  const link = await newLink()
  const backs = await Promise.all(
    Array.from({ length: 100 }, async (_, place) => {
      const browser = openBrowser(house)
      const who = place % 2 === 0 ? 'anna.bakes' : 'bergmann.bakery'
      const authorizeUrl = await browser.begin(link.url, 'threads')
      const back = await browser.decide(authorizeUrl, { ...allow, account: who })
      return () => browser.visit('GET', back)
    }),
  )
  const landings = await Promise.all(backs.map((finish) => finish()))
  const successes = landings.filter((landing) => landing.location?.includes('status=connected'))
  expect(successes).toHaveLength(1)
  expect(await accounts()).toHaveLength(1)
  expect((await readLink(link.id)).account_ids).toHaveLength(1)
}, 60_000)

describe('several pages at once', () => {
  const decision: Decision = { decision: 'allow', person: 'anna' }

  async function openChoice(link: { url: string }) {
    const browser = openBrowser(house)
    const landing = await browser.login(link.url, 'facebook', decision)
    expect(landing.location).toMatch(/\/connect\/choose\//)
    const path = new URL(landing.location!, 'http://localhost:4000').pathname
    const page = await browser.visit('GET', path)
    const ids = [
      ...page.text.matchAll(/name="accounts" value="(\d+)"(?! disabled| checked disabled)/g),
    ].map((m) => m[1]!)
    return { browser, path, page, ids }
  }

  test('all chosen pages join the profile and account_ids names them', async () => {
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
    expect(returned(landing).account_ids?.split(',').sort()).toEqual(
      connected.map((each: { id: string }) => each.id).sort(),
    )
  })

  test('none joins when one of them cannot', async () => {
    const first = await openChoice(await newLink())
    await first.browser.visit('POST', first.path, { accounts: [first.ids[0]!] })
    profile = await buildProfile(house)
    const link = await newLink()
    const { browser, path, ids } = await openChoice(link)
    const landing = await browser.visit('POST', path, { accounts: [first.ids[0]!, ids.at(-1)!] })
    expect(returned(landing)).toMatchObject({ status: 'error', error: 'account_in_other_profile' })
    expect(await accounts()).toEqual([])
    expect((await readLink(link.id)).status).toBe('valid')
  })

  test('nothing chosen and pages that were never granted are refused on the page', async () => {
    const link = await newLink()
    const { browser, path } = await openChoice(link)
    for (const chosen of [[], ['1'], ['999999999999']]) {
      expect((await browser.visit('POST', path, { accounts: chosen })).status).toBe(400)
    }
    expect(await accounts()).toEqual([])
  })

  test('a client without pages may try again; giving up is permission_missing', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    const who: Decision = { decision: 'allow', person: 'ben' }
    const landing = await browser.login(link.url, 'facebook', who)
    const path = new URL(landing.location!, 'http://localhost:4000').pathname
    expect((await browser.visit('GET', path)).status).toBe(200)
    const left = await browser.visit('POST', path, { do: 'cancel' })
    expect(returned(left)).toMatchObject({ status: 'error', error: 'permission_missing' })
    expect((await readLink(link.id)).status).toBe('valid')
  })
})

describe('reconnecting', () => {
  test('in the same profile keeps the id, and the event says reconnected', async () => {
    await openBrowser(house).login((await newLink()).url, 'threads', allow)
    const [before] = await accounts()
    await house.call('DELETE', `/v1/accounts/${before.id}`)
    const link = await newLink({ account_id: before.id, metadata: { ticket: 7 } })
    const landing = await openBrowser(house).login(link.url, 'threads', allow)
    expect(returned(landing).account_ids).toBe(before.id)
    expect(await accounts()).toMatchObject([{ id: before.id, status: 'connected' }])
    const { rows } = await house.ctx.db.pool.query(
      `select convert_from(body, 'utf8')::jsonb as body from event
       where type = 'account.connected' order by id desc limit 1`,
    )
    expect(rows[0].body.data).toMatchObject({
      reconnected: true,
      account: { id: before.id },
      metadata: { ticket: 7 },
    })
  })

  test('with another account than the link is for keeps the client here', async () => {
    await openBrowser(house).login((await newLink()).url, 'threads', allow)
    const [before] = await accounts()
    const link = await newLink({ account_id: before.id })
    const other: Decision = { ...allow, account: 'bergmann.bakery' }
    const landing = await openBrowser(house).login(link.url, 'threads', other)
    expect([landing.status, landing.location]).toEqual([409, null])
    expect(await accounts()).toHaveLength(1)
  })
})

describe('revoking a link', () => {
  test('it stops at once, also for a login under way', async () => {
    const link = await newLink()
    const browser = openBrowser(house)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    const revoked = await house.call('DELETE', `/v1/connect-links/${link.id}`)
    expect(revoked.body.status).toBe('revoked')
    expect((await browser.visit('GET', back)).status).toBe(410)
    expect((await browser.visit('GET', link.url)).status).toBe(410)
    expect(await accounts()).toEqual([])
  })

  test('a used link is connect_link_not_revocable', async () => {
    const link = await newLink()
    await openBrowser(house).login(link.url, 'threads', allow)
    const answer = await house.call('DELETE', `/v1/connect-links/${link.id}`)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'connect_link_not_revocable'])
  })
})

test('a link never completes into a profile that is being deleted', async () => {
  const link = await newLink()
  const browser = openBrowser(house)
  const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
  await house.call('DELETE', `/v1/profiles/${profile.id}`)
  expect((await browser.visit('GET', back)).location).toBe(null)
  const left = await house.ctx.db.read.selectFrom('account').select('id').execute()
  expect(left).toEqual([])
})
