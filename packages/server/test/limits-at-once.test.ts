import { beforeAll, expect, test } from 'vitest'
import { limits } from '../src/core/limits.ts'
import type { Profile } from '../src/schemas/profile.ts'
import { buildAccount, buildProfile } from './build.ts'
import { copiedColumns } from './copied-columns.ts'
import { advanceMinutes, openInbox } from './inbox.ts'
import { imageFile, upload } from './media-files.ts'
import { type ApiResponse, useTestApp } from './test-app.ts'

/** Limits under concurrent requests: exactly as many succeed as there is room for. */

const concurrency = 50
const free = 3
const mediaBytesMax = 400_000

const testApp = useTestApp({
  poolMax: 55,
  env: { MEDIA_PROFILE_BYTES_MAX: String(mediaBytesMax), MAX_ACCOUNTS: '3' },
})
let profile: Profile

beforeAll(async () => {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  profile = await buildProfile(testApp)
})

const pool = () => testApp.ctx.db.pool

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await pool().query(`select count(*)::int as count from ${table} where ${where}`)
  return rows[0].count
}

/** Copies a row until only `free` more rows are allowed. */
async function fillUpTo(table: string, max: number, fresh: string, where = 'true'): Promise<void> {
  const missing = max - free - (await count(table, where))
  const { rows } = await pool().query(
    `select id from ${table} where ${where} order by created_at desc, id desc limit 1`,
  )
  const { names, values } = await copiedColumns(pool(), table)
  await pool().query(
    `insert into ${table} (${names}) select ${values}
     from ${table} one, generate_series(1, $2::int) number,
       jsonb_populate_record(one, jsonb_build_object('id', 'copy_' || number) || ${fresh}) copy
     where one.id = $1`,
    [rows[0].id, missing],
  )
}

async function runConcurrently(
  ask: (number: number) => Promise<ApiResponse>,
): Promise<ApiResponse[]> {
  return await Promise.all(Array.from({ length: concurrency }, (_, number) => ask(number)))
}

function expectOnlyFreeSucceed(responses: readonly ApiResponse[], code = 'limit_reached'): void {
  const refused = responses.filter(({ status }) => status === 409)
  const others = responses.filter(({ status }) => status !== 201 && status !== 409)
  expect(others.map(({ status, body }) => [status, body.error])).toEqual([])
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(free)
  expect(refused).toHaveLength(concurrency - free)
  expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set([code]))
}

test('profiles', async () => {
  const fresh = `jsonb_build_object('is_default', false, 'external_id', 'copy-' || number)`
  await fillUpTo('profile', limits.profile.perOwnerMax, fresh)
  expectOnlyFreeSucceed(
    await runConcurrently((number) =>
      testApp.call('POST', '/v1/profiles', { name: `P ${number}` }),
    ),
  )
  expect(await count('profile')).toBe(limits.profile.perOwnerMax)
  await pool().query(`delete from profile where id like 'copy_%'`)
})

test('concurrent requests with one external_id create one profile, also at the limit', async () => {
  const fresh = `jsonb_build_object('is_default', false, 'external_id', 'copy-' || number)`
  await fillUpTo('profile', limits.profile.perOwnerMax + free - 1, fresh)
  const responses = await runConcurrently(() =>
    testApp.call('POST', '/v1/profiles', { name: 'The last', external_id: 'the-last' }),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  await pool().query(`delete from profile where id like 'copy_%'`)
})

const freshKey = `jsonb_build_object('secret_hash', '\\x' || md5(number::text))`

test('active keys, created and rotated', async () => {
  const { id } = (await testApp.call('POST', '/v1/api-keys', { name: 'Rotated' })).body
  await fillUpTo('api_key', limits.key.activePerOwnerMax, freshKey)
  const ask = (number: number) =>
    number % 2 === 0
      ? testApp.call('POST', '/v1/api-keys', { name: `K ${number}` })
      : testApp.call('POST', `/v1/api-keys/${id}/rotate`, { overlap_seconds: 3_600 })
  expectOnlyFreeSucceed(await runConcurrently(ask))
  expect(await count('api_key')).toBe(limits.key.activePerOwnerMax)
  const swapped = await testApp.call('POST', `/v1/api-keys/${id}/rotate`, { overlap_seconds: 0 })
  expect(swapped.status).toBe(201)
  await pool().query(`delete from api_key where id like 'copy_%'`)
})

test('redirect origins', async () => {
  await fillUpTo(
    'redirect_origin',
    limits.connect.originsMax,
    `jsonb_build_object('origin', 'https://copy' || number || '.example')`,
  )
  const path = '/v1/connect/redirect-origins'
  expectOnlyFreeSucceed(
    await runConcurrently((number) =>
      testApp.call('POST', path, { origin: `https://o${number}.example` }),
    ),
  )
})

test('valid connect links', async () => {
  const path = `/v1/profiles/${profile.id}/connect-links`
  const body = { redirect_url: 'https://app.example.com/back' }
  await testApp.call('POST', path, body)
  await fillUpTo(
    'connect_link',
    limits.connect.validLinksPerProfileMax,
    `jsonb_build_object('token_hash', '\\x' || md5(number::text))`,
  )
  expectOnlyFreeSucceed(await runConcurrently(() => testApp.call('POST', path, body)))
})

test('drafts and scheduled posts', async () => {
  const draft = (number: number) =>
    testApp.call('POST', '/v1/posts', { text: `Draft ${number}` }, { profile: profile.id })
  await draft(-1)
  const earlier = `jsonb_build_object('created_at', one.created_at - interval '2 days')`
  await fillUpTo('post', limits.post.openPerProfileMax, earlier)
  expectOnlyFreeSucceed(await runConcurrently(draft))
  await pool().query(`delete from post where id like 'copy_%'`)
})

test('webhook endpoints', async () => {
  const { endpointsMax } = limits.webhook
  const add = (number: number) =>
    testApp.call('POST', '/v1/webhooks', { url: `http://127.0.0.1:9/${number}`, events: ['*'] })
  for (let number = await count('webhook_endpoint'); number < endpointsMax - free; number += 1) {
    expect((await add(-number)).status).toBe(201)
  }
  expectOnlyFreeSucceed(await runConcurrently(add), 'webhook_limit_reached')
  expect(await count('webhook_endpoint')).toBe(endpointsMax)
})

test('members', async () => {
  await testApp.call('POST', '/v1/members', { name: 'M', email: 'm@example.com', role: 'owner' })
  await fillUpTo(
    'member',
    limits.member.perOwnerMax,
    `jsonb_build_object('email', 'copy' || number || '@example.com')`,
  )
  const responses = await runConcurrently((number) =>
    testApp.call('POST', '/v1/members', {
      name: 'M',
      email: `m${number}@example.com`,
      role: 'owner',
    }),
  )
  expectOnlyFreeSucceed(responses, 'member_limit_reached')
})

test('bytes of media', async () => {
  const bytes = await imageFile('png', { width: 300, height: 300 })
  const responses: ApiResponse[] = await Promise.all(
    Array.from({ length: 12 }, () => upload(testApp, bytes) as Promise<ApiResponse>),
  )
  const stored = responses.filter(({ status }) => status === 201)
  const { rows } = await pool().query('select sum(size)::int as bytes from media')
  expect(rows[0].bytes).toBeLessThanOrEqual(mediaBytesMax)
  expect(stored).toHaveLength(Math.min(12, Math.floor(mediaBytesMax / bytes.length)))
  expect(stored.length).toBeLessThan(12)
})

test('replies to a comment', async () => {
  const inbox = await openInbox(testApp, 'threads', { profileId: (await buildProfile(testApp)).id })
  const externalId = await inbox.addComment()
  await advanceMinutes(testApp, 61)
  const comment = (await inbox.find(externalId))!
  const path = `/v1/comments/${comment.id}/reply`
  await testApp.call('POST', path, { text: 'Thanks' })
  await fillUpTo(
    'comment_reply',
    limits.comment.repliesPerCommentMax,
    `jsonb_build_object('platform_reply_id', 'copy-' || number)`,
  )
  expectOnlyFreeSucceed(await runConcurrently(() => testApp.call('POST', path, { text: 'Thanks' })))
})

test('accounts of the plan', async () => {
  const before = await count('account', `status <> 'disconnected'`)
  const results = await Promise.all(
    Array.from({ length: 20 }, () =>
      buildAccount(testApp, { profile_id: profile.id }).then(
        () => 'connected',
        (err: Error) => err.message,
      ),
    ),
  )
  const connected = results.filter((each) => each === 'connected')
  expect(connected).toHaveLength(3 - before)
  expect(new Set(results.filter((each) => each !== 'connected'))).toEqual(
    new Set(['plan_account_limit']),
  )
})
