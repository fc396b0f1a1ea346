import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMedia, videoFixture } from '../../../../test/media-files.ts'
import { threadsPublishCase } from '../../../../test/platforms/threads-publish-case.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  readPost,
} from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Post } from '../../../schemas/post.ts'

const testApp = useTestApp({ poolMax: 4 })
let account: Account

beforeAll(async () => {
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
})
beforeEach(() => testApp.sandbox.control('DELETE', '/faults'))

const injectFault = (match: string, kind: string, more: object = {}) =>
  testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, ...more })
const refuse = (kind: 'answer' | 'after_accepting_answer') =>
  injectFault('publish', kind, { answer: threadsPublishCase.refusal })

async function publish(): Promise<Post> {
  const { id } = await buildPost(testApp, { targets: [{ account_id: account.id }] })
  return await settle(id)
}

async function settle(id: string): Promise<Post> {
  await advanceUntilIdle(testApp)
  return await readPost(testApp, id)
}

async function countOnPlatform({ text }: Post): Promise<number> {
  const { data } = await testApp.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  return data.filter((post: { text: string }) => post.text === text).length
}

async function retry(post: Post): Promise<Post> {
  await testApp.call('POST', `/v1/posts/${post.id}/retry`)
  return await settle(post.id)
}

test('a refused commit whose post is public → published, once', async () => {
  await refuse('after_accepting_answer')
  const post = await publish()
  expect(post.targets).toMatchObject([{ status: 'published', attempts: 1, error: null }])
  expect(await countOnPlatform(post)).toBe(1)
})

test('a refused commit whose post is not public → failed with the refusal; a retry publishes once', async () => {
  await refuse('answer')
  const post = await publish()
  expect(post.targets).toMatchObject([{ status: 'failed', error: { code: 'permission_missing' } }])
  expect(await countOnPlatform(post)).toBe(0)
  expect(await retry(post)).toMatchObject({ status: 'published' })
  expect(await countOnPlatform(post)).toBe(1)
})

test('a refused commit that cannot be checked → unknown, then published if it was', async () => {
  await refuse('after_accepting_answer')
  await injectFault('posts', 'http_500', { times: 3 })
  const created = await buildPost(testApp, { targets: [{ account_id: account.id }] })
  await testApp.work()
  testApp.clock.advance(2_000)
  await testApp.work()
  const unknown = await readPost(testApp, created.id)
  const error = { code: 'permission_missing' }
  expect(unknown.targets).toMatchObject([{ status: 'unknown', error }])
  const post = await settle(created.id)
  expect(post.targets).toMatchObject([{ status: 'published', error: null }])
  expect(await countOnPlatform(post)).toBe(1)
})

test('a refused commit that is found unpublished later → failed with the refusal', async () => {
  await refuse('answer')
  // The first read of the container is before the commit.
  await injectFault('node', 'slow_ms', { ms: 0 })
  await injectFault('node', 'http_500', { times: 3 })
  const post = await publish()
  expect(post.targets).toMatchObject([
    { status: 'failed', attempts: 1, error: { code: 'permission_missing' } },
  ])
  expect(await countOnPlatform(post)).toBe(0)
})

test('an unknown post that is public → a retry by the owner finds it and publishes nothing', async () => {
  await injectFault('publish', 'after_accepting_500')
  await injectFault('posts', 'http_500', { times: 1_000 })
  const lost = await publish()
  expect(lost.targets).toMatchObject([{ status: 'unknown' }])
  await testApp.sandbox.control('DELETE', '/faults')
  expect(await retry(lost)).toMatchObject({ status: 'published' })
  expect(await countOnPlatform(lost)).toBe(1)
})

test('what TikTok accepted and could not publish is prepared again in the same attempt, and published once', async () => {
  const tiktok = await connectAccount(testApp, 'tiktok', { account: 'anna.bakes' })
  const { id } = await buildMedia(testApp, {
    bytes: videoFixture('reel.mp4'),
    profile: tiktok.profile_id,
  })
  await testApp.sandbox.control('PUT', '/settings', { tiktok_fail_reason: 'internal' })
  const options = { privacy_level: 'PUBLIC_TO_EVERYONE' }
  const post = await buildPost(testApp, {
    media: [{ id }],
    targets: [{ account_id: tiktok.id, options }],
  })
  await testApp.work()
  testApp.clock.advance(10_000)
  await testApp.work()
  expect((await readPost(testApp, post.id)).targets).toMatchObject([{ status: 'publishing' }])
  await testApp.sandbox.control('PUT', '/settings', { tiktok_fail_reason: null })
  expect((await settle(post.id)).targets).toMatchObject([{ status: 'published', attempts: 1 }])
  const { data } = await testApp.sandbox.control('GET', '/posts?account=tiktok:anna.bakes')
  expect(data.filter(({ text }: { text: string }) => text === post.text)).toHaveLength(1)
})
