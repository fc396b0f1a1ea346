import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  noStorage,
  openPlatformFixture,
  type PlatformFixture,
  redirectUri,
} from '../../test/platforms/conformance-fixture.ts'
import { type ConnectCase, connectCases } from '../../test/platforms/connect-cases.ts'
import { platformValues } from '../core/networks.ts'
import { PlatformError, type PlatformErrorKind } from './contract/errors.ts'
import type { Grant, Platform } from './contract/platform.ts'
import { createPlatforms } from './registry.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const facebook = connectCases.find(({ value }) => value === 'facebook')!
const instagram = connectCases.find(({ value }) => value === 'instagram')!
let fixture: PlatformFixture

beforeAll(async () => {
  fixture = await openPlatformFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('configured platforms are in display order', () => {
  expect([...fixture.platforms.keys()]).toEqual(platformValues)
  for (const [value, platform] of fixture.platforms) expect(platform.value).toBe(value)
})

test('a platform that is not configured is missing', () => {
  const outbound = {
    request: () => Promise.reject(new Error('no call')),
    lookUpTxt: async () => [],
  }
  const config = { platforms: {}, serverNetworks: {}, trustedServers: [], publicUrl: '' }
  const platforms = createPlatforms({ config, outbound, storageOf: noStorage, now: () => start })
  expect(platforms.size).toBe(0)
})

describe.each(connectCases)('$value', (platformCase) => {
  const platform = () => fixture.platforms.get(platformCase.value)!

  test('an allowed login grants the right accounts', async () => {
    const grant = await connect(platform(), await fixture.allow(platformCase))
    const all = platform().permissions.map(({ scope }) => scope)
    expect(grant.choose).toBe(['facebook', 'linkedin'].includes(platformCase.value))
    expect(summary(grant)).toEqual(platformCase.accounts)
    for (const account of grant.accounts) {
      expect(account).toMatchObject({ granted: all, missing: [] })
      expect(account.displayName).toBeTruthy()
      expect(account.avatarUrl).toMatch(/^http/)
      // The profile of a DID stays valid when the handle changes.
      const isById = account.platformAccountId.startsWith('did:')
      const inUrl = isById ? account.platformAccountId : account.username.split('@')[0]
      expect(account.profileUrl).toContain(inUrl)
      const { tokens } = account
      expect(tokens.access).toBeTruthy()
      expect(tokens.refresh !== null).toBe(platformCase.hasRefreshToken)
      expect(tokens.accessExpiresAt !== null).toBe(platformCase.hasExpiry)
      expect(tokens.issuedAt).toBe(start.toISOString())
      if (platformCase.hasExpiry) expect(new Date(tokens.accessExpiresAt!) > start).toBe(true)
    }
  })

  test('a canceled login returns access_denied', async () => {
    const back = await fixture.consent(platformCase, { decision: 'cancel' })
    expect(platform().connect.readReturn(back.searchParams)).toEqual({ refused: 'access_denied' })
    expect(back.searchParams.get('state')).toBe('the-state')
  })

  test('the redirect contains the state and the code', async () => {
    const back = await fixture.consent(platformCase, { decision: 'allow' })
    expect(back.searchParams.get('state')).toBe('the-state')
    const { returnsToLoopback } = platform().connect
    const here = redirectUri(platformCase.value)
    const returnUri = returnsToLoopback ? here.replace('localhost', '127.0.0.1') : here
    // Mastodon has one for each server below it.
    expect([`${returnUri}?`, `${returnUri}/`].some((uri) => back.href.startsWith(uri))).toBe(true)
  })

  test.skipIf(platformCase.isAllOrNothing)(
    'a declined required permission throws permission_missing',
    async () => {
      const err = await failure(
        platform(),
        await fixture.allow(platformCase, platformCase.required),
      )
      expect(err.kind).toBe('permission_missing')
      expect(err.platformMessage).toContain(platformCase.required)
    },
  )

  test.skipIf(platformCase.isAllOrNothing)(
    'a declined optional permission is listed as missing',
    async () => {
      const { accounts } = await connect(
        platform(),
        await fixture.allow(platformCase, platformCase.optional),
      )
      expect(accounts).toHaveLength(platformCase.accounts.length)
      for (const account of accounts) {
        expect(account.missing).toEqual([platformCase.optional])
        expect(account.granted).not.toContain(platformCase.optional)
      }
    },
  )

  test.skipIf(platformCase.isCodeLasting)('a used code is rejected', async () => {
    const code = await fixture.allow(platformCase)
    await connect(platform(), code)
    const err = await failure(platform(), code)
    expect(err.kind).toBe('rejected')
    expectNoSecret(err, code)
  })

  test('an unknown code is rejected', async () => {
    expect((await failure(platform(), 'unknown-code')).kind).toBe('rejected')
  })

  test('a different redirect URI is rejected', async () => {
    const code = await fixture.allow(platformCase)
    const elsewhere = 'https://elsewhere.example/cb'
    const err = await caught(fixture.finish(platformCase.value, code, elsewhere))
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
  ])('the fault %s throws %s', async (kind, expected) => {
    const code = await fixture.allow(platformCase)
    await fixture.control('POST', '/faults', { platform: platformCase.value, kind })
    const err = await failure(platform(), code)
    expect(err.kind).toBe(expected)
    expectNoSecret(err, code)
  })

  test('a failure at any step connects everything or nothing', async () => {
    await fixture.control('DELETE', '/calls')
    const whole = summary(await connect(platform(), await fixture.allow(platformCase)))
    const { data } = (await fixture.control('GET', '/calls')) as { data: { name: string }[] }
    for (const match of new Set(data.map(({ name }) => name))) {
      const code = await fixture.allow(platformCase)
      await fixture.control('POST', '/faults', {
        platform: platformCase.value,
        match,
        kind: 'http_500',
      })
      const outcome = await connect(platform(), code).catch((err: unknown) => err)
      await fixture.control('DELETE', '/faults')
      if (!(outcome instanceof Error)) expect(summary(outcome as Grant)).toEqual(whole)
      else expect(outcome).toMatchObject({ name: 'PlatformError', kind: 'unavailable' })
    }
  })

  test('access is revoked if the platform supports it', async () => {
    const { accounts } = await connect(platform(), await fixture.allow(platformCase))
    const { revoke } = platform().connect
    const revoking = [
      'facebook',
      'tiktok',
      'youtube',
      'linkedin',
      'mastodon',
      'bluesky',
      'wordpress',
    ]
    expect(revoke !== undefined).toBe(revoking.includes(platformCase.value))
    if (!revoke) return
    await revoke(accounts[0]!.tokens)
    const probe = platform().tokens!.probe(accounts[0]!.tokens)
    const lost = await probe.catch((err: unknown) => (err as PlatformError).kind)
    expect(['access_expired', 'disconnected']).toContain(lost)
  })
})

test('a login without pages grants no account', async () => {
  const code = fixture.codeOf(
    facebook,
    await fixture.consent(facebook, { decision: 'allow', pages: [] }),
  )
  const grant = await connect(fixture.platforms.get('facebook')!, code)
  expect(grant).toEqual({ accounts: [], refused: [], choose: true })
})

test('the next login asks again for a declined required permission', async () => {
  const platform = fixture.platforms.get('facebook')!
  await failure(platform, await fixture.allow(facebook, facebook.required))
  expect(summary(await connect(platform, await fixture.allow(facebook)))).toEqual(facebook.accounts)
})

test('the documented shape of the Instagram code exchange is accepted', async () => {
  await fixture.control('PUT', '/settings', { instagram_exchange_shape: 'documented' })
  const grant = await connect(fixture.platforms.get('instagram')!, await fixture.allow(instagram))
  expect(summary(grant)).toEqual(instagram.accounts)
})

test('a TikTok error with HTTP 200 throws', async () => {
  await fixture.control('PUT', '/settings', { tiktok_oauth_error_status: 200 })
  const err = await failure(fixture.platforms.get('tiktok')!, 'unknown-code')
  expect(err.kind).toBe('rejected')
})

function connect(platform: Platform, code: string): Promise<Grant> {
  return fixture.finish(platform.value, code)
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

function summary(grant: Grant): ConnectCase['accounts'] {
  const withoutPort = (text: string) => text.replace(/(?<=localhost):\d+/, '')
  return grant.accounts.map((account) => ({
    id: withoutPort(account.platformAccountId),
    userIds: account.platformUserIds.map(withoutPort),
    username: withoutPort(account.username),
    type: account.accountType,
  }))
}

/** Neither the error nor its causes contain a token, the code or an app secret. */
function expectNoSecret(err: PlatformError, code: string): void {
  let text = ''
  for (let at: unknown = err; at instanceof Error; at = at.cause) {
    text += `${at.message} ${JSON.stringify(at)} ${at.stack} `
  }
  expect(text).not.toContain(code)
  expect(text).not.toMatch(/sandbox-\w+-secret|THQV\w|IGAA\w|EAA[GB]\w|act\.\w|rft\.\w/)
}
