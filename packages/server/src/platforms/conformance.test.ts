import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Case, cases } from '../../test/platforms/conformance-cases.ts'
import { openWorld, redirectUri, type World } from '../../test/platforms/conformance-world.ts'
import { PlatformError, type PlatformErrorKind } from './errors.ts'
import type { Grant, Platform } from './platform.ts'
import { createPlatforms } from './registry.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const facebook = cases.find(({ value }) => value === 'facebook')!
const instagram = cases.find(({ value }) => value === 'instagram')!
let world: World

beforeAll(async () => {
  world = await openWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('the configured platforms stand in the order in which pages show them', () => {
  expect([...world.platforms.keys()]).toEqual(['threads', 'instagram', 'facebook', 'tiktok'])
  for (const [value, platform] of world.platforms) expect(platform.value).toBe(value)
})

test('a platform that is not configured is not there', () => {
  const outbound = { request: () => Promise.reject(new Error('no call')) }
  const config = { platforms: {} }
  expect(createPlatforms({ config, outbound, now: () => start }).size).toBe(0)
})

describe.each(cases)('$value', (given) => {
  const platform = () => world.platforms.get(given.value)!

  test('a login that is allowed grants the right accounts', async () => {
    const grant = await connect(platform(), await world.allow(given))
    const all = platform().permissions.map(({ scope }) => scope)
    expect(grant.choose).toBe(given.value === 'facebook')
    expect(summary(grant)).toEqual(given.accounts)
    for (const account of grant.accounts) {
      expect(account).toMatchObject({ granted: all, missing: [] })
      expect(account.displayName).toBeTruthy()
      expect(account.avatarUrl).toMatch(/^http/)
      expect(account.profileUrl).toContain(account.username)
      const { tokens } = account
      expect(tokens.access).toBeTruthy()
      expect(tokens.refresh !== null).toBe(given.hasRefreshToken)
      expect(tokens.accessExpiresAt !== null).toBe(given.hasExpiry)
      expect(tokens.issuedAt).toBe(start.toISOString())
      if (given.hasExpiry) expect(new Date(tokens.accessExpiresAt!) > start).toBe(true)
    }
  })

  test('a login that is cancelled is refused as access_denied', async () => {
    const back = await world.consent(given, { decision: 'cancel' })
    expect(platform().connect.readReturn(back.searchParams)).toEqual({ refused: 'access_denied' })
    expect(back.searchParams.get('state')).toBe('the-state')
  })

  test('the state comes back with the code', async () => {
    const back = await world.consent(given, { decision: 'allow' })
    expect(back.searchParams.get('state')).toBe('the-state')
    expect(back.href.startsWith(`${redirectUri(given.value)}?`)).toBe(true)
  })

  test('a required permission that is not ticked is permission_missing', async () => {
    const err = await failure(platform(), await world.allow(given, given.required))
    expect(err.kind).toBe('permission_missing')
    expect(err.platformMessage).toContain(given.required)
  })

  test('an optional permission that is not ticked is in missing', async () => {
    const { accounts } = await connect(platform(), await world.allow(given, given.optional))
    expect(accounts).toHaveLength(given.accounts.length)
    for (const account of accounts) {
      expect(account.missing).toEqual([given.optional])
      expect(account.granted).not.toContain(given.optional)
    }
  })

  test('a code that was used is rejected', async () => {
    const code = await world.allow(given)
    await connect(platform(), code)
    const err = await failure(platform(), code)
    expect(err.kind).toBe('rejected')
    expectNoSecret(err, code)
  })

  test('a code that nobody gave is rejected', async () => {
    expect((await failure(platform(), 'invented-code-of-nobody')).kind).toBe('rejected')
  })

  test('another redirect URI than that of the login is rejected', async () => {
    const code = await world.allow(given)
    const other = { code, redirectUri: 'https://elsewhere.example/cb', verifier: null }
    const err = await caught(platform().connect.finish(other))
    expect(err.kind).toBe('rejected')
    expectNoSecret(err, code)
  })

  test.each<[string, PlatformErrorKind]>([
    ['http_500', 'unavailable'],
    ['transient', 'unavailable'],
    ['rate_limited', 'rate_limited'],
    ['timeout', 'unavailable'],
    ['hang', 'unavailable'],
    ['connection_reset', 'unavailable'],
  ])('the fault %s is %s', async (kind, expected) => {
    const code = await world.allow(given)
    await world.control('POST', '/faults', { platform: given.value, kind })
    const err = await failure(platform(), code)
    expect(err.kind).toBe(expected)
    expectNoSecret(err, code)
  })

  test('a failure at any step connects everything or nothing', async () => {
    await world.control('DELETE', '/calls')
    const whole = summary(await connect(platform(), await world.allow(given)))
    const { data } = (await world.control('GET', '/calls')) as { data: { name: string }[] }
    for (const match of new Set(data.map(({ name }) => name))) {
      const code = await world.allow(given)
      await world.control('POST', '/faults', { platform: given.value, match, kind: 'http_500' })
      const outcome = await platform()
        .connect.finish({ code, redirectUri: redirectUri(given.value), verifier: null })
        .catch((err: unknown) => err)
      await world.control('DELETE', '/faults')
      if (!(outcome instanceof Error)) expect(summary(outcome as Grant)).toEqual(whole)
      else expect(outcome).toMatchObject({ name: 'PlatformError', kind: 'unavailable' })
    }
  })

  test('access is given back where the platform has a way', async () => {
    const { accounts } = await connect(platform(), await world.allow(given))
    const { revoke } = platform().connect
    expect(revoke !== undefined).toBe(['facebook', 'tiktok'].includes(given.value))
    if (!revoke) return
    await revoke(accounts[0]!.tokens)
    const { data } = (await world.control('GET', '/grants')) as { data: { status: string }[] }
    expect(data.map(({ status }) => status)).toEqual(['removed'])
  })
})

test('a login without pages grants no account', async () => {
  const code = world.codeOf(
    facebook,
    await world.consent(facebook, { decision: 'allow', pages: [] }),
  )
  const grant = await connect(world.platforms.get('facebook')!, code)
  expect(grant).toEqual({ accounts: [], refused: [], choose: true })
})

test('a page on which the role is too small is refused, and the page says why', async () => {
  const { refused } = await connect(world.platforms.get('facebook')!, await world.allow(facebook))
  expect(refused).toEqual([
    {
      platformAccountId: '135000000000003',
      displayName: 'Old Town Market',
      reason: 'permission_missing',
    },
  ])
})

test('a required permission that was declined is asked again by the next login', async () => {
  const platform = world.platforms.get('facebook')!
  await failure(platform, await world.allow(facebook, facebook.required))
  expect(summary(await connect(platform, await world.allow(facebook)))).toEqual(facebook.accounts)
})

test('the documented shape of the Instagram exchange is read as well', async () => {
  await world.control('PUT', '/settings', { instagram_exchange_shape: 'documented' })
  const grant = await connect(world.platforms.get('instagram')!, await world.allow(instagram))
  expect(summary(grant)).toEqual(instagram.accounts)
})

test('an error of TikTok that comes with HTTP 200 is an error', async () => {
  await world.control('PUT', '/settings', { tiktok_oauth_error_status: 200 })
  const err = await failure(world.platforms.get('tiktok')!, 'invented-code-of-nobody')
  expect(err.kind).toBe('rejected')
})

function connect(platform: Platform, code: string): Promise<Grant> {
  return platform.connect.finish({ code, redirectUri: redirectUri(platform.value), verifier: null })
}

async function failure(platform: Platform, code: string): Promise<PlatformError> {
  return await caught(connect(platform, code))
}

async function caught(grant: Promise<Grant>): Promise<PlatformError> {
  const err = await grant.then(
    () => new Error('it was connected'),
    (reason: unknown) => reason,
  )
  expect(err).toBeInstanceOf(PlatformError)
  return err as PlatformError
}

function summary(grant: Grant): Case['accounts'] {
  return grant.accounts.map((account) => ({
    id: account.platformAccountId,
    userIds: account.platformUserIds,
    username: account.username,
    type: account.accountType,
  }))
}

/** Neither the error nor any of its causes carries a token, the code or a secret of the app. */
function expectNoSecret(err: PlatformError, code: string): void {
  let text = ''
  for (let at: unknown = err; at instanceof Error; at = at.cause) {
    text += `${at.message} ${JSON.stringify(at)} ${at.stack} `
  }
  expect(text).not.toContain(code)
  expect(text).not.toMatch(/sandbox-\w+-secret|THQV\w|IGAA\w|EAA[GB]\w|act\.\w|rft\.\w/)
}
