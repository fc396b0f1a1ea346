import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildKey, buildProfile } from '../../test/build.ts'
import { type TestApp, useTestApp } from '../../test/test-app.ts'
import { routes } from '../app.ts'
import { errorCatalog } from '../core/error-catalog.ts'
import { limits } from '../core/limits.ts'
import type { Route } from './route.ts'

const testApp = useTestApp()
let profileKey: string

beforeAll(async () => {
  profileKey = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
})

const pathOf = (path: string) =>
  path.replaceAll('{id}', 'unknown').replaceAll('{deliveryId}', 'unknown')

describe.each(routes.filter((route) => route.access === 'owner'))(
  '$method $path',
  ({ method, path }) => {
    test('a profile key returns 403 owner_key_required', async () => {
      const response = await testApp.call(method.toUpperCase(), pathOf(path), undefined, {
        key: profileKey,
      })
      expect([response.status, response.body.error.code]).toEqual([403, 'owner_key_required'])
    })
  },
)

const isForKeys = (route: Route) => route.access === 'owner' || route.access === 'key'
const isList = ({ query }: Route) => query instanceof z.ZodObject && 'cursor' in query.shape

describe.each(routes.filter((route) => isForKeys(route) && isList(route)))(
  '$method $path',
  ({ path }) => {
    test.each(['0', '101', '-1', '1.5', 'x', ''])(
      'a limit of %j is rejected, not clamped',
      async (limit) => {
        const response = await testApp.call('GET', `${pathOf(path)}?limit=${limit}`)
        expect([response.status, response.body.error]).toMatchObject([
          400,
          { code: 'validation_failed', param: 'limit' },
        ])
      },
    )
  },
)

describe.each(routes.filter(isForKeys))('$method $path', ({ method, path, body }) => {
  test('an unknown query parameter is rejected by name', async () => {
    const requestBody = body ? {} : undefined
    const response = await testApp.call(
      method.toUpperCase(),
      `${pathOf(path)}?nonsense=1`,
      requestBody,
    )
    expect([response.status, response.body.error]).toMatchObject([
      400,
      { code: 'validation_failed' },
    ])
    const paths = response.body.error.details.map((detail: { path: string }) => detail.path)
    expect(paths).toContain('nonsense')
  })
})

describe.each(routes.filter((route) => isForKeys(route) && route.body))(
  '$method $path',
  ({ method, path }) => {
    test('an unknown field is rejected by name', async () => {
      const response = await testApp.call(method.toUpperCase(), pathOf(path), { nonsense: 1 })
      expect([response.status, response.body.error]).toMatchObject([
        400,
        { code: 'validation_failed' },
      ])
      const paths = response.body.error.details.map((detail: { path: string }) => detail.path)
      expect(paths).toContain('nonsense')
    })
  },
)

const publicChanges = routes.filter(({ access, method }) => access === 'public' && method !== 'get')

describe.each(publicChanges)('$method $path', ({ method, path }) => {
  test('a request from another site returns 403 csrf_refused', async () => {
    const response = await testApp.call(method.toUpperCase(), pathOf(path), undefined, {
      key: null,
    })
    expect([response.status, response.body.error.code]).toEqual([403, 'csrf_refused'])
  })
})

const closed = routes.filter((route) => route.access !== 'public')

describe.each(closed)('$method $path', ({ method, path }) => {
  test('a request without a key returns 401 api_key_missing', async () => {
    const response = await testApp.call(method.toUpperCase(), pathOf(path), undefined, {
      key: null,
    })
    expect([response.status, response.body.error.code]).toEqual([401, 'api_key_missing'])
  })

  test('an unknown profile in the header returns 404 profile_not_found', async () => {
    const response = await testApp.call(method.toUpperCase(), pathOf(path), undefined, {
      profile: 'unknown-profile',
    })
    expect([response.status, response.body.error.code]).toEqual([404, 'profile_not_found'])
  })
})

describe('the error body', () => {
  test('has a bounded size for many problems and long field names', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, place) => [`field${place}`, 1]))
    const long = { [`${'k'.repeat(60_000)}`]: 1 }
    for (const body of [
      { name: 'x', ...many },
      { name: 'x', ...long },
    ]) {
      const { status, body: response } = await testApp.call('POST', '/v1/profiles', body)
      expect([status, response.error.code]).toEqual([400, 'validation_failed'])
      expect(response.error.details.length).toBeLessThanOrEqual(limits.error.detailsMax)
      expect(response.error.param.length).toBeLessThanOrEqual(limits.error.pathCharsMax)
      expect(JSON.stringify(response).length).toBeLessThan(10_000)
    }
  })

  test('has every field of the catalog', async () => {
    const { status, body, headers } = await testApp.call('POST', '/v1/profiles', { name: '' })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'validation_failed',
        message: '`name` must not be empty.',
        param: 'name',
        details: [{ path: 'name', code: 'too_small', message: expect.any(String), limit: 1 }],
        platform: null,
        retryable: false,
        doc_url: 'http://localhost:4000/docs/errors#validation_failed',
        request_id: headers.get('x-request-id'),
      },
    })
  })

  test('an internal error reveals no details', async () => {
    const broken = { ...testApp.ctx, db: null } as unknown as TestApp['ctx']
    const { createApp } = await import('../app.ts')
    const response = await createApp(broken).request('/v1/me', {
      headers: { authorization: `Bearer ${testApp.ownerKey}` },
    })
    expect(response.status).toBe(500)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('internal_error')
    expect(error.message).toBe(errorCatalog.internal_error.message)
  })
})

describe('invalid requests', () => {
  test('an unknown route returns 404 route_not_found', async () => {
    for (const path of ['/v1/nothing', '/v1', '/v1/profiles/', '/v1/profiles/a/b/c', '/v2/me']) {
      const response = await testApp.call('GET', path)
      expect([path, response.status, response.body.error?.code]).toEqual([
        path,
        404,
        'route_not_found',
      ])
    }
  })

  test('a known path with another method returns 405 with Allow', async () => {
    const response = await testApp.call('PUT', '/v1/profiles', {})
    expect([response.status, response.body.error.code]).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')).toBe('GET, POST')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body with type %s returns 415',
    async (type) => {
      const response = await testApp.call('POST', '/v1/profiles', undefined, {
        raw: '{"name":"A"}',
        headers: { 'content-type': type },
      })
      expect([response.status, response.body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each(['{', '{"name":"A"', 'null x', Buffer.from([0x22, 0xff, 0xfe, 0x22])])(
    'invalid JSON returns 400 invalid_json: %s',
    async (raw) => {
      const response = await testApp.call('POST', '/v1/profiles', undefined, { raw })
      expect([response.status, response.body.error.code]).toEqual([400, 'invalid_json'])
    },
  )

  test.each(['null', '[]', '"text"', '7'])(
    'JSON that is not an object is rejected: %s',
    async (raw) => {
      const response = await testApp.call('POST', '/v1/profiles', undefined, { raw })
      expect([response.status, response.body.error.code]).toEqual([400, 'validation_failed'])
    },
  )

  test('a body of 2 MB returns 413', async () => {
    const response = await testApp.call('POST', '/v1/profiles', { name: 'x'.repeat(2_000_000) })
    expect([response.status, response.body.error.code]).toEqual([413, 'payload_too_large'])
  })

  test('unknown fields and query parameters are rejected by name', async () => {
    const body = await testApp.call('POST', '/v1/profiles', { name: 'A', nickname: 'B', x: 1 })
    expect(body.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'nickname',
      'x',
    ])
    const query = await testApp.call('GET', '/v1/profiles?order=asc')
    expect(query.body.error).toMatchObject({ code: 'validation_failed', param: 'order' })
    const none = await testApp.call('GET', '/v1/me?verbose=1')
    expect(none.body.error).toMatchObject({ code: 'validation_failed', param: 'verbose' })
  })

  test('a NUL is rejected in every text, because PostgreSQL cannot store it', async () => {
    const inBody = await testApp.call('POST', '/v1/profiles', undefined, {
      raw: '{"name":"A","metadata":{"deep":["x\\u0000y"]}}',
    })
    expect([inBody.status, inBody.body.error.code]).toEqual([400, 'validation_failed'])
    expect(inBody.body.error.param).toBe('metadata.deep.0')
    const inKey = await testApp.call('POST', '/v1/profiles', undefined, {
      raw: '{"name":"A","metadata":{"a\\u0000":1}}',
    })
    expect([inKey.status, inKey.body.error.code]).toEqual([400, 'validation_failed'])
    for (const path of ['/v1/profiles/%00', '/v1/accounts/a%00', '/v1/profiles?cursor=%00']) {
      const response = await testApp.call('GET', path)
      expect([path, response.status, response.body.error.code]).toEqual([
        path,
        400,
        'validation_failed',
      ])
    }
  })

  test('a lone surrogate is rejected by name, not replaced', async () => {
    for (const [raw, param] of [
      ['{"name":"a\\ud800b"}', 'name'],
      ['{"name":"A","metadata":{"deep":["\\udc00"]}}', 'metadata.deep.0'],
    ]) {
      const response = await testApp.call('POST', '/v1/profiles', undefined, { raw: raw! })
      expect([response.status, response.body.error.param]).toEqual([400, param])
    }
    expect((await testApp.call('POST', '/v1/profiles', { name: 'whole 🦊' })).status).toBe(201)
  })

  test('a deeply nested body is rejected', async () => {
    const raw = `{"name":"A","metadata":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`
    const response = await testApp.call('POST', '/v1/profiles', undefined, { raw })
    expect([response.status, response.body.error.param]).toEqual([400, 'metadata'])
  })

  test('a filter accepts several values, comma-separated or as repeated parameters', async () => {
    for (const query of ['status=draft,failed', 'status=draft&status=failed']) {
      expect((await testApp.call('GET', `/v1/posts?${query}`)).status, query).toBe(200)
    }
    const { status, body } = await testApp.call('GET', '/v1/posts?status=draft&status=lost')
    expect([status, body.error.details[0].path]).toEqual([400, 'status.1'])
  })

  test('a repeated query parameter is rejected', async () => {
    const response = await testApp.call('GET', '/v1/profiles?limit=1&limit=2')
    expect(response.body.error).toMatchObject({ code: 'validation_failed', param: 'limit' })
  })
})

describe('request ids', () => {
  test('a well-formed request id is kept, another is replaced', async () => {
    const sane = await testApp.call('GET', '/v1/me', undefined, {
      headers: { 'x-request-id': 'trace-1.2_3' },
    })
    expect(sane.headers.get('x-request-id')).toBe('trace-1.2_3')
    const insane = await testApp.call('GET', '/v1/me', undefined, {
      headers: { 'x-request-id': 'a b<script>' },
    })
    expect(insane.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
  })
})
