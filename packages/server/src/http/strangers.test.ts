import { afterEach, beforeEach, expect, test } from 'vitest'
import { type House, openHouse } from '../../test/house.ts'
import { limits } from '../base/limits.ts'

const max = limits.rate.strangerRequestsPerMinute
let house: House

beforeEach(async () => {
  house = await openHouse({
    env: { RATE_LIMIT_PER_MINUTE: '600', TRUSTED_PROXIES: '10.0.0.1' },
    now: new Date('2026-11-21T09:00:10.000Z'),
  })
})
afterEach(() => house.close())

type Asked = { ip?: string; headers?: Record<string, string>; path?: string; times?: number }

/** The last answer to so many equal requests from an address. */
async function ask({ ip = '203.0.113.7', headers = {}, path = '/v1/me', times = 1 }: Asked = {}) {
  const env = { incoming: { socket: { remoteAddress: ip } } }
  let response = await house.app.request(path, { headers }, env)
  for (let time = 1; time < times; time += 1) {
    response = await house.app.request(path, { headers }, env)
  }
  return response
}

test('an address without a key that is known has so many requests in a minute', async () => {
  expect((await ask({ times: max })).status).toBe(401)
  const over = await ask()
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '50'])
  const body = (await over.json()) as { error: { code: string } }
  expect(body.error.code).toBe('rate_limited')
  const unknown = { authorization: `Bearer pst_owner_${'A'.repeat(43)}` }
  expect((await ask({ headers: unknown })).status).toBe(429)
  house.clock.advance(50_000)
  expect((await ask()).status).toBe(401)
})

test('neither another address nor a key that is known suffers from it', async () => {
  await ask({ times: max + 1 })
  expect((await ask({ ip: '203.0.113.8' })).status).toBe(401)
  expect((await ask({ headers: { authorization: `Bearer ${house.ownerKey}` } })).status).toBe(200)
})

test('the hosted pages say so in words', async () => {
  const path = '/connect/nobody'
  const seen = await ask({ path, times: max })
  expect(seen.status).toBe(404)
  const over = await ask({ path })
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '50'])
  expect(await over.text()).toContain('Please wait a minute')
})

test('an IPv6 network of one customer counts as one', async () => {
  await ask({ ip: '2001:db8:1:2::1', times: max })
  expect((await ask({ ip: '2001:db8:1:2:ffff::9' })).status).toBe(429)
  expect((await ask({ ip: '2001:db8:1:3::1' })).status).toBe(401)
})

test('X-Forwarded-For counts from a trusted proxy alone', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  await ask({ ip: '10.0.0.1', headers: from('198.51.100.1'), times: max })
  expect((await ask({ ip: '10.0.0.1', headers: from('198.51.100.1') })).status).toBe(429)
  expect((await ask({ ip: '10.0.0.1', headers: from('198.51.100.2') })).status).toBe(401)
  await ask({ headers: from('198.51.100.3'), times: max })
  expect((await ask({ headers: from('198.51.100.4') })).status).toBe(429)
})
