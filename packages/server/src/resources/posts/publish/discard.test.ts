import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMedia } from '../../../../test/media-files.ts'
import { advanceUntilIdle, connectAccount } from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Media } from '../../../schemas/media.ts'
import type { Post } from '../../../schemas/post.ts'

const testApp = useTestApp({ listening: true })
let account: Account
let media: Media[]

beforeAll(async () => {
  account = await connectAccount(testApp, 'facebook', { account: 'anna.bergmann' })
  const profile = account.profile_id
  media = [await buildMedia(testApp, { profile }), await buildMedia(testApp, { profile })]
})
beforeEach(() => testApp.sandbox.control('DELETE', '/faults'))

/** Publishes a post with two photos and reads it after `withinMs`. */
async function publish(text: string, withinMs = 10_000): Promise<Post> {
  const files = media.map(({ id }) => ({ id }))
  const targets = [{ account_id: account.id }]
  const created = await testApp.call('POST', '/v1/posts', {
    text,
    media: files,
    targets,
    mode: 'now',
    allow_duplicate: true,
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  await advanceUntilIdle(testApp, withinMs)
  return (await testApp.call('GET', `/v1/posts/${created.body.id}`)).body
}

/** The photos in the page's library. */
async function listPhotos(): Promise<unknown[]> {
  const path = `/posts?account=${account.platform_account_id}`
  const { data } = await testApp.sandbox.control('GET', path)
  return data.filter((post: { media_type: string }) => post.media_type === 'photo_object')
}

const injectFault = (kind: string, match: string, times = 1) =>
  testApp.sandbox.control('POST', '/faults', { platform: 'facebook', match, kind, times })

test('a rejected post → its photos are deleted, those of other posts stay', async () => {
  expect((await publish('Fresh bread')).status).toBe('published')
  expect(await listPhotos()).toHaveLength(2)
  const refused = await publish('Fresh bread')
  expect(refused.targets).toMatchObject([{ status: 'failed', error: { code: 'duplicate' } }])
  expect(await listPhotos()).toHaveLength(2)
})

test('a post with an unknown outcome → its photos stay', async () => {
  const before = await listPhotos()
  await injectFault('connection_reset', 'change')
  await injectFault('connection_reset', 'node', 1000)
  const lost = await publish('Rye on Thursday')
  expect(lost.targets).toMatchObject([{ status: 'unknown' }])
  expect(await listPhotos()).toHaveLength(before.length + 2)
})

test('a post that fails after a long rate limit → its photos are deleted', async () => {
  const before = await listPhotos()
  await injectFault('rate_limited', 'feed', 1000)
  const late = await publish('Rye on Friday', 25 * 3_600_000)
  expect(late.targets).toMatchObject([{ error: { code: 'platform_rate_limited' } }])
  expect(late.status).toBe('failed')
  expect(await listPhotos()).toEqual(before)
})

test('photos that cannot be deleted → the post stays failed', async () => {
  testApp.clock.advance(30 * 60_000)
  await publish('Rolls')
  const before = await listPhotos()
  await injectFault('http_500', 'delete')
  const refused = await publish('Rolls')
  expect(refused).toMatchObject({ status: 'failed', targets: [{ error: { code: 'duplicate' } }] })
  expect(await listPhotos()).toHaveLength(before.length + 2)
})
