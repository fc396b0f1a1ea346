import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile, buildWebhook } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp({ poolMax: 6 })

beforeAll(async () => {
  await buildWebhook(testApp)
})

async function eventsOf(type: string) {
  const { rows } = await testApp.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event where type = $1 order by id`,
    [type],
  )
  return rows.map((row) => row.body)
}

const tokensOf = (login: string) => ({
  access: `access of ${login}`,
  refresh: `refresh of ${login}`,
  accessExpiresAt: null,
  refreshExpiresAt: null,
  issuedAt: '2026-11-21T09:00:00.000Z',
})

describe('visibility', () => {
  test('a profile key sees the accounts of its profile, an owner key all', async () => {
    const mine = await buildAccount(testApp)
    const other = await buildAccount(testApp)
    const key = await buildKey(testApp, { profile_id: mine.profile_id })
    const ids = async (options: object) =>
      (await testApp.call('GET', '/v1/accounts?limit=100', undefined, options)).body.data.map(
        (account: { id: string }) => account.id,
      )
    expect(await ids({ key })).toEqual([mine.id])
    expect(await ids({ profile: other.profile_id })).toEqual([other.id])
    expect(await ids({})).toEqual(expect.arrayContaining([mine.id, other.id]))
  })

  test("another profile's account returns account_not_found for every method", async () => {
    const foreign = await buildAccount(testApp)
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    for (const method of ['GET', 'DELETE']) {
      const response = await testApp.call(method, `/v1/accounts/${foreign.id}`, undefined, { key })
      expect([response.status, response.body.error.code]).toEqual([404, 'account_not_found'])
    }
    expect((await testApp.call('GET', `/v1/accounts/${foreign.id}`)).body).toEqual(foreign)
  })

  test('filters accept comma-separated values and refuse unknown ones', async () => {
    const account = await buildAccount(testApp, { platform: 'tiktok' })
    const found = await testApp.call(
      'GET',
      '/v1/accounts?platform=tiktok,facebook&status=connected&include=limits',
    )
    expect(found.body.data).toEqual([account])
    const wrong = await testApp.call('GET', '/v1/accounts?platform=myspace')
    expect(wrong.body.error).toMatchObject({ code: 'validation_failed', param: 'platform.0' })
  })
})

describe('limits', () => {
  const listed = async (query: string, options = {}) =>
    await testApp.call('GET', `/v1/accounts${query}`, undefined, options)

  test('a list has the limits of accounts only with include=limits', async () => {
    const { id: profile_id } = await buildProfile(testApp)
    const account = await buildAccount(testApp, { profile_id })
    const { limits, ...withoutLimits } = account
    expect(limits.text_max).toBe(500)
    expect((await listed('', { profile: profile_id })).body.data).toEqual([withoutLimits])
    const { body } = await listed('?include=limits', { profile: profile_id })
    expect(body.data).toEqual([account])
    expect((await testApp.call('GET', `/v1/accounts/${account.id}`)).body).toEqual(account)
  })

  test('an unknown value of include is a 400 that names the allowed one', async () => {
    const { status, body } = await listed('?include=limit')
    expect([status, body.error.details]).toMatchObject([
      400,
      [{ path: 'include', message: expect.stringContaining('limits') }],
    ])
  })
})

describe('search', () => {
  test('each word of a search is a part of a name of the account, its profile or its platform', async () => {
    const { id: profile_id } = await buildProfile(testApp, { name: 'Gärtnerei Halde' })
    const account = await buildAccount(testApp, {
      profile_id,
      granted: { username: 'halde.blooms' },
    })
    const other = await buildAccount(testApp, { granted: { username: 'nordlicht' } })
    const found = async (search: string, options: object = {}) => {
      const query = `search=${encodeURIComponent(search)}`
      const { body } = await testApp.call('GET', `/v1/accounts?${query}`, undefined, options)
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await found('@halde.bl')).toEqual([account.id])
    expect(await found('BLOOMS')).toEqual([account.id])
    expect(await found('gärtnerei')).toEqual([account.id])
    expect(await found('nordlicht')).toEqual([other.id])
    expect(await found('halde  THREAD')).toEqual([account.id])
    expect(await found('halde facebook')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('nordlicht', { profile: profile_id })).toEqual([])
  })
})

describe('disconnecting', () => {
  test('disconnecting erases the tokens and emits account.disconnected once; repeating changes nothing', async () => {
    const account = await buildAccount(testApp)
    const first = await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    expect(first.body).toMatchObject({
      id: account.id,
      status: 'disconnected',
      status_reason: 'by_owner',
      capabilities: { publish: false },
    })
    const again = await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    expect(again.body).toEqual(first.body)
    const row = await testApp.ctx.db.query
      .selectFrom('account')
      .select('tokens_sealed')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(row.tokens_sealed).toBe(null)
    const events = (await eventsOf('account.disconnected')).filter(
      (event) => event.data.account.id === account.id,
    )
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ profile_id: account.profile_id })
  })

  test('two accounts of one login disconnected concurrently revoke the login once', async () => {
    const login = { platformUserIds: ['one login'], tokens: tokensOf('one login') }
    const one = await buildAccount(testApp, { platform: 'facebook', granted: login })
    const two = await buildAccount(testApp, { platform: 'facebook', granted: login })
    await testApp.sandbox.control('DELETE', '/calls')
    const { pool } = testApp.ctx.db
    const locker = await pool.connect()
    await locker.query('begin')
    await locker.query('lock table event in share mode')
    const both = [one, two].map(({ id }) => testApp.call('DELETE', `/v1/accounts/${id}`))
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    try {
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2)
    } finally {
      await locker.query('rollback')
      locker.release()
    }
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
    const calls = (await testApp.sandbox.control('GET', '/calls')).data
    expect(calls.map(({ method }: { method: string }) => method)).toEqual(['DELETE'])
  })
})

describe('moving', () => {
  test('concurrent moves of one account all succeed', async () => {
    const account = await buildAccount(testApp)
    const targets = [
      await buildProfile(testApp),
      await buildProfile(testApp),
      await buildProfile(testApp),
    ]
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all(
        [...targets, ...targets].map(({ id }) =>
          testApp.call('POST', `/v1/accounts/${account.id}/move`, { profile_id: id }),
        ),
      )
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
      const { body } = await testApp.call('GET', `/v1/accounts/${account.id}`)
      expect(targets.map(({ id }) => id)).toContain(body.profile_id)
    }
  })

  test('a moved account belongs only to the new profile, also by external_id', async () => {
    const account = await buildAccount(testApp)
    const target = await buildProfile(testApp, { external_id: 'move-here' })
    const moved = await testApp.call('POST', `/v1/accounts/${account.id}/move`, {
      profile_id: 'move-here',
    })
    expect(moved.status).toBe(200)
    expect(moved.body).toMatchObject({
      id: account.id,
      profile_id: target.id,
      profile_external_id: 'move-here',
    })
    const old = await testApp.call('GET', '/v1/accounts', undefined, {
      profile: account.profile_id,
    })
    expect(old.body.data).toEqual([])
  })

  test('unknown, missing and deleted target profiles are refused', async () => {
    const account = await buildAccount(testApp)
    const path = `/v1/accounts/${account.id}/move`
    const unknown = await testApp.call('POST', path, { profile_id: 'unknown' })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'profile_not_found'])
    const missing = await testApp.call('POST', path, {})
    expect(missing.body.error).toMatchObject({ code: 'validation_failed', param: 'profile_id' })
    const doomed = await buildProfile(testApp)
    await testApp.call('DELETE', `/v1/profiles/${doomed.id}`)
    const deleted = await testApp.call('POST', path, { profile_id: doomed.id })
    expect(deleted.body.error.code).toBe('profile_not_found')
    expect((await testApp.call('GET', `/v1/accounts/${account.id}`)).body).toEqual(account)
  })

  test("moving out of the header's profile returns profile_conflict", async () => {
    const account = await buildAccount(testApp)
    const target = await buildProfile(testApp)
    const response = await testApp.call(
      'POST',
      `/v1/accounts/${account.id}/move`,
      { profile_id: target.id },
      { profile: account.profile_id },
    )
    expect([response.status, response.body.error.code]).toEqual([400, 'profile_conflict'])
  })
})

test('a sealed token can be decrypted only for its account', async () => {
  const [one, two] = [await buildAccount(testApp), await buildAccount(testApp)]
  const { tokenPurpose } = await import('./tokens.ts')
  const { unseal } = await import('../../security/secrets.ts')
  const { tokens_sealed: sealed } = await testApp.ctx.db.query
    .selectFrom('account')
    .select('tokens_sealed')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(unseal(testApp.ctx.config.keyring, tokenPurpose(one.id), sealed!)).toContain(
    'secret-token',
  )
  expect(() => unseal(testApp.ctx.config.keyring, tokenPurpose(two.id), sealed!)).toThrow()
})

test('an account has the maximum reply length, or null without replies', async () => {
  const lengths = { threads: 500, instagram: 2_200, facebook: 8_000, tiktok: null } as const
  for (const [platform, length] of Object.entries(lengths)) {
    const { id } = await buildAccount(testApp, { platform: platform as keyof typeof lengths })
    const { body } = await testApp.call('GET', `/v1/accounts/${id}`)
    expect(body.limits.reply_max, platform).toBe(length)
  }
})
