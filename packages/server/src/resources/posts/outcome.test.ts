import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../test/build.ts'
import { imageFile, upload } from '../../../test/media-files.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  connectNewPerson,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'

const testApp = useTestApp({ poolMax: 4 })
let profileId: string
let threads: Account
let facebook: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  profileId = (await buildProfile(testApp)).id
  threads = await connectAccount(testApp, 'threads', { account: 'anna.bakes' }, profileId)
  facebook = await connectAccount(testApp, 'facebook', {}, profileId)
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
})

const write = (account: Account, input: Record<string, unknown> = {}) =>
  buildPost(testApp, { targets: [{ account_id: account.id }], ...input })
const read = (id: string) => readPost(testApp, id)

describe('a lost account', () => {
  async function failAfter(work: (account: Account) => Promise<unknown>): Promise<Post> {
    const newAccount = await connectNewPerson(testApp, profileId)
    const { id } = await write(newAccount)
    await work(newAccount)
    await advanceUntilIdle(testApp)
    return await read(id)
  }

  test('access revoked at the platform fails the post with auth_expired or account_disconnected', async () => {
    const post = await failAfter(async ({ username }) => {
      const { data } = await testApp.sandbox.control('GET', '/grants')
      const grant = data.find((item: { username: string }) => item.username === username)
      await testApp.sandbox.control('POST', `/grants/${grant.id}/revoke`, {})
    })
    expect(post.status).toBe('failed')
    expect(['auth_expired', 'account_disconnected']).toContain(post.targets[0]?.error?.code)
  })

  test('retrying a post whose account moved to another profile returns 422 account_not_connected', async () => {
    let accountId = ''
    const post = await failAfter(async ({ id }) => {
      accountId = id
      const fault = { platform: 'threads', match: '*', kind: 'http_500', times: 1_000 }
      await testApp.sandbox.control('POST', '/faults', fault)
    })
    expect(post.status).toBe('failed')
    await testApp.sandbox.control('DELETE', '/faults')
    const other = (await buildProfile(testApp)).id
    await testApp.call('POST', `/v1/accounts/${accountId}/move`, { profile_id: other })
    const refused = await testApp.call('POST', `/v1/posts/${post.id}/retry`)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'account_not_connected'])
    await testApp.call('POST', `/v1/accounts/${accountId}/move`, { profile_id: profileId })
    await testApp.call('POST', `/v1/posts/${post.id}/retry`)
    await advanceUntilIdle(testApp)
    expect((await read(post.id)).status).toBe('published')
  })
})

describe('an unknown outcome', () => {
  async function publishUnknown(): Promise<Post> {
    const fault = { platform: 'facebook', kind: 'http_500' }
    await testApp.sandbox.control('POST', '/faults', { ...fault, match: 'change' })
    await testApp.sandbox.control('POST', '/faults', { ...fault, match: 'node', times: 1_000 })
    const { id } = await write(facebook)
    await advanceUntilIdle(testApp)
    await testApp.sandbox.control('DELETE', '/faults')
    const post = await read(id)
    expect(post).toMatchObject({ status: 'publishing', targets: [{ status: 'unknown' }] })
    return post
  }
  const targetPath = (post: Post) => `/v1/posts/${post.id}/targets/${post.targets[0]!.id}`

  test('is published again only when the owner retries', async () => {
    const post = await publishUnknown()
    await testApp.call('POST', `${targetPath(post)}/retry`)
    await advanceUntilIdle(testApp)
    expect((await read(post.id)).status).toBe('published')
  })

  test('is resolved once, and not with the post id of another target', async () => {
    const first = await publishUnknown()
    const resolve = (post: Post, id: string) =>
      testApp.call('POST', `${targetPath(post)}/resolve`, { platform_post_id: id })
    expect((await resolve(first, '42_43')).body.status).toBe('published')
    expect((await resolve(first, '42_43')).body.error.code).toBe('post_not_editable')
    const second = await publishUnknown()
    const taken = await resolve(second, '42_43')
    expect([taken.status, taken.body.error.param]).toEqual([400, 'platform_post_id'])
    await resolve(second, '42_44')
  })

  test('prevents moving its account: account_has_scheduled_posts', async () => {
    const post = await publishUnknown()
    const other = (await buildProfile(testApp)).id
    const path = `/v1/accounts/${facebook.id}/move`
    const refused = await testApp.call('POST', path, { profile_id: other })
    expect(refused.body.error.code).toBe('account_has_scheduled_posts')
    await testApp.call('POST', `${targetPath(post)}/resolve`, { platform_post_id: '42_45' })
  })
})

test('a first comment is sent even if the media of its post were deleted', async () => {
  const file = await upload(testApp, await imageFile('jpeg', { width: 600, height: 600 }), {
    profile: profileId,
  })
  const targets = [{ account_id: threads.id, first_comment: 'More in the shop' }]
  const post = await write(threads, { targets })
  await advanceUntilIdle(testApp)
  await testApp.ctx.db.pool.query(
    `update post_target set first_comment_status = 'pending', phase = 'comment', due_at = $2,
       media = $3 where post_id = $1`,
    [post.id, testApp.clock.now(), JSON.stringify([{ id: file.body.id, alt_text: null }])],
  )
  expect((await testApp.call('DELETE', `/v1/media/${file.body.id}`)).status).toBe(200)
  await advanceUntilIdle(testApp)
  expect((await read(post.id)).targets[0]?.first_comment_status).toBe('sent')
})

test('tokens that cannot be decrypted fail the post instead of retrying forever', async () => {
  const scheduled_at = new Date(testApp.clock.now().getTime() + 60_000).toISOString()
  const post = await write(threads, { mode: 'schedule', scheduled_at })
  const { rows } = await testApp.ctx.db.pool.query(
    'update account set tokens_sealed = $2 where id = $1 returning (select tokens_sealed from account where id = $1) as before',
    [threads.id, Buffer.alloc(64)],
  )
  await advanceUntilIdle(testApp)
  expect((await read(post.id)).targets[0]).toMatchObject({
    status: 'failed',
    error: { code: 'internal' },
  })
  await testApp.ctx.db.pool.query('update account set tokens_sealed = $2 where id = $1', [
    threads.id,
    rows[0].before,
  ])
})
