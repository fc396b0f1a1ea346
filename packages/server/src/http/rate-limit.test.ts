import { describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../test/build.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { openDatabase } from '../database/open.ts'
import { countUse, deleteOldWindows } from './rate-limit.ts'

describe('rate limits', () => {
  test('a request that the key may not make counts too', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '5' } })
    try {
      const key = await buildKey(limited, { scopes: ['posts:read'] })
      const statuses: number[] = []
      for (let count = 0; count < 7; count += 1) {
        statuses.push((await limited.call('GET', '/v1/profiles', undefined, { key })).status)
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
    } finally {
      await limited.close()
    }
  })

  test('every response has X-RateLimit headers, for the key if it is known', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '25' } })
    const remaining = async (
      path: string,
      init: Parameters<TestApp['call']>[3] = {},
      method = 'GET',
    ) => {
      const { status, headers } = await limited.call(method, path, undefined, init)
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d+$/)
      return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
    }
    try {
      const address = String(limits.rate.unauthenticatedRequestsPerMinute)
      const profile = await buildProfile(limited)
      const key = await buildKey(limited, { profile_id: profile.id })
      expect(await remaining('/v1/me', { key })).toEqual([200, '25', '24'])
      const unknown = { key, headers: { 'service-profile': 'unknown' } }
      expect(await remaining('/v1/me', unknown)).toEqual([403, '25', '23'])
      expect(await remaining('/v1/accounts/acc_0', { key })).toEqual([404, '25', '22'])
      const headers = { 'service-profile': 'unknown' }
      const [status, max, before] = await remaining('/v1/me', { headers })
      expect([status, max]).toEqual([404, '25'])
      expect(await remaining('/v1/me', { headers })).toEqual([
        404,
        '25',
        String(Number(before) - 1),
      ])
      expect(await remaining('/v1/me', { key: 'none' })).toEqual([401, address, address])
      expect(await remaining('/v1/me', {}, 'PUT')).toEqual([405, address, address])
      expect(await remaining('/v1/nothing')).toEqual([404, address, address])
      expect(await remaining('/v1/openapi.json')).toEqual([200, address, address])
    } finally {
      await limited.close()
    }
  })

  test('concurrent requests can use the whole limit', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '60' } })
    try {
      for (const minute of [1, 2]) {
        const responses = await Promise.all(
          Array.from({ length: 75 }, () => limited.call('GET', '/v1/me')),
        )
        const within = responses.filter(({ status }) => status === 200)
        expect([minute, within.length]).toEqual([minute, 60])
        const over = responses.filter(({ status }) => status === 429)
        expect(over).toHaveLength(15)
        for (const { headers } of over) expect(headers.get('x-ratelimit-remaining')).toBe('0')
        limited.clock.advance(60_000)
      }
    } finally {
      await limited.close()
    }
  })

  test('all processes share the limit, and a lowered limit applies immediately', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '60' } })
    const { options } = limited.ctx.db.pool
    const otherProcess = openDatabase({
      connection: { ...options, password: options.password } as never,
      poolMax: 1,
      log: limited.ctx.log,
    })
    const allowedBy = async (ctx: Context, times: number) => {
      const uses = Array.from({ length: times }, () => countUse(ctx, 'request', 'key_shared'))
      const outcomes = await Promise.allSettled(uses)
      return outcomes.filter(({ status }) => status === 'fulfilled').length
    }
    try {
      const second = { ...limited.ctx, db: otherProcess }
      const allowed = await Promise.all([allowedBy(limited.ctx, 75), allowedBy(second, 75)])
      expect(allowed[0]! + allowed[1]!).toBe(60)
      const config = { ...limited.ctx.config, requestsPerMinute: 25 }
      const lowered = { ...limited.ctx, config, db: { ...otherProcess } }
      expect(await allowedBy(lowered, 5)).toBe(0)
    } finally {
      await otherProcess.close()
      await limited.close()
    }
  })

  test('counts of past windows are deleted', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '60' } })
    const rows = async () => (await limited.ctx.db.pool.query('select 1 from rate_window')).rowCount
    try {
      await countUse(limited.ctx, 'request', 'key_old')
      await countUse(limited.ctx, 'sign_in_email', 'old@example.com')
      await deleteOldWindows(limited.ctx)
      expect(await rows()).toBe(2)
      limited.clock.advance(15 * 60_000)
      await countUse(limited.ctx, 'request', 'key_new')
      await deleteOldWindows(limited.ctx)
      expect(await rows()).toBe(1)
    } finally {
      await limited.close()
    }
  })

  test('a request beyond the limit returns 429 with Retry-After until the next minute', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '25' } })
    try {
      const statuses: number[] = []
      for (let count = 0; count < 27; count += 1) {
        const response = await limited.call('GET', '/v1/me')
        statuses.push(response.status)
        expect(response.headers.get('x-ratelimit-limit')).toBe('25')
        expect(response.headers.get('x-ratelimit-remaining')).toBe(String(Math.max(0, 24 - count)))
        if (response.status === 429) {
          expect(response.body.error.code).toBe('rate_limited')
          expect(Number(response.headers.get('retry-after'))).toBe(60)
        }
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(25)
      limited.clock.advance(60_000)
      expect((await limited.call('GET', '/v1/me')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
