import { describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createApp } from '../../app.ts'
import { testClock } from '../../core/clock.ts'

const testApp = useTestApp()

describe('authentication', () => {
  const unknown = `pst_owner_${'A'.repeat(43)}`

  test.each([
    ['no header', {}, 'api_key_missing'],
    ['another scheme', { authorization: 'Basic abc' }, 'api_key_missing'],
    ['an empty token', { authorization: 'Bearer ' }, 'api_key_missing'],
    ['two tokens', { authorization: 'Bearer a b' }, 'api_key_missing'],
    ['a malformed key', { authorization: 'Bearer nonsense' }, 'api_key_invalid'],
    ['an unknown key', { authorization: `Bearer ${unknown}` }, 'api_key_invalid'],
    ['a NUL', { authorization: 'Bearer pst_owner_%00' }, 'api_key_invalid'],
  ])('%s is 401 with WWW-Authenticate', async (_name, headers, code) => {
    const response = await testApp.call('GET', '/v1/me', undefined, { key: null, headers })
    expect([response.status, response.body.error.code]).toEqual([401, code])
    expect(response.body.error.type).toBe('authentication_error')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a key returns api_key_expired from its expires_at on', async () => {
    const key = await buildKey(testApp, { expires_at: '2026-11-21T10:00:00Z' })
    expect((await testApp.call('GET', '/v1/me', undefined, { key })).status).toBe(200)
    testApp.clock.set(new Date('2026-11-21T10:00:00.000Z'))
    const response = await testApp.call('GET', '/v1/me', undefined, { key })
    expect([response.status, response.body.error.code]).toEqual([401, 'api_key_expired'])
  })

  test('a revoked key returns api_key_revoked, and revoking it again changes nothing', async () => {
    const made = await testApp.call('POST', '/v1/api-keys', { name: 'short' })
    const revoked = await testApp.call('DELETE', `/v1/api-keys/${made.body.id}`)
    expect(revoked.body.status).toBe('revoked')
    const response = await testApp.call('GET', '/v1/me', undefined, { key: made.body.secret })
    expect([response.status, response.body.error.code]).toEqual([401, 'api_key_revoked'])
    testApp.clock.advance(5_000)
    expect((await testApp.call('DELETE', `/v1/api-keys/${made.body.id}`)).body.revoked_at).toBe(
      revoked.body.revoked_at,
    )
  })

  test('a key revoked by a process whose clock is 4 s ahead is refused by the next request', async () => {
    const made = await testApp.call('POST', '/v1/api-keys', { name: 'clocks' })
    const clock = testClock(new Date(testApp.clock.now().getTime() + 4_000))
    const revoked = await createApp({ ...testApp.ctx, clock }).request(
      `/v1/api-keys/${made.body.id}`,
      { method: 'DELETE', headers: { authorization: `Bearer ${testApp.ownerKey}` } },
    )
    expect(revoked.status).toBe(200)
    const response = await testApp.call('GET', '/v1/me', undefined, { key: made.body.secret })
    expect([response.status, response.body.error?.code]).toEqual([401, 'api_key_revoked'])
    const { data } = (await testApp.call('GET', '/v1/api-keys?limit=100')).body
    const listed = data.find(({ id }: { id: string }) => id === made.body.id)
    expect(listed.status).toBe('revoked')
  })
})

describe('profile keys', () => {
  test('a profile key works without a header and with one that names its own profile', async () => {
    const profile = await buildProfile(testApp, { external_id: 'mine' })
    const key = await buildKey(testApp, { profile_id: 'mine' })
    for (const header of [undefined, profile.id, 'mine']) {
      const response = await testApp.call('GET', '/v1/me', undefined, {
        key,
        ...(header ? { profile: header } : {}),
      })
      expect(response.body.profile).toEqual({ id: profile.id, external_id: 'mine' })
      expect(response.body.key.kind).toBe('profile')
    }
  })

  test('a header with another profile returns profile_mismatch whether it exists or not', async () => {
    const other = await buildProfile(testApp)
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    for (const profile of [other.id, 'does-not-exist']) {
      const response = await testApp.call('GET', '/v1/me', undefined, { key, profile })
      expect([response.status, response.body.error.code]).toEqual([403, 'profile_mismatch'])
    }
  })
})

describe('scopes', () => {
  test('a request outside a key’s scopes returns 403 insufficient_scope', async () => {
    const key = await buildKey(testApp, { scopes: ['accounts:read'] })
    expect((await testApp.call('GET', '/v1/accounts', undefined, { key })).status).toBe(200)
    const response = await testApp.call('GET', '/v1/profiles', undefined, { key })
    expect([response.status, response.body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  test('a limited key cannot create a key with more scopes', async () => {
    const key = await buildKey(testApp, { scopes: ['keys:write', 'keys:read'] })
    const wider = { name: 'wider', scopes: ['profiles:write'] }
    const response = await testApp.call('POST', '/v1/api-keys', wider, { key })
    expect([response.status, response.body.error.code]).toEqual([403, 'insufficient_scope'])
    const same = await testApp.call('POST', '/v1/api-keys', { name: 'same' }, { key })
    expect(same.body.scopes.sort()).toEqual(['keys:read', 'keys:write'])
  })

  test('a limited key cannot rotate a key with more scopes', async () => {
    const key = await buildKey(testApp, { scopes: ['keys:write', 'keys:read'] })
    const full = (await testApp.call('POST', '/v1/api-keys', { name: 'full' })).body
    const response = await testApp.call('POST', `/v1/api-keys/${full.id}/rotate`, {}, { key })
    expect([response.status, response.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect((await testApp.call('GET', '/v1/me', undefined, { key: full.secret })).status).toBe(200)
    const equal = (await testApp.call('POST', '/v1/api-keys', { name: 'equal' }, { key })).body
    const rotated = await testApp.call('POST', `/v1/api-keys/${equal.id}/rotate`, {}, { key })
    expect(rotated.status).toBe(201)
  })
})

describe('a key with an end', () => {
  const inMs = (ms: number) => new Date(testApp.clock.now().getTime() + ms).toISOString()
  const make = (body: object, key?: string) =>
    testApp.call('POST', '/v1/api-keys', { name: 'x', ...body }, key ? { key } : {})

  test('new keys get the calling key’s end and cannot last longer', async () => {
    const until = inMs(86_400_000)
    const { secret } = (await make({ expires_at: until })).body
    expect((await make({}, secret)).body.expires_at).toBe(until)
    const sooner = await make({ expires_at: inMs(3_600_000) }, secret)
    expect(sooner.status).toBe(201)
    const later = await make({ expires_at: inMs(86_400_001) }, secret)
    expect([later.status, later.body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  test('a key can rotate itself but no key that lasts longer', async () => {
    const until = inMs(86_400_000)
    const own = (await make({ expires_at: until })).body
    const lasting = (await make({})).body
    const refused = await testApp.call(
      'POST',
      `/v1/api-keys/${lasting.id}/rotate`,
      {},
      {
        key: own.secret,
      },
    )
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    const rotated = await testApp.call(
      'POST',
      `/v1/api-keys/${own.id}/rotate`,
      {},
      {
        key: own.secret,
      },
    )
    expect(rotated.body).toMatchObject({ expires_at: until })
  })

  test('a rotated key cannot create or rotate a key that outlasts the overlap', async () => {
    const own = (await make({})).body
    const overlap = { overlap_seconds: 60 }
    await testApp.call('POST', `/v1/api-keys/${own.id}/rotate`, overlap)
    const made = await make({}, own.secret)
    expect(Date.parse(made.body.expires_at)).toBe(testApp.clock.now().getTime() + 60_000)
    const again = await testApp.call(
      'POST',
      `/v1/api-keys/${own.id}/rotate`,
      {},
      {
        key: own.secret,
      },
    )
    expect(again.status).toBe(403)
  })
})

test('a key can revoke itself and keys with the same or fewer rights, but none with more', async () => {
  const make = async (body: object, key?: string) =>
    (await testApp.call('POST', '/v1/api-keys', { name: 'x', ...body }, key ? { key } : {})).body
  const limited = await make({ scopes: ['keys:write'] })
  const full = await make({})
  const revoke = (id: string, key: string) =>
    testApp.call('DELETE', `/v1/api-keys/${id}`, undefined, { key })
  const refused = await revoke(full.id, limited.secret)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  expect((await testApp.call('GET', '/v1/me', undefined, { key: full.secret })).status).toBe(200)
  const weaker = await make({}, limited.secret)
  expect((await revoke(weaker.id, limited.secret)).body.status).toBe('revoked')
  expect((await revoke(limited.id, limited.secret)).body.status).toBe('revoked')
})

test('the secret of a key is returned once and stored only as a hash', async () => {
  const { body } = await testApp.call('POST', '/v1/api-keys', { name: 'once' })
  expect(body.secret).toMatch(/^pst_owner_[A-Za-z0-9]{43}$/)
  const listed = await testApp.call('GET', '/v1/api-keys?limit=100')
  expect(JSON.stringify(listed.body)).not.toContain(body.secret)
  const rows = await testApp.ctx.db.query
    .selectFrom('api_key')
    .select(['hint', 'name', 'secret_hash'])
    .execute()
  for (const row of rows) {
    expect(`${row.hint}${row.name}${row.secret_hash.toString('latin1')}`).not.toContain(body.secret)
  }
})

test('rotation returns a new key, and the old one works until the overlap ends', async () => {
  const old = (await testApp.call('POST', '/v1/api-keys', { name: 'turn' })).body
  const rotated = await testApp.call('POST', `/v1/api-keys/${old.id}/rotate`, {
    overlap_seconds: 60,
  })
  expect(rotated.status).toBe(201)
  expect(rotated.body.secret).not.toBe(old.secret)
  const me = (key: string) => testApp.call('GET', '/v1/me', undefined, { key })
  expect((await me(old.secret)).status).toBe(200)
  expect((await me(rotated.body.secret)).status).toBe(200)
  testApp.clock.advance(60_000)
  expect((await me(old.secret)).body.error.code).toBe('api_key_revoked')
  expect((await me(rotated.body.secret)).status).toBe(200)
})

test('an expiry in the past and an unknown scope return validation_failed with param', async () => {
  const past = await testApp.call('POST', '/v1/api-keys', {
    name: 'past',
    expires_at: '2020-01-01T00:00:00Z',
  })
  expect(past.body.error).toMatchObject({ code: 'validation_failed', param: 'expires_at' })
  const scope = await testApp.call('POST', '/v1/api-keys', { name: 'x', scopes: ['everything'] })
  expect(scope.body.error).toMatchObject({ code: 'validation_failed', param: 'scopes.0' })
})
