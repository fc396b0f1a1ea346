import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile, buildWebhook } from '../../../test/build.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  connectNewPerson,
  newText,
  postEvents,
  readPost,
} from '../../../test/publishing.ts'
import { type ApiResponse, useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'
import { deletePlatformUserData } from '../accounts/platform-removal.ts'

const testApp = useTestApp({ poolMax: 4 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
})

const post = (input: Record<string, unknown> = {}) =>
  buildPost(testApp, { targets: [{ account_id: account.id }], ...input })
const read = (id: string) => readPost(testApp, id)
const inMinutes = (minutes: number) =>
  new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
const eventsOf = (id: string) => postEvents(testApp, id)

/** Sends a request that reads the account before its move is committed and writes after it. */
async function duringMove(
  accountId: string,
  profileId: string,
  send: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { pool } = testApp.ctx.db
  const mover = await pool.connect()
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await mover.query('begin')
  try {
    await mover.query('update account set profile_id = $2 where id = $1', [accountId, profileId])
    const response = send()
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await mover.query('commit')
    return await response
  } finally {
    await mover.query('rollback')
    mover.release()
  }
}

describe('profile boundaries', () => {
  test('accounts of two profiles → mixed_profiles', async () => {
    const other = await buildAccount(testApp)
    const response = await testApp.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id }, { account_id: other.id }],
    })
    expect([response.status, response.body.error.code]).toEqual([400, 'mixed_profiles'])
  })

  test('an account of another profile with a profile key or header → account_not_found', async () => {
    const other = await buildAccount(testApp)
    const key = await buildKey(testApp, { profile_id: account.profile_id })
    const body = { text: 'x', targets: [{ account_id: account.id }, { account_id: other.id }] }
    for (const options of [{ key }, { profile: account.profile_id }]) {
      const response = await testApp.call('POST', '/v1/posts', body, options)
      expect([response.status, response.body.error.code, response.body.error.param]).toEqual([
        404,
        'account_not_found',
        'targets.1.account_id',
      ])
    }
  })

  test('an owner key without the profile header creates posts in the default profile', async () => {
    const [first] = (await testApp.call('GET', '/v1/profiles')).body.data
    const { body } = await testApp.call('POST', '/v1/posts', { text: 'no targets' })
    expect(body.profile_id).toBe(first.id)
    const headed = await testApp.call(
      'POST',
      '/v1/posts',
      { text: 'x' },
      { profile: account.profile_id },
    )
    expect(headed.body.profile_id).toBe(account.profile_id)
  })

  test('media of another profile → media_profile_mismatch; unknown media → media_not_found', async () => {
    const profile = await buildProfile(testApp)
    await testApp.ctx.db.query
      .insertInto('media')
      .values({
        id: 'med_01m7xxqpbefq8r06fezmvn4nee',
        owner_id: testApp.ownerId,
        profile_id: profile.id,
        type: 'image',
        mime_type: 'image/jpeg',
        size: 1,
        width: 1,
        height: 1,
        duration_ms: null,
        alt_text: null,
        status: 'ready',
        error: null,
        storage_key: 'x',
        thumbnail_key: null,
        secret: Buffer.alloc(32),
        checksum_sha256: 'x',
        created_at: testApp.clock.now(),
      })
      .execute()
    const send = (id: string) =>
      testApp.call('POST', '/v1/posts', {
        text: 'x',
        media: [{ id }],
        targets: [{ account_id: account.id }],
      })
    const foreign = await send('med_01m7xxqpbefq8r06fezmvn4nee')
    expect([foreign.status, foreign.body.error.code]).toEqual([400, 'media_profile_mismatch'])
    const unknown = await send('med_01m7xxqpbefq8r06fezmvn4nef')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'media_not_found'])
  })

  test('a post of another profile → post_not_found', async () => {
    const created = await post({ mode: 'draft' })
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    for (const [method, path] of [
      ['GET', `/v1/posts/${created.id}`],
      ['PATCH', `/v1/posts/${created.id}`],
      ['DELETE', `/v1/posts/${created.id}`],
      ['POST', `/v1/posts/${created.id}/retry`],
    ] as const) {
      const response = await testApp.call(method, path, method === 'PATCH' ? {} : undefined, {
        key,
      })
      expect([response.status, response.body.error.code]).toEqual([404, 'post_not_found'])
    }
  })
})

describe('moving and disconnecting an account', () => {
  test('moving an account with scheduled posts returns 409 account_has_scheduled_posts', async () => {
    const at = inMinutes(60)
    const created = await post({ mode: 'schedule', scheduled_at: at })
    const target = await buildProfile(testApp)
    const path = `/v1/accounts/${account.id}/move`
    const refused = await testApp.call('POST', path, { profile_id: target.id })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'account_has_scheduled_posts'])
    expect(refused.body.error.details[0]).toMatchObject({
      count: 1,
      next_scheduled_at: at,
      post_ids: [created.id],
    })
    const disconnected = await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    expect(disconnected.body.error.code).toBe('account_has_scheduled_posts')
    await testApp.call('DELETE', `/v1/posts/${created.id}`)
    expect((await read(created.id)).status).toBe('canceled')
  })

  test('moving an account leaves its existing posts in the old profile', async () => {
    const newAccount = await connectAccount(testApp, 'tiktok', { account: 'anna.bakes' })
    const draft = await testApp.call('POST', '/v1/posts', {
      text: 'stays',
      targets: [{ account_id: newAccount.id }],
    })
    const target = await buildProfile(testApp)
    await testApp.call('POST', `/v1/accounts/${newAccount.id}/move`, { profile_id: target.id })
    expect((await read(draft.body.id)).profile_id).toBe(newAccount.profile_id)
  })

  test('a post created while its only account is being moved goes to the new profile', async () => {
    const newAccount = await connectNewPerson(testApp)
    const target = await buildProfile(testApp)
    const response = await duringMove(newAccount.id, target.id, () =>
      testApp.call('POST', '/v1/posts', {
        text: newText(testApp),
        mode: 'now',
        targets: [{ account_id: newAccount.id }],
      }),
    )
    expect([response.status, response.body.profile_id]).toEqual([201, target.id])
  })

  test('a draft updated while its account is being moved → account_not_connected', async () => {
    const newAccount = await connectNewPerson(testApp)
    const created = await post({ mode: 'draft', targets: [{ account_id: newAccount.id }] })
    const target = await buildProfile(testApp)
    const response = await duringMove(newAccount.id, target.id, () =>
      testApp.call('PATCH', `/v1/posts/${created.id}`, { text: newText(testApp) }),
    )
    expect([response.status, response.body.error?.code]).toEqual([422, 'account_not_connected'])
  })

  test('a duplicate of a post in the old profile → duplicate_content, with its id only if visible', async () => {
    const newAccount = await connectNewPerson(testApp)
    const targets = [{ account_id: newAccount.id }]
    const first = await post({ targets })
    await advanceUntilIdle(testApp)
    const target = await buildProfile(testApp)
    await testApp.call('POST', `/v1/accounts/${newAccount.id}/move`, { profile_id: target.id })
    const key = await buildKey(testApp, { profile_id: target.id })
    const again = { text: first.text, targets, mode: 'now' }
    const confined = [{ key }, { profile: target.id }]
    for (const options of confined) {
      const { status, body } = await testApp.call('POST', '/v1/posts', again, options)
      expect([status, body.error.code]).toEqual([409, 'duplicate_content'])
      expect(JSON.stringify(body)).not.toContain(first.id)
      expect(body.error.details[0]).not.toHaveProperty('post_id')
    }
    const owner = await testApp.call('POST', '/v1/posts', again)
    expect(owner.body.error.details[0].post_id).toBe(first.id)
  })

  test('a draft updated after its account moved stays in its profile', async () => {
    const newAccount = await connectNewPerson(testApp)
    const created = await post({ mode: 'draft', targets: [{ account_id: newAccount.id }] })
    const target = await buildProfile(testApp)
    await testApp.call('POST', `/v1/accounts/${newAccount.id}/move`, { profile_id: target.id })
    const path = `/v1/posts/${created.id}`
    const changed = await testApp.call('PATCH', path, { text: newText(testApp), mode: 'now' })
    expect([changed.status, changed.body.error.code]).toEqual([422, 'account_not_connected'])
    const named = await testApp.call('PATCH', path, { targets: [{ account_id: newAccount.id }] })
    expect([named.status, named.body.error.code]).toEqual([400, 'mixed_profiles'])
    expect(await read(created.id)).toEqual({ ...created, hint: undefined })
    const other = await connectNewPerson(testApp, created.profile_id)
    const mended = await testApp.call('PATCH', path, { targets: [{ account_id: other.id }] })
    expect([mended.status, mended.body.profile_id]).toEqual([200, created.profile_id])
  })

  test('a draft without targets moves to the profile of its first targets', async () => {
    const newAccount = await connectNewPerson(testApp)
    const created = await post({ mode: 'draft', targets: undefined })
    expect(created.profile_id).not.toBe(newAccount.profile_id)
    const targets = [{ account_id: newAccount.id }]
    const changed = await testApp.call('PATCH', `/v1/posts/${created.id}`, { targets })
    expect([changed.status, changed.body.profile_id]).toEqual([200, newAccount.profile_id])
  })

  test('a forced disconnect cancels scheduled posts and emits post.canceled', async () => {
    const newAccount = await connectAccount(testApp, 'threads', { person: 'chiara' })
    const created = await post({
      mode: 'schedule',
      scheduled_at: inMinutes(60),
      targets: [{ account_id: newAccount.id }],
    })
    const response = await testApp.call('DELETE', `/v1/accounts/${newAccount.id}?force=true`)
    expect(response.body.status).toBe('disconnected')
    expect(await read(created.id)).toMatchObject({ status: 'canceled' })
    expect((await eventsOf(created.id)).at(-1)?.type).toBe('post.canceled')
  })
})

test('a scheduled post whose account data were erased fails with account_disconnected', async () => {
  const newAccount = await connectAccount(testApp, 'threads', {
    person: 'ben',
    account: 'ben.rides',
  })
  const waiting = await post({
    mode: 'schedule',
    scheduled_at: inMinutes(60),
    targets: [{ account_id: newAccount.id }],
  })
  await deletePlatformUserData(testApp.ctx, 'threads', newAccount.platform_account_id, null)
  await advanceUntilIdle(testApp)
  expect(await read(waiting.id)).toMatchObject({
    status: 'failed',
    targets: [{ status: 'failed', error: { code: 'account_disconnected' } }],
  })
  const events = await eventsOf(waiting.id)
  expect(events.map((event) => event.type)).toEqual(['post.scheduled', 'post.failed'])
})
