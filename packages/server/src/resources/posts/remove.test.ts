import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildKey, buildProfile, buildWebhook } from '../../../test/build.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  connectNewPerson,
  newText,
  postEvents,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'
import type { Target } from '../../schemas/target.ts'

const testApp = useTestApp({ poolMax: 6 })
let facebook: Account
let instagram: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  facebook = await connectAccount(testApp, 'facebook', { account: 'anna.bergmann' })
  instagram = await connectAccount(testApp, 'instagram', { account: 'bergmann.bakery' })
})
beforeEach(() => testApp.sandbox.control('DELETE', '/faults'))

const remove = (post: Post, target = post.targets[0]!, options = {}) =>
  testApp.call('DELETE', pathOf(post, target), undefined, options)
const pathOf = (post: Post, target: Target) =>
  `/v1/posts/${post.id}/targets/${target.id}/publication`

/** A post that is published on these accounts. */
async function publish(...accounts: Account[]): Promise<Post> {
  const targets = accounts.map(({ id }) => ({ account_id: id }))
  const { id } = await buildPost(testApp, { targets })
  await advanceUntilIdle(testApp)
  const post = await readPost(testApp, id)
  expect(post.status).toBe('published')
  return post
}

/** A post that was made in the platform's app and imported. */
async function importPost(account: Account): Promise<Post> {
  const text = newText(testApp)
  const post = { account: account.platform_account_id, text }
  await testApp.sandbox.control('POST', '/posts', post)
  testApp.clock.advance(11 * 60_000)
  await testApp.work()
  const { data } = (await testApp.call('GET', `/v1/posts?account_id=${account.id}`)).body
  return data.find((each: Post) => each.text === text)
}

async function isOnPlatform({ platform_post_id }: Target): Promise<boolean> {
  const { data } = await testApp.sandbox.control('GET', '/posts?limit=1000')
  return data.some(({ id }: { id: string }) => id === platform_post_id)
}

async function eventTypes(post: Post): Promise<string[]> {
  return (await postEvents(testApp, post.id)).map(({ type }) => type)
}

const fail = (kind: string, platform = 'threads') =>
  testApp.sandbox.control('POST', '/faults', { platform, match: 'delete', kind, times: 1 })

/** The platform's calls since the last reset of its log. */
const countCalls = async (): Promise<number> =>
  (await testApp.sandbox.control('GET', '/calls')).data.length

async function act(account: Account, action: string, body = {}): Promise<void> {
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.find(
    (each: { account_id: string }) => each.account_id === account.platform_account_id,
  )
  await testApp.sandbox.control('POST', `/grants/${grant.id}/${action}`, body)
}

describe('a published target', () => {
  test.each(['threads', 'facebook'] as const)(
    'is deleted on %s with one event; repeating it calls nothing',
    async (platform) => {
      const account = platform === 'threads' ? await connectNewPerson(testApp) : facebook
      const post = await publish(account)
      const { status, body } = await remove(post)
      const deleted_at = testApp.clock.now().toISOString()
      expect([status, body.status]).toEqual([200, 'published'])
      const [before] = post.targets
      const parts = before!.parts.map((part) => ({ ...part, deleted_at }))
      expect(body.targets).toEqual([{ ...before, parts, deleted_at }])
      expect(await isOnPlatform(post.targets[0]!)).toBe(false)
      await testApp.sandbox.control('DELETE', '/calls')
      testApp.clock.advance(60_000)
      expect((await remove(post)).body).toEqual(body)
      expect(await countCalls()).toBe(0)
      const events = await postEvents(testApp, post.id)
      expect(events.map(({ type }) => type)).toEqual([
        'post.scheduled',
        'post.published',
        'post.deleted',
      ])
      const { id: target_id, account_id } = post.targets[0]!
      expect(events.at(-1)?.data).toEqual({
        post_id: post.id,
        target_id,
        account_id,
        platform,
        deleted_at,
      })
    },
  )

  test('is deleted alone: the other targets stay public', async () => {
    const threads = await connectNewPerson(testApp, facebook.profile_id)
    const post = await publish(threads, facebook)
    const { body } = await remove(post)
    expect(body.targets.map((target: Target) => target.deleted_at !== null)).toEqual([true, false])
    expect(await isOnPlatform(post.targets[1]!)).toBe(true)
  })

  test('that was deleted in the app of the platform counts as deleted', async () => {
    const account = await connectNewPerson(testApp)
    const post = await publish(account)
    await testApp.sandbox.control('DELETE', `/posts/${post.targets[0]!.platform_post_id}`)
    expect((await remove(post)).status).toBe(200)
    expect(await eventTypes(post)).toContain('post.deleted')
  })

  test('imported from the platform is deleted without post.published', async () => {
    const post = await importPost(await connectNewPerson(testApp))
    expect(post.source).toBe('external')
    expect((await remove(post)).status).toBe(200)
    expect(await isOnPlatform(post.targets[0]!)).toBe(false)
    expect(await eventTypes(post)).toEqual(['post.deleted'])
  })

  test('may be published again with the same content', async () => {
    const account = await connectNewPerson(testApp)
    const post = await publish(account)
    await remove(post)
    const again = await buildPost(testApp, {
      text: post.text,
      targets: [{ account_id: account.id }],
    })
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, again.id)).status).toBe('published')
  })

  test('has one event and one answer when five requests delete it at once', async () => {
    const post = await publish(await connectNewPerson(testApp))
    const responses = await Promise.all(Array.from({ length: 5 }, () => remove(post)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await eventTypes(post)).filter((type) => type === 'post.deleted')).toHaveLength(1)
  })

  test('of a disconnected account is returned if it was deleted before, else account_not_connected', async () => {
    const account = await connectNewPerson(testApp)
    const [before, after] = [await publish(account), await publish(account)]
    const { body } = await remove(before)
    await testApp.call('DELETE', `/v1/accounts/${account.id}`)
    expect((await remove(before)).body).toEqual(body)
    const refused = await remove(after)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'account_not_connected'])
    expect(await isOnPlatform(after.targets[0]!)).toBe(true)
  })
})

describe('what is not published, visible or possible', () => {
  test.each(['draft', 'scheduled', 'publishing', 'failed', 'unknown', 'canceled'])(
    'a target with the status %s returns target_not_published',
    async (status) => {
      const account = await connectNewPerson(testApp)
      const post = await buildPost(testApp, {
        mode: 'draft',
        targets: [{ account_id: account.id }],
      })
      await testApp.ctx.db.pool.query('update post_target set status = $2 where post_id = $1', [
        post.id,
        status,
      ])
      const { status: code, body } = await remove(post)
      expect([code, body.error.code]).toEqual([409, 'target_not_published'])
    },
  )

  test('a platform without deletion returns delete_not_supported with its name', async () => {
    const post = await importPost(instagram)
    const { status, body } = await remove(post)
    expect([status, body.error.code]).toEqual([422, 'delete_not_supported'])
    expect(body.error.message).toContain('Instagram')
    expect(await isOnPlatform(post.targets[0]!)).toBe(true)
  })

  test('another profile’s key and another post’s target find nothing', async () => {
    const account = await connectNewPerson(testApp)
    const [post, other] = [await publish(account), await publish(account)]
    const profile = await buildProfile(testApp)
    const key = await buildKey(testApp, { profile_id: profile.id })
    const foreign = await remove(post, post.targets[0], { key })
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'post_not_found'])
    const mixed = await remove(post, other.targets[0])
    expect([mixed.status, mixed.body.error.code]).toEqual([404, 'target_not_found'])
    expect(await isOnPlatform(post.targets[0]!)).toBe(true)
  })

  test('an account that has moved to another profile returns account_moved', async () => {
    const account = await connectNewPerson(testApp)
    const post = await publish(account)
    const { id } = await buildProfile(testApp)
    await testApp.call('POST', `/v1/accounts/${account.id}/move`, { profile_id: id })
    const { status, body } = await remove(post)
    expect([status, body.error.code]).toEqual([422, 'account_not_connected'])
    expect(body.error.details).toMatchObject([{ code: 'account_moved' }])
    expect(await isOnPlatform(post.targets[0]!)).toBe(true)
  })
})

describe('failures of the platform', () => {
  test.each([
    ['http_500', 502, 'platform_error'],
    ['after_accepting_500', 502, 'platform_error'],
    ['after_accepting_timeout', 504, 'platform_timeout'],
    ['connection_reset', 502, 'platform_error'],
  ])('%s returns %i %s, and repeating the request deletes once', async (kind, status, code) => {
    const post = await publish(await connectNewPerson(testApp))
    await fail(kind)
    const first = await remove(post)
    expect([first.status, first.body.error.code]).toEqual([status, code])
    expect((await readPost(testApp, post.id)).targets[0]!.deleted_at).toBeNull()
    expect((await remove(post)).status).toBe(200)
    expect((await eventTypes(post)).filter((type) => type === 'post.deleted')).toHaveLength(1)
    expect(await isOnPlatform(post.targets[0]!)).toBe(false)
  })

  test('a rate limit pauses the account; nothing is sent until it ends', async () => {
    const post = await publish(await connectNewPerson(testApp))
    await fail('rate_limited')
    const limited = await remove(post)
    expect([limited.status, limited.body.error.code]).toEqual([429, 'platform_rate_limited'])
    const seconds = Number(limited.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    await testApp.sandbox.control('DELETE', '/calls')
    expect((await remove(post)).status).toBe(429)
    expect(await countCalls()).toBe(0)
    testApp.clock.advance(seconds * 1_000)
    expect((await remove(post)).status).toBe(200)
  })

  test.each(['revoke', 'invalidate'])(
    'after %s at the platform it returns account_not_connected and the post stays',
    async (action) => {
      const account = await connectNewPerson(testApp)
      const post = await publish(account)
      await act(account, action)
      const { status, body } = await remove(post)
      expect([status, body.error.code]).toEqual([422, 'account_not_connected'])
      expect((await testApp.call('GET', `/v1/accounts/${account.id}`)).body.status).not.toBe(
        'connected',
      )
      expect((await readPost(testApp, post.id)).targets).toEqual(post.targets)
    },
  )

  test('without the permission to delete it names the permission and calls nothing', async () => {
    const account = await connectNewPerson(testApp)
    const post = await publish(account)
    await testApp.ctx.db.pool.query(
      "update account set permissions_granted = array_remove(permissions_granted, 'threads_delete') where id = $1",
      [account.id],
    )
    await testApp.sandbox.control('DELETE', '/calls')
    const { status, body } = await remove(post)
    expect([status, body.error.code]).toEqual([422, 'permission_missing'])
    expect(body.error.details).toMatchObject([
      { permission: 'threads_delete', account_id: account.id },
    ])
    expect(await countCalls()).toBe(0)
  })

  test('a permission withdrawn at the platform is named', async () => {
    const account = await connectNewPerson(testApp)
    const post = await publish(account)
    await act(account, 'remove-permission', { permission: 'threads_delete' })
    const { status, body } = await remove(post)
    expect([status, body.error.code]).toEqual([422, 'permission_missing'])
    expect(body.error.details).toMatchObject([{ permission: 'threads_delete' }])
  })
})
