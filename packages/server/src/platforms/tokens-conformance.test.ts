import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  failureOf,
  type InboxFixture,
  openInboxFixture,
} from '../../test/platforms/inbox-fixture.ts'
import type { PlatformValue } from '../core/networks.ts'
import type { Tokens } from './contract/tokens.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const hourMs = 3_600_000
const dayHours = 24
const metaPlatforms: PlatformValue[] = ['threads', 'instagram', 'facebook']
const longLived: PlatformValue[] = ['threads', 'instagram']
const all: PlatformValue[] = [...metaPlatforms, 'tiktok', 'youtube', 'linkedin']
let fixture: InboxFixture

beforeAll(async () => {
  fixture = await openInboxFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

describe.each(all)('%s', (value) => {
  test('a valid token passes the probe', async () => {
    const { platform, tokens } = await fixture.connect(value)
    await platform.tokens!.probe(tokens)
  })

  test.each(['http_500', 'transient', 'rate_limited', 'timeout', 'connection_reset'])(
    'the fault %s does not throw access_expired',
    async (kind) => {
      const connected = await fixture.connect(value)
      await fixture.fail(value, '*', kind)
      const err = await failureOf(connected, connected.platform.tokens!.probe(connected.tokens))
      expect(err.kind).toBe(kind === 'rate_limited' ? 'rate_limited' : 'unavailable')
    },
  )

  test('a removed app fails the probe', async () => {
    const connected = await fixture.connect(value)
    await fixture.act('revoke')
    const err = await failureOf(connected, connected.platform.tokens!.probe(connected.tokens))
    expect(err.kind).toBe(metaPlatforms.includes(value) ? 'disconnected' : 'access_expired')
  })

  test('an unknown token throws access_expired', async () => {
    const connected = await fixture.connect(value)
    const invented = { ...connected.tokens, access: 'invented' }
    const err = await failureOf(connected, connected.platform.tokens!.probe(invented))
    expect(err.kind).toBe('access_expired')
  })
})

describe.each(metaPlatforms)('%s', (value) => {
  test.each([
    ['password-change', {}, 'password_changed'],
    ['checkpoint', {}, 'checkpoint_required'],
    ['invalidate', { reason: 464 }, 'checkpoint_required'],
    ['invalidate', { reason: 467 }, 'token_revoked'],
    ['expire-token', {}, 'token_expired'],
  ])('%s %o has its own reason', async (action, body, reason) => {
    const connected = await fixture.connect(value)
    await fixture.act(action, body)
    const err = await failureOf(connected, connected.platform.tokens!.probe(connected.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason })
  })

  test('readGranted returns current permissions without withdrawn ones', async () => {
    const connected = await fixture.connect(value)
    await fixture.post(connected)
    const scopes = connected.platform.permissions.map(({ scope }) => scope)
    const readGranted = () => connected.platform.tokens!.readGranted!(connected.tokens)
    expect(new Set(await readGranted())).toEqual(new Set(scopes))
    const optional = connected.platform.permissions.find(({ required }) => !required)!.scope
    await fixture.act('remove-permission', { permission: optional })
    expect(await readGranted()).not.toContain(optional)
  })
})

describe.each(longLived)('%s', (value) => {
  test('a refresh is due a month before expiry, never within the first day', async () => {
    const { platform, tokens } = await fixture.connect(value)
    const due = (changes: Partial<Tokens>) =>
      platform.tokens!.refreshDueAt({ ...tokens, ...changes })
    const expiry = new Date(tokens.accessExpiresAt!).getTime()
    expect(due({})).toEqual(new Date(expiry - 30 * dayHours * hourMs))
    const soon = new Date(start.getTime() + 2 * hourMs).toISOString()
    expect(due({ accessExpiresAt: soon })).toEqual(new Date(start.getTime() + dayHours * hourMs))
    expect(due({ accessExpiresAt: null })).toEqual(
      new Date(start.getTime() + 30 * dayHours * hourMs),
    )
  })

  test('a refresh returns a token for sixty more days', async () => {
    const { platform, tokens } = await fixture.connect(value)
    fixture.advance(31 * dayHours)
    const fresh = await platform.tokens!.refresh!(tokens)
    expect(fresh).toMatchObject({ refresh: null, issuedAt: fixture.clock.now().toISOString() })
    expect(new Date(fresh.accessExpiresAt!).getTime()).toBeGreaterThan(
      fixture.clock.now().getTime() + 59 * dayHours * hourMs,
    )
    fixture.advance(40 * dayHours)
    await platform.tokens!.probe(fresh)
  })

  test('a token that is too young is not sent', async () => {
    const connected = await fixture.connect(value)
    await fixture.control('DELETE', '/calls')
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err).toMatchObject({ kind: 'not_ready', retryAfterSeconds: 86_400 })
    expect(await fixture.calls()).toEqual([])
  })

  test('an expired token is not sent', async () => {
    const connected = await fixture.connect(value)
    fixture.advance(61 * dayHours)
    await fixture.control('DELETE', '/calls')
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_expired' })
    expect(await fixture.calls()).toEqual([])
  })

  test('a refused refresh has a reason', async () => {
    const connected = await fixture.connect(value)
    fixture.advance(31 * dayHours)
    await fixture.act('password-change')
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'password_changed' })
  })

  test('a refresh without a response throws unavailable', async () => {
    const connected = await fixture.connect(value)
    fixture.advance(31 * dayHours)
    await fixture.fail(value, 'refresh', 'after_accepting_500')
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err.kind).toBe('unavailable')
    await connected.platform.tokens!.probe(connected.tokens)
  })
})

describe('facebook', () => {
  test('a page token is never due for a refresh', async () => {
    const { platform, tokens } = await fixture.connect('facebook')
    expect(platform.tokens!.refreshDueAt(tokens)).toBeNull()
    expect(platform.tokens!.refresh).toBeUndefined()
    fixture.advance(70 * dayHours)
    await platform.tokens!.probe(tokens)
  })

  test('a removed page role has the reason permission_revoked', async () => {
    const connected = await fixture.connect('facebook')
    await fixture.act('remove-page-role', { page: connected.account.platformAccountId })
    const err = await failureOf(connected, connected.platform.tokens!.probe(connected.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'permission_revoked' })
  })

  test('readGranted returns null after a password change', async () => {
    const { platform, tokens } = await fixture.connect('facebook')
    await fixture.act('password-change')
    expect(await platform.tokens!.readGranted!(tokens)).toBeNull()
  })
})

describe('tiktok', () => {
  test('a refresh is due after eighteen hours and rotates both tokens', async () => {
    const { platform, tokens } = await fixture.connect('tiktok')
    const due = platform.tokens!.refreshDueAt(tokens)!
    expect(due.getTime() - start.getTime()).toBe(18 * hourMs)
    fixture.advance(18)
    const fresh = await platform.tokens!.refresh!(tokens)
    expect(fresh.access).not.toBe(tokens.access)
    expect(fresh.refresh).not.toBe(tokens.refresh)
    fixture.advance(20)
    await platform.tokens!.probe(fresh)
  })

  test.each(['revoke', 'expire-refresh-token'])(
    'a refresh after %s throws access_expired',
    async (act) => {
      const connected = await fixture.connect('tiktok')
      fixture.advance(18)
      await fixture.act(act)
      const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
      expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_revoked' })
    },
  )

  test.each(['invalid_grant', 'invalid_request'] as const)(
    'a refresh token refused with %s throws access_expired',
    async (code) => {
      await fixture.control('PUT', '/settings', { tiktok_refresh_error: code })
      const connected = await fixture.connect('tiktok')
      await fixture.act('revoke')
      const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
      expect(err).toMatchObject({
        kind: 'access_expired',
        reason: 'token_revoked',
        platformCode: code,
      })
    },
  )

  test('an app unknown to TikTok throws rejected, not access_expired', async () => {
    const connected = await fixture.connect('tiktok')
    await fixture.control('PUT', '/apps/tiktok', { client_secret: 'another' })
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err).toMatchObject({ kind: 'rejected', platformCode: 'invalid_client' })
    await connected.platform.tokens!.probe(connected.tokens)
  })

  test('a token expires after a day until it is refreshed', async () => {
    const connected = await fixture.connect('tiktok')
    fixture.advance(25)
    const err = await failureOf(connected, connected.platform.tokens!.probe(connected.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_expired' })
    await connected.platform.tokens!.probe(
      await connected.platform.tokens!.refresh!(connected.tokens),
    )
  })

  test('an expired refresh token is not sent', async () => {
    const connected = await fixture.connect('tiktok')
    fixture.advance(366 * dayHours)
    await fixture.control('DELETE', '/calls')
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_expired' })
    expect(await fixture.calls()).toEqual([])
  })

  test('a refresh error with HTTP 200 throws', async () => {
    await fixture.control('PUT', '/settings', { tiktok_oauth_error_status: 200 })
    const connected = await fixture.connect('tiktok')
    await fixture.act('revoke')
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err.kind).toBe('access_expired')
  })

  test.each(['http_500', 'transient'])('the fault %s leaves the tokens valid', async (kind) => {
    const connected = await fixture.connect('tiktok')
    await fixture.fail('tiktok', 'token', kind)
    const err = await failureOf(connected, connected.platform.tokens!.refresh!(connected.tokens))
    expect(err.kind).toBe('unavailable')
    await connected.platform.tokens!.refresh!(connected.tokens)
  })
})
