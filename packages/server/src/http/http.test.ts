import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildKey, buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { routes } from '../app.ts'
import { errorCatalogue } from '../base/errors.ts'
import { limits } from '../base/limits.ts'
import type { Route } from './route.ts'

let house: House
let profileKey: string

beforeAll(async () => {
  house = await openHouse()
  profileKey = await buildKey(house, { profile_id: (await buildProfile(house)).id })
})
afterAll(() => house.close())

const pathOf = (path: string) =>
  path.replaceAll('{id}', 'unknown').replaceAll('{deliveryId}', 'unknown')

describe.each(routes.filter((route) => route.access === 'owner'))(
  '$method $path',
  ({ method, path }) => {
    test('a profile-bound key gets owner_key_required', async () => {
      const answer = await house.call(method.toUpperCase(), pathOf(path), undefined, {
        key: profileKey,
      })
      expect([answer.status, answer.body.error.code]).toEqual([403, 'owner_key_required'])
    })
  },
)

const isForKeys = (route: Route) => route.access === 'owner' || route.access === 'key'
const isList = ({ query }: Route) => query instanceof z.ZodObject && 'cursor' in query.shape

describe.each(routes.filter((route) => isForKeys(route) && isList(route)))(
  '$method $path',
  ({ path }) => {
    test.each(['0', '101', '-1', '1.5', 'x', ''])(
      'a limit of %j is refused, never clamped',
      async (limit) => {
        const answer = await house.call('GET', `${pathOf(path)}?limit=${limit}`)
        expect([answer.status, answer.body.error]).toMatchObject([
          400,
          { code: 'validation_failed', param: 'limit' },
        ])
      },
    )
  },
)

describe.each(routes.filter(isForKeys))('$method $path', ({ method, path, body }) => {
  test('a query parameter that is not known is refused by name', async () => {
    const given = body ? {} : undefined
    const answer = await house.call(method.toUpperCase(), `${pathOf(path)}?nonsense=1`, given)
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'validation_failed' }])
    const paths = answer.body.error.details.map((detail: { path: string }) => detail.path)
    expect(paths).toContain('nonsense')
  })
})

describe.each(routes.filter((route) => isForKeys(route) && route.body))(
  '$method $path',
  ({ method, path }) => {
    test('a field that is not known is refused by name', async () => {
      const answer = await house.call(method.toUpperCase(), pathOf(path), { nonsense: 1 })
      expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'validation_failed' }])
      const paths = answer.body.error.details.map((detail: { path: string }) => detail.path)
      expect(paths).toContain('nonsense')
    })
  },
)

describe.each(routes.filter((route) => route.access === 'public'))(
  '$method $path',
  ({ method, path }) => {
    test('from elsewhere than a page of the service is csrf_refused', async () => {
      const answer = await house.call(method.toUpperCase(), pathOf(path), undefined, { key: null })
      expect([answer.status, answer.body.error.code]).toEqual([403, 'csrf_refused'])
    })
  },
)

const closed = routes.filter((route) => route.access !== 'public')

describe.each(closed)('$method $path', ({ method, path }) => {
  test('without a key is api_key_missing', async () => {
    const answer = await house.call(method.toUpperCase(), pathOf(path), undefined, { key: null })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'api_key_missing'])
  })

  test('with an unknown profile in the header is profile_not_found', async () => {
    const answer = await house.call(method.toUpperCase(), pathOf(path), undefined, {
      profile: 'nobody-knows-me',
    })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'profile_not_found'])
  })
})

describe('the error body', () => {
  test('stays small however much is wrong and however long its names are', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, place) => [`field${place}`, 1]))
    const long = { [`${'k'.repeat(300_000)}`]: 1 }
    for (const body of [
      { name: 'x', ...many },
      { name: 'x', ...long },
    ]) {
      const { status, body: answer } = await house.call('POST', '/v1/profiles', body)
      expect([status, answer.error.code]).toEqual([400, 'validation_failed'])
      expect(answer.error.details.length).toBeLessThanOrEqual(limits.error.detailsMax)
      expect(answer.error.param.length).toBeLessThanOrEqual(limits.error.pathCharsMax)
      expect(JSON.stringify(answer).length).toBeLessThan(10_000)
    }
  })

  test('has every field of the catalogue', async () => {
    const { status, body, headers } = await house.call('POST', '/v1/profiles', { name: '' })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'validation_failed',
        message: errorCatalogue.validation_failed.message,
        param: 'name',
        details: [{ path: 'name', code: 'too_small', message: expect.any(String), limit: 1 }],
        platform: null,
        retryable: false,
        doc_url: 'http://localhost:4000/docs/errors#validation_failed',
        request_id: headers.get('x-request-id'),
      },
    })
  })

  test('a failure of ours tells nothing of its inside', async () => {
    const broken = { ...house.ctx, db: null } as unknown as House['ctx']
    const { createApp } = await import('../app.ts')
    const answer = await createApp(broken).request('/v1/me', {
      headers: { authorization: `Bearer ${house.ownerKey}` },
    })
    expect(answer.status).toBe(500)
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('internal_error')
    expect(error.message).toBe(errorCatalogue.internal_error.message)
  })
})

describe('bad requests', () => {
  test('an unknown route is route_not_found', async () => {
    for (const path of ['/v1/nothing', '/v1', '/v1/profiles/', '/v1/profiles/a/b/c', '/v2/me']) {
      const answer = await house.call('GET', path)
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 404, 'route_not_found'])
    }
  })

  test('a known path with another method is 405 with Allow', async () => {
    const answer = await house.call('PUT', '/v1/profiles', {})
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body as %s is 415',
    async (type) => {
      const answer = await house.call('POST', '/v1/profiles', undefined, {
        raw: '{"name":"A"}',
        headers: { 'content-type': type },
      })
      expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each(['{', '{"name":"A"', 'null x', Buffer.from([0x22, 0xff, 0xfe, 0x22])])(
    'broken JSON is invalid_json: %s',
    async (raw) => {
      const answer = await house.call('POST', '/v1/profiles', undefined, { raw })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json'])
    },
  )

  test.each(['null', '[]', '"text"', '7'])('JSON that is no object is refused: %s', async (raw) => {
    const answer = await house.call('POST', '/v1/profiles', undefined, { raw })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed'])
  })

  test('a body of 2 MB is 413', async () => {
    const answer = await house.call('POST', '/v1/profiles', { name: 'x'.repeat(2_000_000) })
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
  })

  test('unknown fields and query parameters are refused by name', async () => {
    const body = await house.call('POST', '/v1/profiles', { name: 'A', nickname: 'B', x: 1 })
    expect(body.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'nickname',
      'x',
    ])
    const query = await house.call('GET', '/v1/profiles?order=asc')
    expect(query.body.error).toMatchObject({ code: 'validation_failed', param: 'order' })
    const none = await house.call('GET', '/v1/me?verbose=1')
    expect(none.body.error).toMatchObject({ code: 'validation_failed', param: 'verbose' })
  })

  test('a NUL is refused wherever text can stand, as no database takes it', async () => {
    const inBody = await house.call('POST', '/v1/profiles', undefined, {
      raw: '{"name":"A","metadata":{"deep":["x\\u0000y"]}}',
    })
    expect([inBody.status, inBody.body.error.code]).toEqual([400, 'validation_failed'])
    expect(inBody.body.error.param).toBe('metadata.deep.0')
    const inKey = await house.call('POST', '/v1/profiles', undefined, {
      raw: '{"name":"A","metadata":{"a\\u0000":1}}',
    })
    expect([inKey.status, inKey.body.error.code]).toEqual([400, 'validation_failed'])
    for (const path of ['/v1/profiles/%00', '/v1/accounts/a%00', '/v1/profiles?cursor=%00']) {
      const answer = await house.call('GET', path)
      expect([path, answer.status, answer.body.error.code]).toEqual([
        path,
        400,
        'validation_failed',
      ])
    }
  })

  test('half of a surrogate pair is refused by name, never replaced silently', async () => {
    for (const [raw, param] of [
      ['{"name":"a\\ud800b"}', 'name'],
      ['{"name":"A","metadata":{"deep":["\\udc00"]}}', 'metadata.deep.0'],
    ]) {
      const answer = await house.call('POST', '/v1/profiles', undefined, { raw: raw! })
      expect([answer.status, answer.body.error.param]).toEqual([400, param])
    }
    expect((await house.call('POST', '/v1/profiles', { name: 'whole 🦊' })).status).toBe(201)
  })

  test('a body nested without end is refused', async () => {
    const raw = `{"name":"A","metadata":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
    const answer = await house.call('POST', '/v1/profiles', undefined, { raw })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'metadata'])
  })

  test('a query parameter given twice is refused', async () => {
    const answer = await house.call('GET', '/v1/profiles?limit=1&limit=2')
    expect(answer.body.error).toMatchObject({ code: 'validation_failed', param: 'limit' })
  })
})

describe('request ids', () => {
  test('a sane one is taken over, another is replaced', async () => {
    const sane = await house.call('GET', '/v1/me', undefined, {
      headers: { 'x-request-id': 'trace-1.2_3' },
    })
    expect(sane.headers.get('x-request-id')).toBe('trace-1.2_3')
    const insane = await house.call('GET', '/v1/me', undefined, {
      headers: { 'x-request-id': 'a b<script>' },
    })
    expect(insane.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
  })
})

describe('idempotency', () => {
  const send = (key: string, body: unknown, path = '/v1/profiles') =>
    house.call('POST', path, body, { headers: { 'idempotency-key': key } })

  test('the same key and body replay the stored answer', async () => {
    const first = await send('one', { name: 'Once' })
    const again = await send('one', { name: 'Once' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBe(null)
  })

  test('the same key with another body is idempotency_key_reused', async () => {
    await send('two', { name: 'A' })
    const other = await send('two', { name: 'B' })
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('is that of one API key: with another the same one is free', async () => {
    const first = await send('shared', { name: 'Mine' })
    const key = await buildKey(house)
    const headers = { 'idempotency-key': 'shared' }
    const other = await house.call('POST', '/v1/profiles', { name: 'Yours' }, { key, headers })
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('a request that failed leaves the key free', async () => {
    expect((await send('three', { name: '' })).status).toBe(400)
    expect((await send('three', { name: 'Fine' })).status).toBe(201)
  })

  test('simultaneous requests with one key make one profile', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('four', { name: 'Only one' })),
    )
    const made = answers.filter((answer) => answer.status === 201)
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1)
    for (const answer of answers) {
      if (answer.status === 201) continue
      expect(answer.body.error.code).toBe('idempotency_in_progress')
    }
    const listed = (await house.call('GET', '/v1/profiles?limit=100')).body.data
    const named = listed.filter((profile: { name: string }) => profile.name === 'Only one')
    expect(named).toHaveLength(1)
  })

  test('after 24 hours the key is free', async () => {
    const first = await send('five', { name: 'Old' })
    house.clock.advance(limits.idempotency.keptHours * 3_600_000 + 1)
    expect((await send('five', { name: 'New' })).body.id).not.toBe(first.body.id)
  })

  test('a secret in a stored answer is sealed at rest', async () => {
    const made = await send('six', { name: 'sealed' }, '/v1/api-keys')
    expect((await send('six', { name: 'sealed' }, '/v1/api-keys')).body.secret).toBe(
      made.body.secret,
    )
    const rows = await house.ctx.db.read.selectFrom('idempotency').select('body').execute()
    const stored = rows.map((row) => row.body?.toString('latin1') ?? '').join()
    expect(stored).not.toContain(made.body.secret)
  })
})

describe('rate limits', () => {
  test('a request that the key may not make counts like any other', async () => {
    const limited = await openHouse({ env: { RATE_LIMIT_PER_MINUTE: '5' } })
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

  test('every answer says what is left, counted against the key where one is known', async () => {
    const limited = await openHouse({ env: { RATE_LIMIT_PER_MINUTE: '25' } })
    const left = async (path: string, init: Parameters<House['call']>[3] = {}, method = 'GET') => {
      const { status, headers } = await limited.call(method, path, undefined, init)
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d+$/)
      return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
    }
    try {
      const address = String(limits.rate.strangerRequestsPerMinute)
      const profile = await buildProfile(limited)
      const key = await buildKey(limited, { profile_id: profile.id })
      expect(await left('/v1/me', { key })).toEqual([200, '25', '24'])
      const unknown = { key, headers: { 'service-profile': 'nobody' } }
      expect(await left('/v1/me', unknown)).toEqual([403, '25', '23'])
      expect(await left('/v1/accounts/acc_0', { key })).toEqual([404, '25', '22'])
      const headers = { 'service-profile': 'nobody' }
      const [status, max, before] = await left('/v1/me', { headers })
      expect([status, max]).toEqual([404, '25'])
      expect(await left('/v1/me', { headers })).toEqual([404, '25', String(Number(before) - 1)])
      expect(await left('/v1/me', { key: 'none' })).toEqual([401, address, address])
      expect(await left('/v1/me', {}, 'PUT')).toEqual([405, address, address])
      expect(await left('/v1/nothing')).toEqual([404, address, address])
      expect(await left('/v1/openapi.json')).toEqual([200, address, address])
    } finally {
      await limited.close()
    }
  })

  test('all of the limit can be used, also by requests that come together', async () => {
    const limited = await openHouse({ env: { RATE_LIMIT_PER_MINUTE: '60' } })
    try {
      for (const minute of [1, 2]) {
        const answers = await Promise.all(
          Array.from({ length: 75 }, () => limited.call('GET', '/v1/me')),
        )
        const within = answers.filter(({ status }) => status === 200)
        expect([minute, within.length]).toEqual([minute, 60])
        const over = answers.filter(({ status }) => status === 429)
        expect(over).toHaveLength(15)
        for (const { headers } of over) expect(headers.get('x-ratelimit-remaining')).toBe('0')
        limited.clock.advance(60_000)
      }
    } finally {
      await limited.close()
    }
  })

  test('beyond the limit is 429 with Retry-After, and the next minute is free', async () => {
    const limited = await openHouse({ env: { RATE_LIMIT_PER_MINUTE: '25' } })
    try {
      const statuses: number[] = []
      for (let count = 0; count < 27; count += 1) {
        const answer = await limited.call('GET', '/v1/me')
        statuses.push(answer.status)
        expect(answer.headers.get('x-ratelimit-limit')).toBe('25')
        expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(Math.max(0, 24 - count)))
        if (answer.status === 429) {
          expect(answer.body.error.code).toBe('rate_limited')
          expect(Number(answer.headers.get('retry-after'))).toBe(60)
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
