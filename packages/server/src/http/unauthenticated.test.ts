import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildKey } from '../../test/build.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { limits } from '../core/limits.ts'

const max = limits.rate.unauthenticatedRequestsPerMinute
let testApp: TestApp

beforeEach(async () => {
  testApp = await openTestApp({
    env: { RATE_LIMIT_PER_MINUTE: '600', TRUSTED_PROXIES: '10.0.0.1' },
    now: new Date('2026-11-21T09:00:10.000Z'),
  })
})
afterEach(() => testApp.close())

type CallOptions = { ip?: string; headers?: Record<string, string>; path?: string; times?: number }

/** Sends the same request `times` times from an address and returns the last response. */
async function ask({
  ip = '203.0.113.7',
  headers = {},
  path = '/v1/me',
  times = 1,
}: CallOptions = {}) {
  const env = { incoming: { socket: { remoteAddress: ip } } }
  let response = await testApp.app.request(path, { headers }, env)
  for (let time = 1; time < times; time += 1) {
    response = await testApp.app.request(path, { headers }, env)
  }
  return response
}

test('an address has a limit of unauthenticated requests per minute', async () => {
  expect((await ask({ times: max })).status).toBe(401)
  const over = await ask()
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '50'])
  const body = (await over.json()) as { error: { code: string } }
  expect(body.error.code).toBe('rate_limited')
  const unknown = { authorization: `Bearer pst_owner_${'A'.repeat(43)}` }
  expect((await ask({ headers: unknown })).status).toBe(429)
  testApp.clock.advance(50_000)
  expect((await ask()).status).toBe(401)
})

test('the limit of one address affects neither other addresses nor valid keys', async () => {
  expect((await ask({ headers: { authorization: `Bearer ${testApp.ownerKey}` } })).status).toBe(200)
  await ask({ times: max + 1 })
  expect((await ask({ ip: '203.0.113.8' })).status).toBe(401)
  expect((await ask({ headers: { authorization: `Bearer ${testApp.ownerKey}` } })).status).toBe(200)
})

test('the hosted pages show a message beyond the limit', async () => {
  const path = '/connect/unknown'
  const seen = await ask({ path, times: max })
  expect(seen.status).toBe(404)
  const over = await ask({ path })
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '50'])
  expect(await over.text()).toContain('Please wait a while')
})

test('an IPv6 /64 counts as one address', async () => {
  await ask({ ip: '2001:db8:1:2::1', times: max })
  expect((await ask({ ip: '2001:db8:1:2:ffff::9' })).status).toBe(429)
  expect((await ask({ ip: '2001:db8:1:3::1' })).status).toBe(401)
})

test('X-Forwarded-For counts only from a trusted proxy', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  await ask({ ip: '10.0.0.1', headers: from('198.51.100.1'), times: max })
  expect((await ask({ ip: '10.0.0.1', headers: from('198.51.100.1') })).status).toBe(429)
  expect((await ask({ ip: '10.0.0.1', headers: from('198.51.100.2') })).status).toBe(401)
  await ask({ headers: from('198.51.100.3'), times: max })
  expect((await ask({ headers: from('198.51.100.4') })).status).toBe(429)
})

test('an address over its limit is rejected before its key is read', async () => {
  const headers = { authorization: `Bearer ${await buildKey(testApp)}` }
  await ask({ times: max })
  expect((await ask({ headers })).status).toBe(429)
  expect((await ask({ headers, ip: '203.0.113.8' })).status).toBe(200)
  // This key has authenticated before, so it is still checked.
  expect((await ask({ headers })).status).toBe(200)
  const { data } = (await testApp.call('GET', '/v1/api-keys')).body
  await testApp.call('DELETE', `/v1/api-keys/${data[0].id}`)
  expect((await ask({ headers })).status).toBe(429)
})

test.each([
  ['/v1/openapi.json', 200],
  ['/v1/nothing', 404],
  ['/nothing', 404],
  ['/', 200],
  ['/docs', 200],
  ['/docs/reference/posts', 200],
  ['/docs/reference/unknown', 404],
  ['/docs/errors', 200],
  ['/connect/unknown', 404],
  ['/data-deletion/unknown', 404],
])('%s counts against the address', async (path, status) => {
  expect((await ask({ path })).status).toBe(status)
  await ask({ times: max - 1 })
  const over = await ask({ path })
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '50'])
})

test.each([
  ['/health', 200],
  ['/ready', 503],
  ['/media/unknown/unknown', 404],
  ['/dashboard/', 200],
])('%s is served to an address over its limit', async (path, status) => {
  await ask({ times: max + 1 })
  expect([status, 503]).toContain((await ask({ path })).status)
})

describe.each(['/platform-webhooks/threads', '/platform-callbacks/threads/deauthorize'])(
  'forged platform webhooks at %s',
  (path) => {
    const post = async (ip: string, body = '{}') => {
      const env = { incoming: { socket: { remoteAddress: ip } } }
      return (await testApp.app.request(path, { method: 'POST', body }, env)).status
    }

    test('count against the address, which is then rejected before its body is read', async () => {
      expect(await post('203.0.113.7')).toBe(403)
      await ask({ times: max - 1 })
      expect(await post('203.0.113.7', 'x'.repeat(5_000_000))).toBe(429)
      expect(await post('203.0.113.8')).toBe(403)
    })
  },
)

test('valid platform webhooks do not count against the address', async () => {
  const body = '{}'
  const secret = testApp.ctx.config.platforms.threads!.clientSecret
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-hub-signature-256': `sha256=${signature}` }
  const env = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  for (let time = 0; time < 3; time += 1) {
    const path = '/platform-webhooks/threads'
    const response = await testApp.app.request(path, { method: 'POST', body, headers }, env)
    expect(response.status).toBe(200)
  }
  expect((await ask()).headers.get('x-ratelimit-remaining')).toBe(String(max - 1))
})
