import { describe, expect, test } from 'vitest'
import { type Usage, withUsageListener } from '../contract/usage.ts'
import { sendToServer } from './api.ts'
import { mastodonFailure } from './errors.ts'

const now = new Date('2026-11-21T09:00:00.000Z')
const request = {
  method: 'POST',
  url: new URL('https://bakery.example/api/v1/statuses'),
  headers: { authorization: 'Bearer the-access-token' },
} as const
const failure = (status: number, text: string, headers: Record<string, string> = {}) =>
  mastodonFailure(request, { status, headers, text }, now)
const error = (text: string) => JSON.stringify({ error: text })

test.each([200, 202, 206])('the status %i is a success', (status) => {
  expect(failure(status, '{}')).toBeNull()
})

describe('a refusal', () => {
  test.each<[number, string, string, string | null]>([
    [401, error('The access token is invalid'), 'disconnected', null],
    [401, error('invalid_token'), 'disconnected', null],
    [422, '', 'disconnected', null],
    [410, error('Gone'), 'disconnected', null],
    [403, error('This action is outside the authorized scopes'), 'permission_missing', null],
    [403, error('insufficient_scope'), 'permission_missing', null],
    [403, error('Your login is currently disabled'), 'access_expired', 'suspended'],
    [
      403,
      error('Your login is currently pending approval'),
      'access_expired',
      'checkpoint_required',
    ],
    [403, error('This action is not allowed'), 'rejected', null],
    [404, error('Record not found'), 'rejected', null],
    [404, '<!doctype html><h1>404</h1>', 'rejected', null],
    [413, '<html>nginx</html>', 'rejected', null],
    [422, error('Validation failed: Text can\u2019t be blank'), 'rejected', null],
    [
      422,
      error('Cannot attach files that have not finished processing. Try again in a moment!'),
      'not_ready',
      null,
    ],
    [401, error('invalid_client'), 'rejected', null],
    [400, error('invalid_grant'), 'rejected', null],
    [429, error('Too many requests'), 'rate_limited', null],
    [429, '<html>slow down</html>', 'rate_limited', null],
    [500, error('Error processing thumbnail for uploaded media'), 'unavailable', null],
    [502, '<html>Bad gateway</html>', 'unavailable', null],
    [403, '<html>Checking your browser</html>', 'unavailable', null],
    [301, '', 'unavailable', null],
    [400, '{"error":{"code":7}}', 'rejected', null],
  ])('%i %s → %s', (status, text, kind, reason) => {
    expect(failure(status, text)).toMatchObject({ kind, reason })
  })

  test('its message is the server’s, without the token', () => {
    const text = JSON.stringify({ error: 'x', error_description: 'the-access-token is bad' })
    expect(failure(422, text)).toMatchObject({
      platformCode: 'x',
      platformMessage: '[hidden] is bad',
    })
  })
})

test.each([
  ['a date', { 'x-ratelimit-reset': '2026-11-21T09:02:30.500Z' }, 151],
  ['a date in the past', { 'x-ratelimit-reset': '2026-11-21T08:00:00.000Z' }, null],
  ['a date years ahead', { 'x-ratelimit-reset': '2036-11-21T09:00:00.000Z' }, 3_600],
  ['seconds', { 'retry-after': '30' }, 30],
  ['nonsense', { 'x-ratelimit-reset': 'soon', 'retry-after': 'later' }, null],
])('a rate limit that ends at %s', (_name, headers, seconds) => {
  const found = failure(429, error('Too many requests'), headers)
  expect(found?.retryAfterSeconds).toBe(seconds)
})

test('a response reports how much of the limit is used, and when it ends', async () => {
  const received: Usage[] = []
  const headers = {
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '30',
    'x-ratelimit-reset': '2026-11-21T09:02:30.000Z',
  }
  const setup = { call: async () => ({ status: 200, text: '{}', headers }), now: () => now }
  await withUsageListener(
    (usage) => received.push(usage),
    () => sendToServer(setup, { method: 'GET', url: request.url }),
  )
  expect(received).toEqual([{ percent: 90, regainSeconds: 150 }])
})
