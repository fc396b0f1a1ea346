import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../test/build.ts'
import { signInOwner } from '../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { loadConfig } from '../core/config.ts'

const origin = 'https://app.example.com'
let testApp: TestApp
let profileKey: string

beforeAll(async () => {
  const env = { CORS_ORIGINS: `${origin}, http://localhost:5173` }
  testApp = await openTestApp({ env: { ...env, RATE_LIMIT_PER_MINUTE: '600' } })
  profileKey = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
})
afterAll(() => testApp.close())

const call = (path: string, headers: Record<string, string>, method = 'GET') =>
  testApp.app.request(path, { method, headers })

const listOf = (headers: Headers, name: string) =>
  (headers.get(name) ?? '').split(',').map((each) => each.trim().toLowerCase())

describe('with CORS_ORIGINS', () => {
  const preflight = (from: string) =>
    call(
      '/v1/posts',
      {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
      'OPTIONS',
    )

  test.each([origin, 'http://localhost:5173'])('a preflight from %s is allowed', async (from) => {
    const { status, headers } = await preflight(from)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, from])
    expect(listOf(headers, 'access-control-allow-methods')).toEqual([
      'get',
      'post',
      'patch',
      'delete',
    ])
    expect(listOf(headers, 'access-control-allow-headers')).toEqual([
      'authorization',
      'content-type',
      'idempotency-key',
      'service-profile',
      'x-request-id',
    ])
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')?.toLowerCase()).toContain('origin')
  })

  test.each([
    'https://evil.test',
    'https://app.example.com.evil.test',
    'https://app.example.com:8443',
    'http://app.example.com',
    'null',
  ])('neither a preflight nor a request from %s is allowed', async (from) => {
    const headers = { origin: from, authorization: `Bearer ${profileKey}` }
    for (const response of [await preflight(from), await call('/v1/me', headers)]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('a profile key works, and the page may read rate limits and request ids', async () => {
    const { status, headers } = await call('/v1/me', {
      origin,
      authorization: `Bearer ${profileKey}`,
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(listOf(headers, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['x-request-id', 'x-ratelimit-remaining', 'retry-after']),
    )
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull()
  })

  test('a page may read error responses', async () => {
    const { status, headers } = await call('/v1/me', { origin })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, origin])
  })

  test('an owner key from a page of another origin returns 403 owner_key_in_browser', async () => {
    const authorization = `Bearer ${testApp.ownerKey}`
    const refused = await call('/v1/me', { origin, authorization })
    const { error } = (await refused.json()) as { error: { code: string } }
    expect([refused.status, error.code]).toEqual([403, 'owner_key_in_browser'])
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
    expect((await call('/v1/me', { authorization })).status).toBe(200)
  })

  test('session cookies are not accepted from another origin', async () => {
    const cookie = (await signInOwner(testApp)).cookie()!
    const headers = { origin, cookie, 'content-type': 'application/json' }
    const refused = await call(
      '/v1/profiles',
      { ...headers, 'sec-fetch-site': 'cross-site' },
      'POST',
    )
    expect(refused.status).toBe(403)
    expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('csrf_refused')
    const read = await call('/v1/me', headers)
    expect(read.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each(['/docs', '/', '/health', '/connect/unknown', '/dashboard/'])(
    '%s sends no CORS headers',
    async (path) => {
      const { headers } = await call(path, { origin })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

test.each([
  '*',
  'null',
  'app.example.com',
  'https://app.example.com/',
  'https://a.example/path',
  'ftp://a.example',
])('CORS_ORIGINS=%s fails at the start', (value) => {
  expect(() => loadConfig({ DATA_DIR: '/nowhere/at/all', CORS_ORIGINS: value })).toThrow(
    'CORS_ORIGINS',
  )
})
