import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlueskyFixture, openBlueskyFixture } from '../../../test/platforms/bluesky-fixture.ts'
import type { GrantedAccount } from '../contract/platform.ts'

let now = new Date('2026-11-21T09:00:00.000Z')
let fixture: BlueskyFixture
let account: GrantedAccount

beforeAll(async () => {
  fixture = await openBlueskyFixture(() => now)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00.000Z')
  await fixture.control('POST', '/reset')
  account = await fixture.connect()
})

const tokens = () => fixture.platform.tokens!
const advance = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

test('a refresh gives new tokens of the same session and ends those before', async () => {
  advance(30)
  const fresh = await tokens().refresh!(account.tokens)
  expect(fresh.bound).toEqual(account.tokens.bound)
  expect(fresh.refresh).not.toBe(account.tokens.refresh)
  await tokens().probe(fresh)
  await expect(tokens().probe(account.tokens)).rejects.toMatchObject({ kind: 'access_expired' })
})

test('a refresh token that is used twice ends the session', async () => {
  const fresh = await tokens().refresh!(account.tokens)
  await expect(tokens().refresh!(account.tokens)).rejects.toMatchObject({
    kind: 'access_expired',
    reason: 'token_revoked',
  })
  await expect(tokens().probe(fresh)).rejects.toMatchObject({ kind: 'access_expired' })
})

test('an expired access token is refused, and a refresh renews it', async () => {
  advance(61)
  await expect(tokens().probe(account.tokens)).rejects.toMatchObject({ kind: 'access_expired' })
  await tokens().probe(await tokens().refresh!(account.tokens))
})

test('the loopback client is refreshed daily, a client with a key weekly', () => {
  const { bound } = account.tokens
  const withKey = { ...account.tokens, bound: { ...bound!, kid: 'k1' } }
  expect(tokens().refreshDueAt(account.tokens)).toEqual(new Date('2026-11-22T09:00:00.000Z'))
  expect(tokens().refreshDueAt(withKey)).toEqual(new Date('2026-11-28T09:00:00.000Z'))
})

test.each([
  ['deactivated', 'deactivated'],
  ['suspended', 'token_revoked'],
])('a %s account has lost its access as %s', async (status, reason) => {
  const path = `/accounts/${encodeURIComponent(account.platformAccountId)}`
  await fixture.control('PATCH', path, { status })
  await expect(tokens().probe(account.tokens)).rejects.toMatchObject({
    kind: 'access_expired',
    reason,
  })
})

test('an account that moved to another server has lost its access', async () => {
  await fixture.control('PUT', '/settings', {
    bluesky_identity_faults: ['document_names_other_server'],
  })
  await expect(tokens().probe(account.tokens)).rejects.toMatchObject({
    kind: 'access_expired',
    reason: 'server_changed',
  })
})

test('a clock that is wrong is our fault, not the end of the access', async () => {
  await fixture.control('PUT', '/settings', { bluesky_clock_skew_seconds: 600 })
  await expect(tokens().probe(account.tokens)).rejects.toMatchObject({
    kind: 'unavailable',
    platformCode: 'invalid_dpop_proof',
  })
})

test('a rate limit tells how long to wait', async () => {
  await fixture.control('POST', '/faults', {
    platform: 'bluesky',
    match: '*',
    kind: 'rate_limited',
  })
  const err = await tokens()
    .probe(account.tokens)
    .catch((err) => err)
  expect(err).toMatchObject({ kind: 'rate_limited' })
  expect(err.retryAfterSeconds).toBeGreaterThan(0)
})

test('granted permissions are those of the tokens', async () => {
  const scope = 'atproto repo:app.bsky.feed.post?action=create blob:*/*'
  const limited = { ...account.tokens, bound: { ...account.tokens.bound!, scope } }
  expect(await tokens().readGranted!(limited)).toEqual(['repo:app.bsky.feed.post', 'blob:*/*'])
})
