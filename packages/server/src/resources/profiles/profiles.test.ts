import { describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp({ poolMax: 4 })

describe('listing', () => {
  test('the default profile is listed first, then oldest first', async () => {
    await buildProfile(testApp)
    const { body } = await testApp.call('GET', '/v1/profiles')
    expect(body.object).toBe('list')
    expect(body.data[0]).toMatchObject({ object: 'profile', is_default: true, external_id: null })
    const others = body.data.slice(1).map((profile: { created_at: string }) => profile.created_at)
    expect(others).toEqual([...others].sort())
  })

  test('pages have no gaps and no duplicates', async () => {
    for (let count = 0; count < 5; count += 1) await buildProfile(testApp)
    const all = (await testApp.call('GET', '/v1/profiles?limit=100')).body.data
    const paged: unknown[] = []
    let cursor = ''
    do {
      const { body } = await testApp.call('GET', `/v1/profiles?limit=2${cursor}`)
      paged.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
      expect(body.has_more).toBe(cursor !== '')
    } while (cursor)
    expect(paged).toEqual(all)
  })

  test('a page has 50 profiles by default', async () => {
    for (let count = 0; count < 51; count += 1) await buildProfile(testApp)
    const { body } = await testApp.call('GET', '/v1/profiles')
    expect([body.data.length, body.has_more]).toEqual([50, true])
  })

  test('external_id filters the list', async () => {
    const profile = await buildProfile(testApp, { external_id: 'filter-me' })
    const { body } = await testApp.call('GET', '/v1/profiles?external_id=filter-me')
    expect(body.data).toEqual([profile])
    expect((await testApp.call('GET', '/v1/profiles?external_id=unknown')).body.data).toEqual([])
    const other = await buildProfile(testApp, { external_id: 'filter-me-too' })
    const both = await testApp.call('GET', '/v1/profiles?external_id=filter-me-too,filter-me,none')
    expect(both.body.data).toEqual([profile, other])
    const wrong = await testApp.call('GET', '/v1/profiles?external_id=filter-me,')
    expect(wrong.body.error).toMatchObject({ code: 'validation_failed', param: 'external_id.1' })
  })

  test('a cursor is bound to its filters', async () => {
    const { body } = await testApp.call('GET', '/v1/profiles?limit=1')
    const other = await testApp.call(
      'GET',
      `/v1/profiles?external_id=filter-me&cursor=${body.next_cursor}`,
    )
    expect(other.status).toBe(400)
    expect(other.body.error.code).toBe('invalid_cursor')
  })

  test.each([
    ['an invalid time', [true, 'not a time', 'x']],
    ['a NUL', [true, '2026-01-01T00:00:00Z', 'x\0']],
    ['numbers', [1e308, 1, null]],
  ])('a modified cursor with %s → invalid_cursor', async (_name, values) => {
    await buildProfile(testApp)
    const { body } = await testApp.call('GET', '/v1/profiles?limit=1')
    const [binding] = JSON.parse(Buffer.from(body.next_cursor, 'base64url').toString())
    const cursor = Buffer.from(JSON.stringify([binding, ...values])).toString('base64url')
    const response = await testApp.call('GET', `/v1/profiles?limit=1&cursor=${cursor}`)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_cursor'])
  })

  test.each(['0', '101', '-1', 'ten', '1.5'])('limit=%s → validation_failed', async (limit) => {
    const { status, body } = await testApp.call('GET', `/v1/profiles?limit=${limit}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_failed', param: 'limit' })
  })
})

describe('creating', () => {
  test('a new profile → 201 with every field', async () => {
    const { status, body } = await testApp.call('POST', '/v1/profiles', {
      name: 'Acme',
      external_id: 'client-42',
      metadata: { plan: 'gold' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^prof_[0-9a-z]{26}$/),
      object: 'profile',
      approval_required: false,
      time_zone: 'UTC',
      name: 'Acme',
      external_id: 'client-42',
      is_default: false,
      color: null,
      metadata: { plan: 'gold' },
      account_count: 0,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    })
  })

  test('a repeated external_id → 200 with the existing profile, its name unchanged', async () => {
    const first = await testApp.call('POST', '/v1/profiles', { name: 'One', external_id: 'same' })
    const again = await testApp.call('POST', '/v1/profiles', { name: 'Two', external_id: 'same' })
    expect(first.status).toBe(201)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
  })

  test('concurrent requests with one external_id → one 201', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        testApp.call('POST', '/v1/profiles', { name: 'Race', external_id: 'race' }),
      ),
    )
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1)
  })

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'A', external_id: 'with space' }, 'external_id'],
    [{ name: 'A', external_id: 'ü' }, 'external_id'],
    [{ name: 'A', external_id: '' }, 'external_id'],
    [{ name: 'A', external_id: '.' }, 'external_id'],
    [{ name: 'A', external_id: '..' }, 'external_id'],
    [{ name: 'A', external_id: 'prof_01m7xxqpbefq8r06fezmvn4nee' }, 'external_id'],
    [{ name: 'A', metadata: { big: 'x'.repeat(9_000) } }, 'metadata'],
    [{ name: 'A', metadata: [] }, 'metadata'],
    [{ name: 'A', color: 'red' }, 'color'],
  ])('%j → validation_failed for %s', async (input, param) => {
    const before = (await testApp.call('GET', '/v1/profiles?limit=100')).body.data.length
    const { status, body } = await testApp.call('POST', '/v1/profiles', input)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_failed', param })
    expect((await testApp.call('GET', '/v1/profiles?limit=100')).body.data).toHaveLength(before)
  })

  test('a name in any script is stored unchanged', async () => {
    const name = '株式会社 <b>"Ünïcode"</b> 🦊 مرحبا'
    expect((await buildProfile(testApp, { name })).name).toBe(name)
  })
})

describe('a profile by id or external_id', () => {
  test('an external_id is accepted wherever a profile id is', async () => {
    const profile = await buildProfile(testApp, { external_id: 'a.b_c:d@e+f-1' })
    const path = `/v1/profiles/${encodeURIComponent('a.b_c:d@e+f-1')}`
    expect((await testApp.call('GET', path)).body).toEqual(profile)
    const changed = await testApp.call('PATCH', path, { name: 'Changed' })
    expect(changed.body).toMatchObject({ id: profile.id, name: 'Changed' })
    const listed = await testApp.call('GET', '/v1/profiles', undefined, {
      profile: 'a.b_c:d@e+f-1',
    })
    expect(listed.body.data.map((profile: { id: string }) => profile.id)).toEqual([profile.id])
  })

  test('an unknown id or external_id → profile_not_found', async () => {
    for (const path of ['unknown', 'prof_01m7xxqpbefq8r06fezmvn4nee', '%F0%9F%A6%8A']) {
      const { status, body } = await testApp.call('GET', `/v1/profiles/${path}`)
      expect([status, body.error.code]).toEqual([404, 'profile_not_found'])
    }
  })

  test('different profiles in header and path → profile_conflict', async () => {
    const [one, two] = [await buildProfile(testApp), await buildProfile(testApp)]
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'X' }],
      ['DELETE', undefined],
    ] as const) {
      const response = await testApp.call(method, `/v1/profiles/${one.id}`, body, {
        profile: two.id,
      })
      expect([response.status, response.body.error.code]).toEqual([400, 'profile_conflict'])
    }
  })
})

describe('updating', () => {
  test('an external_id in use → external_id_taken', async () => {
    await buildProfile(testApp, { external_id: 'taken' })
    const other = await buildProfile(testApp)
    const response = await testApp.call('PATCH', `/v1/profiles/${other.id}`, {
      external_id: 'taken',
    })
    expect([response.status, response.body.error.code]).toEqual([409, 'external_id_taken'])
    expect((await testApp.call('GET', `/v1/profiles/${other.id}`)).body.external_id).toBe(null)
  })

  test('null clears the external_id, which can then be reused', async () => {
    const profile = await buildProfile(testApp, { external_id: 'clear-me' })
    const cleared = await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { external_id: null })
    expect(cleared.body.external_id).toBe(null)
    expect((await buildProfile(testApp, { external_id: 'clear-me' })).id).not.toBe(profile.id)
  })

  test('omitted fields are unchanged', async () => {
    const profile = await buildProfile(testApp, { external_id: 'stay', metadata: { a: 1 } })
    testApp.clock.advance(1_000)
    const { body } = await testApp.call('PATCH', `/v1/profiles/${profile.id}`, {})
    expect(body).toEqual({ ...profile, updated_at: testApp.clock.now().toISOString() })
  })
})

describe('deleting', () => {
  test('returns 202 and revokes all access immediately', async () => {
    const profile = await buildProfile(testApp, { external_id: 'doomed' })
    const account = await buildAccount(testApp, { profile_id: profile.id })
    const key = await buildKey(testApp, { profile_id: profile.id })
    const { status, body } = await testApp.call('DELETE', '/v1/profiles/doomed')
    expect(status).toBe(202)
    expect(body).toEqual({ id: profile.id, object: 'profile', status: 'deleting' })

    for (const reference of [profile.id, 'doomed']) {
      const path = `/v1/profiles/${reference}`
      expect((await testApp.call('GET', path)).body.error.code).toBe('profile_not_found')
      const header = await testApp.call('GET', '/v1/accounts', undefined, { profile: reference })
      expect([header.status, header.body.error.code]).toEqual([404, 'profile_not_found'])
    }
    expect((await testApp.call('GET', '/v1/accounts', undefined, { key })).status).toBe(401)
    const gone = await testApp.call('GET', `/v1/accounts/${account.id}`)
    expect([gone.status, gone.body.error.code]).toEqual([404, 'account_not_found'])
    const listed = await testApp.call('GET', '/v1/accounts?limit=100')
    expect(JSON.stringify(listed.body)).not.toContain(account.id)
    const profiles = await testApp.call('GET', '/v1/profiles?limit=100')
    expect(JSON.stringify(profiles.body)).not.toContain(profile.id)
    expect(
      JSON.stringify((await testApp.call('GET', '/v1/api-keys?limit=100')).body),
    ).not.toContain(profile.id)
  })

  test('a repeated DELETE returns 202, before and after the erasure', async () => {
    const profile = await buildProfile(testApp, { external_id: 'twice' })
    for (const reference of ['twice', 'twice', profile.id]) {
      expect((await testApp.call('DELETE', `/v1/profiles/${reference}`)).status).toBe(202)
    }
    await testApp.work()
    for (const reference of ['twice', profile.id]) {
      expect((await testApp.call('DELETE', `/v1/profiles/${reference}`)).status).toBe(202)
    }
  })

  test('the external_id can be reused immediately', async () => {
    const old = await buildProfile(testApp, { external_id: 'reborn' })
    await testApp.call('DELETE', '/v1/profiles/reborn')
    expect((await buildProfile(testApp, { external_id: 'reborn' })).id).not.toBe(old.id)
  })

  test('the default profile cannot be deleted', async () => {
    const [first] = (await testApp.call('GET', '/v1/profiles')).body.data
    const { status, body } = await testApp.call('DELETE', `/v1/profiles/${first.id}`)
    expect([status, body.error.code]).toEqual([409, 'default_profile'])
  })

  test('the background work erases accounts, tokens, links and keys', async () => {
    const profile = await buildProfile(testApp, { name: 'Secret client', external_id: 'erase' })
    await buildAccount(testApp, { profile_id: profile.id })
    await buildKey(testApp, { profile_id: profile.id })
    await testApp.call('POST', '/v1/connect/redirect-origins', {
      origin: 'https://app.example.com',
    })
    await testApp.call('POST', '/v1/profiles/erase/connect-links', {
      redirect_url: 'https://app.example.com/back',
    })
    await testApp.call('DELETE', '/v1/profiles/erase')
    await testApp.work()
    for (const table of ['account', 'api_key', 'connect_link'] as const) {
      const rows = await testApp.ctx.db.query
        .selectFrom(table)
        .select('id')
        .where('profile_id', '=', profile.id)
        .execute()
      expect(rows).toEqual([])
    }
    const row = await testApp.ctx.db.query
      .selectFrom('profile')
      .select(['name', 'external_id', 'metadata'])
      .where('id', '=', profile.id)
      .executeTakeFirst()
    expect(row).toEqual({ name: '', external_id: null, metadata: {} })
  })
})

test('with the profile header, only that profile is listed and creating another is refused', async () => {
  const profile = await buildProfile(testApp, { external_id: 'alone' })
  const listed = await testApp.call('GET', '/v1/profiles', undefined, { profile: 'alone' })
  expect(listed.body.data).toEqual([profile])
  const created = await testApp.call('POST', '/v1/profiles', { name: 'B' }, { profile: 'alone' })
  expect([created.status, created.body.error.code]).toEqual([400, 'profile_conflict'])
})
