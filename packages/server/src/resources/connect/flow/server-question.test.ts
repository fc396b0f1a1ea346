import type dns from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { openBrowser, returnQuery } from '../../../../test/client.ts'
import { buildLink, registerOrigin } from '../../../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

const deadlineMs = 1_000
const anna = { decision: 'allow', person: 'anna', account: 'anna' } as const

/** Names of other people's servers, none of which is a Mastodon server that may be called. */
const lookup = ((host: string, _options: unknown, callback: unknown) => {
  const respond = callback as (err: Error | null, addresses: dns.LookupAddress[]) => void
  if (host.endsWith('.localhost')) return respond(null, [{ address: '127.0.0.1', family: 4 }])
  if (host === 'private.example.com') return respond(null, [{ address: '10.0.0.7', family: 4 }])
  if (host === 'slow.example.com') return undefined
  return respond(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
}) as typeof dns.lookup

let testApp: TestApp
let profile: Profile

beforeAll(async () => {
  testApp = await openTestApp({ lookup, deadlineMs: () => deadlineMs })
  await registerOrigin(testApp)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

const serverName = (label = 'mastodon') => `${label}.localhost:${new URL(testApp.sandbox.url).port}`
const newLink = (input: Record<string, unknown> = {}) => buildLink(testApp, profile.id, input)
const readLink = async (id: string) => (await testApp.call('GET', `/v1/connect-links/${id}`)).body
const questionOf = (link: { url: string }) => `${new URL(link.url).pathname}/mastodon`
const enter = (link: { url: string }, server: string, browser = openBrowser(testApp)) =>
  browser.visit('POST', questionOf(link), { server })
const fieldOf = (text: string) => /<input name="server" value="([^"]*)"/.exec(text)?.[1]
const headingOf = (text: string) => /<h1>([^<]*)/.exec(text)?.[1]

describe('the question', () => {
  test.each(['de', null])(
    'the language %s of the link is that of the server’s page',
    async (language) => {
      const link = await newLink(language ? { language } : {})
      const { location } = await enter(link, serverName())
      expect(new URL(location!).searchParams.get('lang')).toBe(language)
    },
  )

  test('a profile address with broken escapes is an unknown account', async () => {
    const link = await newLink()
    const path = `${new URL(link.url).pathname}/bluesky`
    const server = 'https://bsky.app/profile/%E0%A4%A'
    const page = await openBrowser(testApp).visit('POST', path, { server })
    expect(page.status).toBe(422)
    expect(fieldOf(page.text)).toBe(server)
  })

  test('the link page leads to a form with one empty field, and asks no server yet', async () => {
    const link = await newLink()
    await testApp.sandbox.control('DELETE', '/calls')
    const page = await openBrowser(testApp).visit('GET', new URL(link.url).pathname)
    expect(page.text).toContain(`<form method="get" action="${questionOf(link)}">`)
    const question = await openBrowser(testApp).visit('GET', questionOf(link))
    expect(question.status).toBe(200)
    expect(fieldOf(question.text)).toBe('')
    expect(question.text).toContain('placeholder="mastodon.social"')
    expect(question.text).not.toContain('<script')
    expect((await testApp.sandbox.control('GET', '/calls')).data).toEqual([])
    expect((await readLink(link.id)).attempts).toEqual([])
  })

  test('hints of the link prefill the field, and opening it starts nothing', async () => {
    const link = await newLink({ hints: { mastodon: 'bakery.example "<b>"' } })
    const { text } = await openBrowser(testApp).visit('GET', questionOf(link))
    expect(fieldOf(text)).toBe('bakery.example &quot;&lt;b&gt;&quot;')
    expect((await readLink(link.id)).attempts).toEqual([])
  })

  test.each([
    ['en', 'Which Mastodon server are you on?'],
    ['de', 'Auf welchem Mastodon-Server ist Ihr Konto?'],
    ['es', '¿En qué servidor de Mastodon está su cuenta?'],
    ['ja', 'Mastodonのサーバーを入力してください'],
  ])('in %s it has its own words, also after an error', async (language, heading) => {
    const link = await newLink({ language })
    const question = await openBrowser(testApp).visit('GET', questionOf(link))
    const refused = await enter(link, 'localhost')
    for (const { text } of [question, refused]) {
      expect(text).toContain(`<html lang="${language}"`)
      expect(headingOf(text)).toBe(heading)
    }
    expect(refused.text).toContain('role="alert"')
  })

  test.each(['used', 'revoked', 'unknown'])('of a link that is %s it is closed', async (state) => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    if (state === 'used') {
      const { location } = await enter(link, serverName(), browser)
      await browser.visit('GET', await browser.decide(location!, anna))
    }
    if (state === 'revoked') await testApp.call('DELETE', `/v1/connect-links/${link.id}`)
    const path = state === 'unknown' ? '/connect/unknown/mastodon' : questionOf(link)
    for (const method of ['GET', 'POST'] as const) {
      const { status, text } = await browser.visit(method, path)
      expect(status).toBe(state === 'unknown' ? 404 : 410)
      expect(fieldOf(text)).toBeUndefined()
    }
  })
})

describe('a login', () => {
  test.each([
    ['a name', (host: string) => host],
    ['a name in capitals with spaces', (host: string) => `  ${host.toUpperCase()} `],
    ['an address with a user', (host: string) => `@anna@${host}`],
    ['an address without the first @', (host: string) => `anna@${host}`],
    ['the URL of a profile', (host: string) => `http://${host}/@anna`],
  ])('with %s leads to the server and connects the account', async (_name, write) => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const { status, location } = await enter(link, write(serverName()), browser)
    expect(status).toBe(303)
    const authorize = new URL(location!)
    expect(authorize.origin).toBe(`http://${serverName()}`)
    expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
    const landing = await browser.visit('GET', await browser.decide(location!, anna))
    expect(returnQuery(landing).status).toBe('connected')
    const { data } = (await testApp.call('GET', '/v1/accounts', undefined, { profile: profile.id }))
      .body
    expect(data).toMatchObject([
      { platform: 'mastodon', username: `anna@${serverName()}`, status: 'connected' },
    ])
  })

  test('of two people at one server registers one app, and forgets it if the server did', async () => {
    const clientIdOf = async () =>
      new URL((await enter(await newLink(), serverName())).location!).searchParams.get('client_id')
    const first = await clientIdOf()
    expect(await clientIdOf()).toBe(first)
    await testApp.sandbox.control('POST', '/reset')
    expect(await clientIdOf()).not.toBe(first)
  })

  test('at a server that other people use keeps the accounts apart', async () => {
    const usernames: string[] = []
    for (const label of ['oldmastodon', 'otherserver']) {
      const link = await newLink()
      const browser = openBrowser(testApp)
      const { location } = await enter(link, serverName(label), browser)
      expect(new URL(location!).searchParams.get('code_challenge')).toBeNull()
      await browser.visit('GET', await browser.decide(location!, anna))
      const { account_ids: ids } = await readLink(link.id)
      const account = (await testApp.call('GET', `/v1/accounts/${ids[0]}`)).body
      usernames.push(account.username)
      const textMax = account.limits.text.max
      expect(textMax).toBe(label === 'otherserver' ? 5_000 : 500)
    }
    expect(usernames).toEqual([
      `anna@${serverName('oldmastodon')}`,
      `anna@${serverName('otherserver')}`,
    ])
  })

  test('of a reconnect link asks nothing and goes to the server of the account', async () => {
    const first = await newLink()
    const browser = openBrowser(testApp)
    const { location } = await enter(first, serverName(), browser)
    await browser.visit('GET', await browser.decide(location!, anna))
    const [accountId] = (await readLink(first.id)).account_ids
    const link = await newLink({ account_id: accountId })
    const page = await browser.visit('GET', new URL(link.url).pathname)
    expect(page.text).toContain(`<form method="post" action="${questionOf(link)}">`)
    const question = await browser.visit('GET', questionOf(link))
    expect([question.status, question.location]).toEqual([303, new URL(link.url).pathname])
    const ignored = await enter(link, 'private.example.com', browser)
    expect(new URL(ignored.location!).origin).toBe(`http://${serverName()}`)
    const back = await browser.decide(ignored.location!, anna)
    expect(returnQuery(await browser.visit('GET', back)).status).toBe('connected')
  })
})

describe('a server that cannot be used', () => {
  const unreachable = ['nothing.example.com', 'private.example.com', 'slow.example.com']

  test('unknown, private and slow hosts look the same and take the deadline', async () => {
    const pages: string[] = []
    for (const host of unreachable) {
      const link = await newLink()
      const startedAt = performance.now()
      const { status, text } = await enter(link, `@anna@${host}`)
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(deadlineMs)
      expect(status).toBe(422)
      expect(fieldOf(text)).toBe(`@anna@${host}`)
      const token = new URL(link.url).pathname.split('/').at(-1)!
      pages.push(text.replaceAll(host, 'HOST').replaceAll(token, 'TOKEN'))
    }
    expect(new Set(pages).size).toBe(1)
  })

  test.each([
    ['nothing', ''],
    ['an address', '127.0.0.1'],
    ['an address as a number', '2130706433'],
    ['an IPv6 address', '[::1]'],
    ['a single label', 'intranet'],
    ['a port', 'social.example.com:8443'],
    ['http', 'http://social.example.com'],
    ['credentials', 'https://anna:secret@social.example.com'],
    ['another scheme', 'file:///etc/passwd'],
    ['our own host', 'localhost:4000'],
    ['the sandbox itself', '127.0.0.1:4100'],
    ['an empty label', 'social..example.com'],
    ['spaces', 'not a server'],
    ['300 characters and more', `${'a'.repeat(400)}.example.com`],
  ])('%s → the form with what was entered, and no login', async (_name, entered) => {
    const link = await newLink()
    const { status, text, location } = await enter(link, entered)
    expect([status, location]).toEqual([422, null])
    expect(fieldOf(text)).toBe(entered.slice(0, 300))
    expect(text).toContain('aria-invalid="true"')
    const { status: linkStatus, attempts } = await readLink(link.id)
    expect(linkStatus).toBe('valid')
    const errors = attempts.map(({ error }: { error: string }) => error)
    expect(errors).toEqual(entered === '' ? [] : ['server_unknown'])
  })

  test.each(['http_500', 'redirect', 'connection_reset'])(
    'a server that fails with %s → the form, and the next try succeeds',
    async (kind) => {
      await testApp.sandbox.control('POST', '/reset')
      await testApp.ctx.db.query.deleteFrom('platform_server').execute()
      const fault = { platform: 'mastodon', match: '*', kind, times: 3 }
      await testApp.sandbox.control('POST', '/faults', fault)
      const link = await newLink()
      const refused = await enter(link, serverName())
      expect(refused.status).toBe(422)
      await testApp.sandbox.control('DELETE', '/faults')
      expect((await enter(link, serverName())).status).toBe(303)
    },
  )

  test('a server that is too busy to register an app → the form, and the link stays valid', async () => {
    await testApp.ctx.db.query.deleteFrom('platform_server').execute()
    const fault = { platform: 'mastodon', match: 'register', kind: 'rate_limited', times: 1 }
    await testApp.sandbox.control('POST', '/faults', fault)
    const link = await newLink()
    const { status, text } = await enter(link, serverName())
    expect(status).toBe(502)
    expect(fieldOf(text)).toBe(serverName())
    const { status: linkStatus, attempts } = await readLink(link.id)
    expect(linkStatus).toBe('valid')
    expect(attempts).toMatchObject([{ error: 'platform_unavailable' }])
  })
})

describe('limits', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await openTestApp({ lookup, env: { RATE_LIMIT_PER_MINUTE: '600' } })
    await registerOrigin(limited)
  })
  afterAll(() => limited.close())

  const tries = async (link: { url: string }, count: number) => {
    const statuses: number[] = []
    for (let each = 0; each < count; each++) {
      const browser = openBrowser(limited)
      statuses.push((await browser.visit('POST', questionOf(link), { server: 'intranet' })).status)
    }
    return statuses
  }

  test('the eleventh server in a minute returns 429, and works a minute later', async () => {
    const link = await buildLink(limited, (await buildProfile(limited)).id)
    expect(await tries(link, 11)).toEqual([...Array(10).fill(422), 429])
    limited.clock.advance(60_000)
    expect(await tries(link, 1)).toEqual([422])
  })

  test('the 31st server of a link returns 429; another link works', async () => {
    const { id } = await buildProfile(limited)
    const link = await buildLink(limited, id)
    for (let minutes = 0; minutes < 3; minutes++) {
      limited.clock.advance(60_000)
      expect(await tries(link, 10)).toEqual(Array(10).fill(422))
    }
    limited.clock.advance(60_000)
    expect(await tries(link, 1)).toEqual([429])
    expect(await tries(await buildLink(limited, id), 1)).toEqual([422])
  })
})
