import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { addMember, createSignInToken, redeemLink, signInOwner } from '../../../test/dashboard.ts'
import { type TestApp, useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import { ensurePartitions } from '../../jobs/partitions.ts'
import type { ApiRequest } from '../../schemas/api-request.ts'

const dayMs = 86_400_000

const testApp = useTestApp()

beforeEach(async () => {
  await testApp.requestLog.flush()
  await testApp.ctx.db.pool.query('delete from api_request')
  testApp.clock.advance(1_000)
})

async function list(query = '', options: Parameters<TestApp['call']>[3] = {}) {
  await testApp.requestLog.flush()
  const { status, body } = await testApp.call('GET', `/v1/requests${query}`, undefined, options)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { data: ApiRequest[]; next_cursor: string | null }
}

const operationsOf = ({ data }: { data: ApiRequest[] }) => data.map(({ operation }) => operation)

describe('a request', () => {
  test('that failed is found by its code and shows the field, the key and the profile', async () => {
    const profile = await buildProfile(testApp, { external_id: 'cafe' })
    const { body: key } = await testApp.call('POST', '/v1/api-keys', {
      name: 'Website',
      profile_id: profile.id,
    })
    const response = await testApp.call(
      'POST',
      '/v1/posts',
      { text: 'x', targets: [{ account: 1 }] },
      { key: key.secret },
    )
    expect(response.status).toBe(400)
    const { data } = await list('?error_code=validation_failed')
    const id = response.headers.get('x-request-id')
    expect(data).toEqual([
      {
        id,
        object: 'api_request',
        created_at: testApp.clock.now().toISOString(),
        method: 'POST',
        path: '/v1/posts',
        operation: 'createPost',
        status: 400,
        error_code: 'validation_failed',
        error_fields: ['targets.0.account_id', 'targets.0.account'],
        error_details: [
          { path: 'targets.0.account_id', code: 'invalid_type', limit: null, actual: null },
          { path: 'targets.0.account', code: 'unrecognized_keys', limit: null, actual: null },
        ],
        duration_ms: expect.any(Number),
        request_id: id,
        key: { id: key.id, name: 'Website', kind: 'profile' },
        profile_id: profile.id,
        via: null,
      },
    ])
    const { body } = await testApp.call('GET', `/v1/requests/${id}`)
    expect(body).toEqual(data[0])
  })

  test('that is refused for its content shows the reason, the limit and what was sent', async () => {
    const profile = await buildProfile(testApp)
    const account = await buildAccount(testApp, { profile_id: profile.id, platform: 'threads' })
    const { body } = await testApp.call('POST', '/v1/posts', {
      mode: 'now',
      text: 'x'.repeat(600),
      targets: [{ account_id: account.id }],
    })
    expect(body.error.code).toBe('content_invalid')
    const { data } = await list('?status=422')
    expect(data[0]!.error_details).toEqual([
      { path: 'targets.0.text', code: 'text_bytes_too_long', limit: 500, actual: 600 },
    ])
  })

  test('that has more problems than an error names shows as many', async () => {
    const { id } = await buildProfile(testApp)
    const targets = []
    for (let index = 0; index <= limits.error.detailsMax; index += 1) {
      targets.push({ account_id: (await buildAccount(testApp, { profile_id: id })).id })
    }
    await testApp.call('POST', '/v1/posts', { mode: 'now', text: 'x'.repeat(600), targets })
    const { data } = await list('?status=422')
    expect(data[0]!.error_details).toHaveLength(limits.error.detailsMax)
  })

  test('that names a missing account shows the field, and one of the header shows its profile', async () => {
    const profile = await buildProfile(testApp)
    const targets = [{ account_id: 'acc_01m6gbys10e2na4p6tydzfmycs' }]
    await testApp.call('POST', '/v1/posts', { text: 'x', targets }, { profile: profile.id })
    const { data } = await list('?status=404')
    expect(data).toMatchObject([
      {
        error_code: 'account_not_found',
        error_fields: ['targets.0.account_id'],
        profile_id: profile.id,
      },
    ])
  })

  test('with its own X-Request-Id, sent twice, is listed twice with different ids', async () => {
    const headers = { 'x-request-id': 'my-job-7' }
    await testApp.call('GET', '/v1/me', undefined, { headers })
    await testApp.call('GET', '/v1/me', undefined, { headers })
    const { data } = await list('?request_id=my-job-7')
    expect(data.map(({ request_id }) => request_id)).toEqual(['my-job-7', 'my-job-7'])
    expect(new Set(data.map(({ id }) => id)).size).toBe(2)
    const { body } = await testApp.call('GET', `/v1/requests/${data[0]!.id}`)
    expect(body).toEqual(data[0])
  })

  test('that does not exist returns 404', async () => {
    const { status, body } = await testApp.call(
      'GET',
      '/v1/requests/req_01m7q1pae0fc3908ss5sa5pyke',
    )
    expect([status, body.error.code]).toEqual([404, 'api_request_not_found'])
  })
})

describe('the list', () => {
  test('has the filters key, method, status, class, code, operation, ID and time', async () => {
    const { body: key } = await testApp.call('POST', '/v1/api-keys', { name: 'Second' })
    testApp.clock.advance(1_000)
    const from = testApp.clock.now().toISOString()
    await testApp.call('GET', '/v1/me', undefined, { key: key.secret })
    await testApp.call('POST', '/v1/profiles', { name: '' }, { key: key.secret })
    testApp.clock.advance(1_000)
    const to = testApp.clock.now().toISOString()
    const missing = await testApp.call('GET', '/v1/posts/post_01m7q1pae0ey0t8snye1cqt454')
    const range = `from=${from}&to=${to}`
    expect(operationsOf(await list(`?${range}`))).toEqual(['createProfile', 'getMe'])
    expect(operationsOf(await list(`?key_id=${key.id}`))).toEqual(['createProfile', 'getMe'])
    expect(operationsOf(await list(`?${range}&method=GET`))).toEqual(['getMe'])
    expect(operationsOf(await list('?status=4xx'))).toEqual(['getPost', 'createProfile'])
    expect(operationsOf(await list('?status=404'))).toEqual(['getPost'])
    expect(operationsOf(await list(`?status=2xx&${range}`))).toEqual(['getMe'])
    expect(operationsOf(await list('?status=404,400'))).toEqual(['getPost', 'createProfile'])
    expect(operationsOf(await list('?error_code=post_not_found'))).toEqual(['getPost'])
    expect(operationsOf(await list('?operation=createApiKey'))).toEqual(['createApiKey'])
    const id = missing.headers.get('x-request-id')
    expect(operationsOf(await list(`?request_id=${id}`))).toEqual(['getPost'])
    const wrong = await testApp.call('GET', '/v1/requests?status=4x')
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'status.0'])
  })

  test('read page by page while rows arrive has each row once', async () => {
    const sent: string[] = []
    const send = async () => {
      const { headers } = await testApp.call('GET', '/v1/me')
      sent.unshift(headers.get('x-request-id')!)
    }
    for (let count = 0; count < 5; count += 1) await send()
    const expected = [...sent]
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`?operation=getMe&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
      await send()
    }
    expect(seen).toEqual(expected)
  })

  test('of a profile key has only requests of keys of its profile', async () => {
    const [first, second] = [await buildProfile(testApp), await buildProfile(testApp)]
    const keys = [
      await buildKey(testApp, { profile_id: first.id }),
      await buildKey(testApp, { profile_id: second.id }),
    ] as const
    const ofOwner = await testApp.call('GET', '/v1/accounts', undefined, { profile: first.id })
    const ofFirst = await testApp.call('GET', '/v1/posts', undefined, { key: keys[0] })
    const ofSecond = await testApp.call('GET', '/v1/media', undefined, { key: keys[1] })
    expect(operationsOf(await list('', { key: keys[0] }))).toEqual(['listPosts'])
    expect(operationsOf(await list('?status=2xx', { key: keys[1] }))).toEqual(['listMedia'])
    const inFirst = await list('?method=GET', { profile: first.id })
    expect(operationsOf(inFirst)).toEqual(['listApiRequests', 'listPosts', 'listAccounts'])
    const read = async (of: { headers: Headers }, key: string) =>
      (
        await testApp.call('GET', `/v1/requests/${of.headers.get('x-request-id')}`, undefined, {
          key,
        })
      ).status
    expect(await read(ofFirst, keys[0])).toBe(200)
    expect(await read(ofFirst, keys[1])).toBe(404)
    expect(await read(ofSecond, keys[0])).toBe(404)
    expect(await read(ofOwner, keys[0])).toBe(404)
    expect(await read(ofOwner, testApp.ownerKey)).toBe(200)
  })

  test('needs a key without scopes', async () => {
    const key = await buildKey(testApp, { scopes: ['keys:read', 'profiles:read'] })
    const { status, body } = await testApp.call('GET', '/v1/requests', undefined, { key })
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  test('of staff has the requests of profile keys in their profiles, and sessions are not logged', async () => {
    const profile = await buildProfile(testApp)
    const key = await buildKey(testApp, { profile_id: profile.id })
    const owner = await signInOwner(testApp)
    const { id } = await addMember(owner, { profile_ids: [profile.id] })
    const { browser } = await redeemLink(testApp, await createSignInToken(owner, id))
    await testApp.call('GET', '/v1/posts', undefined, { key })
    await testApp.call('GET', '/v1/media', undefined, { profile: profile.id })
    await testApp.requestLog.flush()
    const { body } = await browser.call('GET', '/v1/requests')
    expect(operationsOf(body)).toEqual(['listPosts'])
    const { body: all } = await owner.call('GET', '/v1/requests?method=GET')
    expect(operationsOf(all)).toEqual(['listMedia', 'listPosts'])
  })
})

describe('requests are gone', () => {
  test('when the profile is deleted, also those that were waiting', async () => {
    const profile = await buildProfile(testApp, { external_id: 'gone' })
    const key = await buildKey(testApp, { profile_id: profile.id })
    await testApp.call('GET', '/v1/posts', undefined, { key })
    await testApp.requestLog.flush()
    await testApp.call('GET', '/v1/media', undefined, { key })
    await testApp.call('GET', '/v1/profiles/gone')
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    const hidden = await testApp.call('GET', '/v1/requests?operation=listPosts')
    expect(hidden.body.data).toEqual([])
    await testApp.work()
    await testApp.requestLog.flush()
    const { rows } = await testApp.ctx.db.pool.query(
      `select to_jsonb(r)::text as row from api_request r`,
    )
    const rest = rows.map(({ row }) => row).join('\n')
    expect(rest).not.toContain(`"profile_id": "${profile.id}"`)
    expect(rest).not.toContain('gone')
  })

  test('after 7 days, when their partition is dropped', async () => {
    const partitions = async () =>
      (
        await testApp.ctx.db.pool.query<{ name: string }>(
          `select inhrelid::regclass::text as name from pg_inherits
           where inhparent = 'api_request'::regclass order by 1`,
        )
      ).rows.map(({ name }) => name)
    const [oldest] = await partitions()
    const response = await testApp.call('GET', '/v1/me')
    const path = `/v1/requests/${response.headers.get('x-request-id')}`
    testApp.clock.advance(7 * dayMs - 1_000)
    await testApp.requestLog.flush()
    expect((await testApp.call('GET', path)).status).toBe(200)
    testApp.clock.advance(2_000)
    expect((await testApp.call('GET', path)).status).toBe(404)
    await ensurePartitions(testApp.ctx)
    expect(await partitions()).toContain(oldest)
    testApp.clock.advance(2 * dayMs)
    await ensurePartitions(testApp.ctx)
    expect(await partitions()).not.toContain(oldest)
  })
})
