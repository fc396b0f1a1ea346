import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks } from '../../../test/build-webhook.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

const url = 'https://hooks.example.com/postern'
const names: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14'],
  'inner.example.com': ['10.0.0.7'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
}

let testApp: TestApp

beforeAll(async () => {
  const lookup = (
    host: string,
    _options: unknown,
    callback: (err: Error | null, found: { address: string; family: number }[]) => void,
  ) => {
    const addresses = names[host]?.map((address) => ({ address, family: 4 }))
    if (addresses) callback(null, addresses)
    else callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
  }
  testApp = await openTestApp({
    poolMax: 12,
    env: { ALLOW_PRIVATE_WEBHOOKS: 'false' },
    lookup: lookup as never,
  })
})
afterEach(() => deleteWebhooks(testApp))
afterAll(() => testApp.close())

const create = (body: unknown, options = {}) => testApp.call('POST', '/v1/webhooks', body, options)

describe('creating', () => {
  test('returns the endpoint and its secret, which is never shown again', async () => {
    const { status, body } = await create({ url, events: ['post.published'], description: 'CRM' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      object: 'webhook_endpoint',
      url,
      events: ['post.published'],
      profile_id: null,
      active: true,
      description: 'CRM',
      inactive_reason: null,
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
      previous_secret_expires_at: null,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/),
    })
    const { secret, ...shown } = body
    expect((await testApp.call('GET', `/v1/webhooks/${body.id}`)).body).toEqual(shown)
    expect((await testApp.call('GET', '/v1/webhooks')).body.data).toEqual([shown])
    const patched = await testApp.call('PATCH', `/v1/webhooks/${body.id}`, { description: null })
    expect(patched.body).toEqual({ ...shown, description: null })
    expect(JSON.stringify(testApp.logLines)).not.toContain(secret)
  })

  test('the secret is sealed at rest', async () => {
    const { id, secret } = await buildWebhook(testApp, { url })
    const row = await testApp.ctx.db.query
      .selectFrom('webhook_endpoint')
      .select('secret_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.secret_sealed.toString('latin1')).not.toContain(secret.slice(6))
  })

  test('the eleventh endpoint of an owner returns 409 webhook_limit_reached, also under concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 14 }, () => create({ url, events: ['*'] })),
    )
    const statuses = responses.map((response) => response.status).sort()
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(4).fill(409)])
    const refused = responses.find((response) => response.status === 409)!
    expect(refused.body.error.code).toBe('webhook_limit_reached')
    expect((await testApp.call('GET', '/v1/webhooks')).body.data).toHaveLength(10)
  })

  test.each([
    'http://hooks.example.com/',
    'https://hooks.example.com:8443/',
    'https://user:pw@hooks.example.com/',
    'https://hooks.example.com/#x',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/',
    'https://inner.example.com/',
    'https://mixed.example.com/',
    'https://inner.example.com./',
    'not a url',
  ])('%s is 400 webhook_url_invalid', async (bad) => {
    const { status, body } = await create({ url: bad, events: ['*'] })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'webhook_url_invalid', param: 'url' })
    const { path } = await buildWebhook(testApp, { url })
    const patched = await testApp.call('PATCH', path, { url: bad })
    expect(patched.body.error).toMatchObject({ code: 'webhook_url_invalid', param: 'url' })
    expect((await testApp.call('GET', path)).body.url).toBe(url)
  })

  test('a name that does not resolve yet is accepted', async () => {
    const { status } = await create({ url: 'https://not-yet.example.com/', events: ['*'] })
    expect(status).toBe(201)
  })

  test('an unknown event type is named by its index', async () => {
    const { status, body } = await create({ url, events: ['post.published', 'post.exploded'] })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_failed', param: 'events.1' })
  })

  test.each([
    [{ events: ['*'] }, 'url'],
    [{ url }, 'events'],
    [{ url, events: [] }, 'events'],
    [{ url, events: '*' }, 'events'],
    [{ url, events: ['*'], active: false }, 'active'],
    [{ url, events: ['*'], secret: 'whsec_mine' }, 'secret'],
    [{ url, events: ['*'], description: 'x'.repeat(501) }, 'description'],
  ])('%j is refused, the field named', async (body, param) => {
    const response = await create(body)
    expect(response.status).toBe(400)
    expect(response.body.error).toMatchObject({ code: 'validation_failed', param })
  })
})

describe('profiles', () => {
  test('profile_id accepts an external_id and returns the id', async () => {
    const profile = await buildProfile(testApp, { external_id: 'webhook-client' })
    const { body } = await create({ url, events: ['*'], profile_id: 'webhook-client' })
    expect(body.profile_id).toBe(profile.id)
    const unbound = await testApp.call('PATCH', `/v1/webhooks/${body.id}`, { profile_id: null })
    expect(unbound.body.profile_id).toBeNull()
    const again = { profile_id: 'webhook-client' }
    const bound = await testApp.call('PATCH', `/v1/webhooks/${body.id}`, again)
    expect(bound.body.profile_id).toBe(profile.id)
  })

  test('an unknown profile_id returns 404 profile_not_found', async () => {
    const { status, body } = await create({ url, events: ['*'], profile_id: 'unknown' })
    expect(status).toBe(404)
    expect(body.error.code).toBe('profile_not_found')
  })

  test('a profile key sees and creates only endpoints bound to its profile', async () => {
    const [mine, other] = [await buildProfile(testApp), await buildProfile(testApp)]
    const key = await buildKey(testApp, { profile_id: mine.id })
    const foreign = [
      await buildWebhook(testApp, { url }),
      await buildWebhook(testApp, { url, profile_id: other.id }),
    ]
    const profileEndpoint = await create({ url, events: ['*'] }, { key })
    expect(profileEndpoint.body.profile_id).toBe(mine.id)
    const list = await testApp.call('GET', '/v1/webhooks', undefined, { key })
    expect(list.body.data.map((each: { id: string }) => each.id)).toEqual([profileEndpoint.body.id])
    const delivery = '019b0000-0000-7000-8000-000000000000'
    for (const { path } of foreign) {
      for (const [method, tail, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { active: false }],
        ['DELETE', '', undefined],
        ['POST', '/test', undefined],
        ['POST', '/rotate-secret', {}],
        ['POST', '/recover', { since: '2026-11-21T08:00:00Z' }],
        ['GET', '/deliveries', undefined],
        ['GET', `/deliveries/${delivery}`, undefined],
        ['POST', `/deliveries/${delivery}/resend`, undefined],
      ] as const) {
        const response = await testApp.call(method, `${path}${tail}`, body, { key })
        expect([method, tail, response.body.error?.code]).toEqual([
          method,
          tail,
          'webhook_not_found',
        ])
      }
      expect((await testApp.call('GET', path)).body.active).toBe(true)
    }
  })

  test('within a profile an endpoint cannot be created for another profile or unbound', async () => {
    const [mine, other] = [await buildProfile(testApp), await buildProfile(testApp)]
    const key = await buildKey(testApp, { profile_id: mine.id })
    const foreign = { url, events: ['*'], profile_id: other.id }
    expect((await create(foreign, { key })).body.error.code).toBe('profile_not_found')
    expect((await create(foreign, { profile: mine.id })).body.error.code).toBe('profile_conflict')
    const { path } = await buildWebhook(testApp, { url, key })
    const unbound = await testApp.call('PATCH', path, { profile_id: null }, { key })
    expect(unbound.body.error).toMatchObject({ code: 'profile_conflict', param: 'profile_id' })
    const moved = await testApp.call('PATCH', path, { profile_id: other.id }, { key })
    expect(moved.body.error.code).toBe('profile_not_found')
    expect((await testApp.call('GET', path)).body.profile_id).toBe(mine.id)
  })

  test('an owner key with Service-Profile is confined like a profile key', async () => {
    const profile = await buildProfile(testApp)
    await buildWebhook(testApp, { url })
    const bound = await buildWebhook(testApp, { url, profile: profile.id })
    const list = await testApp.call('GET', '/v1/webhooks', undefined, { profile: profile.id })
    expect(list.body.data.map((each: { id: string }) => each.id)).toEqual([bound.id])
    expect((await testApp.call('GET', '/v1/webhooks')).body.data).toHaveLength(2)
  })

  test('deleting a profile deletes its endpoints immediately', async () => {
    const profile = await buildProfile(testApp)
    const bound = await buildWebhook(testApp, { url, profile_id: profile.id })
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    expect((await testApp.call('GET', bound.path)).body.error.code).toBe('webhook_not_found')
    expect((await testApp.call('GET', '/v1/webhooks')).body.data).toEqual([])
  })
})

describe('changing', () => {
  test('active false and true are stored with their reason', async () => {
    const { path } = await buildWebhook(testApp, { url })
    const off = await testApp.call('PATCH', path, { active: false })
    expect(off.body).toMatchObject({ active: false, inactive_reason: 'owner' })
    const on = await testApp.call('PATCH', path, { active: true })
    expect(on.body).toMatchObject({ active: true, inactive_reason: null, consecutive_failures: 0 })
  })

  test('only the fields in the body change', async () => {
    const { path } = await buildWebhook(testApp, { url, events: ['post.failed'], description: 'a' })
    const { body } = await testApp.call('PATCH', path, { events: ['*', 'post.failed', '*'] })
    expect(body).toMatchObject({ url, events: ['*', 'post.failed'], description: 'a' })
    expect((await testApp.call('PATCH', path, {})).body).toEqual(body)
  })

  test('a deleted endpoint returns 404, also to a second DELETE', async () => {
    const { id, path } = await buildWebhook(testApp, { url })
    const { status, body } = await testApp.call('DELETE', path)
    expect(status).toBe(200)
    expect(body).toEqual({ id, object: 'webhook_endpoint', profile_id: null, deleted: true })
    expect((await testApp.call('DELETE', path)).body.error.code).toBe('webhook_not_found')
    expect((await testApp.call('GET', path)).status).toBe(404)
  })
})

test('a host that later resolves to a private address fails the attempt with blocked_address', async () => {
  names['turncoat.example.com'] = ['93.184.215.14']
  const { path } = await buildWebhook(testApp, { url: 'https://turncoat.example.com/' })
  names['turncoat.example.com'] = ['169.254.169.254']
  const { status, body } = await testApp.call('POST', `${path}/test`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'failed',
    last_error: 'blocked_address',
    last_status_code: null,
    attempts: [{ error: 'blocked_address', response_body: null }],
  })
})

test('a read-only key cannot write', async () => {
  const { path } = await buildWebhook(testApp, { url })
  const key = await buildKey(testApp, { scopes: ['webhooks:read'] })
  expect((await testApp.call('GET', path, undefined, { key })).status).toBe(200)
  const response = await testApp.call('PATCH', path, { active: false }, { key })
  expect(response.status).toBe(403)
  expect(response.body.error.code).toBe('insufficient_scope')
})

test('the list is paginated', async () => {
  const created = []
  for (let count = 0; count < 5; count += 1) created.push((await buildWebhook(testApp, { url })).id)
  const first = (await testApp.call('GET', '/v1/webhooks?limit=3')).body
  expect(first).toMatchObject({ object: 'list', has_more: true })
  const rest = (await testApp.call('GET', `/v1/webhooks?limit=3&cursor=${first.next_cursor}`)).body
  expect(rest).toMatchObject({ has_more: false, next_cursor: null })
  expect([...first.data, ...rest.data].map((each) => each.id)).toEqual(created)
})
