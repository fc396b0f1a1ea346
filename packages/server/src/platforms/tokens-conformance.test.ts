import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, type InboxWorld, openInboxWorld } from '../../test/platforms/inbox-world.ts'
import type { PlatformValue } from '../core/networks.ts'
import type { Tokens } from './tokens.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const hourMs = 3_600_000
const dayHours = 24
const metas: PlatformValue[] = ['threads', 'instagram', 'facebook']
const longLived: PlatformValue[] = ['threads', 'instagram']
const all: PlatformValue[] = [...metas, 'tiktok']
let world: InboxWorld

beforeAll(async () => {
  world = await openInboxWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

describe.each(all)('%s', (value) => {
  test('an access that holds is probed', async () => {
    const { platform, tokens } = await world.connect(value)
    await platform.tokens!.probe(tokens)
  })

  test.each(['http_500', 'transient', 'rate_limited', 'timeout', 'connection_reset'])(
    'the fault %s does not end the access',
    async (kind) => {
      const member = await world.connect(value)
      await world.fail(value, '*', kind)
      const err = await failureOf(member, member.platform.tokens!.probe(member.tokens))
      expect(err.kind).toBe(kind === 'rate_limited' ? 'rate_limited' : 'unavailable')
    },
  )

  test('the app removed by the person is an end', async () => {
    const member = await world.connect(value)
    await world.act('revoke')
    const err = await failureOf(member, member.platform.tokens!.probe(member.tokens))
    expect(err.kind).toBe(value === 'tiktok' ? 'access_expired' : 'disconnected')
  })

  test('a token of nobody is an end', async () => {
    const member = await world.connect(value)
    const invented = { ...member.tokens, access: 'invented' }
    const err = await failureOf(member, member.platform.tokens!.probe(invented))
    expect(err.kind).toBe('access_expired')
  })
})

describe.each(metas)('%s', (value) => {
  test.each([
    ['password-change', {}, 'password_changed'],
    ['checkpoint', {}, 'checkpoint_required'],
    ['invalidate', { reason: 464 }, 'checkpoint_required'],
    ['invalidate', { reason: 467 }, 'token_revoked'],
    ['expire-token', {}, 'token_expired'],
  ])('%s %o is told apart', async (action, body, reason) => {
    const member = await world.connect(value)
    await world.act(action, body)
    const err = await failureOf(member, member.platform.tokens!.probe(member.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason })
  })

  test('what is granted now is read, and what was withdrawn is not in it', async () => {
    const member = await world.connect(value)
    await world.post(member)
    const scopes = member.platform.permissions.map(({ scope }) => scope)
    const readGranted = () => member.platform.tokens!.readGranted!(member.tokens)
    expect(new Set(await readGranted())).toEqual(new Set(scopes))
    const optional = member.platform.permissions.find(({ required }) => !required)!.scope
    await world.act('remove-permission', { permission: optional })
    expect(await readGranted()).not.toContain(optional)
  })
})

describe.each(longLived)('%s', (value) => {
  test('a refresh is due when a month is left, and never within the first day', async () => {
    const { platform, tokens } = await world.connect(value)
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

  test('a refresh gives an access of sixty more days', async () => {
    const { platform, tokens } = await world.connect(value)
    world.advance(31 * dayHours)
    const fresh = await platform.tokens!.refresh!(tokens)
    expect(fresh).toMatchObject({ refresh: null, issuedAt: world.clock.now().toISOString() })
    expect(new Date(fresh.accessExpiresAt!).getTime()).toBeGreaterThan(
      world.clock.now().getTime() + 59 * dayHours * hourMs,
    )
    world.advance(40 * dayHours)
    await platform.tokens!.probe(fresh)
  })

  test('a token that is too young is not sent', async () => {
    const member = await world.connect(value)
    await world.control('DELETE', '/calls')
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err).toMatchObject({ kind: 'not_ready', retryAfterSeconds: 86_400 })
    expect(await world.calls()).toEqual([])
  })

  test('a token that is over is not sent', async () => {
    const member = await world.connect(value)
    world.advance(61 * dayHours)
    await world.control('DELETE', '/calls')
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_expired' })
    expect(await world.calls()).toEqual([])
  })

  test('a refresh that is refused tells why', async () => {
    const member = await world.connect(value)
    world.advance(31 * dayHours)
    await world.act('password-change')
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'password_changed' })
  })

  test('a refresh that is not answered says nothing of the access', async () => {
    const member = await world.connect(value)
    world.advance(31 * dayHours)
    await world.fail(value, 'refresh', 'after_accepting_500')
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err.kind).toBe('unavailable')
    await member.platform.tokens!.probe(member.tokens)
  })
})

describe('facebook', () => {
  test('a page access is never due', async () => {
    const { platform, tokens } = await world.connect('facebook')
    expect(platform.tokens!.refreshDueAt(tokens)).toBeNull()
    expect(platform.tokens!.refresh).toBeUndefined()
    world.advance(70 * dayHours)
    await platform.tokens!.probe(tokens)
  })

  test('a role that was taken away is permission_revoked', async () => {
    const member = await world.connect('facebook')
    await world.act('remove-page-role', { page: member.account.platformAccountId })
    const err = await failureOf(member, member.platform.tokens!.probe(member.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'permission_revoked' })
  })

  test('an access that has ended tells nothing of permissions', async () => {
    const { platform, tokens } = await world.connect('facebook')
    await world.act('password-change')
    expect(await platform.tokens!.readGranted!(tokens)).toBeNull()
  })
})

describe('tiktok', () => {
  test('a refresh is due after eighteen hours and rotates both tokens', async () => {
    const { platform, tokens } = await world.connect('tiktok')
    const due = platform.tokens!.refreshDueAt(tokens)!
    expect(due.getTime() - start.getTime()).toBe(18 * hourMs)
    world.advance(18)
    const fresh = await platform.tokens!.refresh!(tokens)
    expect(fresh.access).not.toBe(tokens.access)
    expect(fresh.refresh).not.toBe(tokens.refresh)
    world.advance(20)
    await platform.tokens!.probe(fresh)
  })

  test.each(['revoke', 'expire-refresh-token'])(
    '%s ends the access at the refresh',
    async (act) => {
      const member = await world.connect('tiktok')
      world.advance(18)
      await world.act(act)
      const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
      expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_revoked' })
    },
  )

  test.each(['invalid_grant', 'invalid_request'] as const)(
    'a refresh token that is refused as %s is an end',
    async (word) => {
      await world.control('PUT', '/settings', { tiktok_refresh_error: word })
      const member = await world.connect('tiktok')
      await world.act('revoke')
      const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
      expect(err).toMatchObject({
        kind: 'access_expired',
        reason: 'token_revoked',
        platformCode: word,
      })
    },
  )

  test('an app that TikTok does not know says nothing of the access', async () => {
    const member = await world.connect('tiktok')
    await world.control('PUT', '/apps/tiktok', { client_secret: 'another' })
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err).toMatchObject({ kind: 'rejected', platformCode: 'invalid_client' })
    await member.platform.tokens!.probe(member.tokens)
  })

  test('an access of a day ago has ended until it is refreshed', async () => {
    const member = await world.connect('tiktok')
    world.advance(25)
    const err = await failureOf(member, member.platform.tokens!.probe(member.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_expired' })
    await member.platform.tokens!.probe(await member.platform.tokens!.refresh!(member.tokens))
  })

  test('a refresh token that is over is not sent', async () => {
    const member = await world.connect('tiktok')
    world.advance(366 * dayHours)
    await world.control('DELETE', '/calls')
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'token_expired' })
    expect(await world.calls()).toEqual([])
  })

  test('an error of the refresh that comes with HTTP 200 is an error', async () => {
    await world.control('PUT', '/settings', { tiktok_oauth_error_status: 200 })
    const member = await world.connect('tiktok')
    await world.act('revoke')
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err.kind).toBe('access_expired')
  })

  test.each(['http_500', 'transient'])('the fault %s leaves the access as it is', async (kind) => {
    const member = await world.connect('tiktok')
    await world.fail('tiktok', 'token', kind)
    const err = await failureOf(member, member.platform.tokens!.refresh!(member.tokens))
    expect(err.kind).toBe('unavailable')
    await member.platform.tokens!.refresh!(member.tokens)
  })
})
