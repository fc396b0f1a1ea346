import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMedia } from '../../../../test/media-files.ts'
import { connectAccount, playOn } from '../../../../test/publishing.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Media } from '../../../schemas/media.ts'
import type { Post } from '../../../schemas/post.ts'

let testApp: TestApp
let account: Account
let media: Media[]

beforeAll(async () => {
  testApp = await openTestApp({ listening: true })
  account = await connectAccount(testApp, 'facebook', { account: 'anna.bergmann' })
  const profile = account.profile_id
  media = [await buildMedia(testApp, { profile }), await buildMedia(testApp, { profile })]
})
afterAll(() => testApp.close())
beforeEach(() => testApp.sandbox.control('DELETE', '/faults'))

/** A post of two photos, as it is a little later. */
async function publish(text: string, withinMs = 10_000): Promise<Post> {
  const files = media.map(({ id }) => ({ id }))
  const targets = [{ account_id: account.id }]
  const made = await testApp.call('POST', '/v1/posts', {
    text,
    media: files,
    targets,
    mode: 'now',
    allow_duplicate: true,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await playOn(testApp, withinMs)
  return (await testApp.call('GET', `/v1/posts/${made.body.id}`)).body
}

/** The photos in the page's library. */
async function photos(): Promise<unknown[]> {
  const path = `/posts?account=${account.platform_account_id}`
  const { data } = await testApp.sandbox.control('GET', path)
  return data.filter((each: { media_type: string }) => each.media_type === 'photo_object')
}

const fault = (kind: string, match: string, times = 1) =>
  testApp.sandbox.control('POST', '/faults', { platform: 'facebook', match, kind, times })

test('photos of a post that the page refuses for good are deleted, those of others stay', async () => {
  expect((await publish('Fresh bread')).status).toBe('published')
  expect(await photos()).toHaveLength(2)
  const refused = await publish('Fresh bread')
  expect(refused.targets).toMatchObject([{ status: 'failed', error: { code: 'duplicate' } }])
  expect(await photos()).toHaveLength(2)
})

test('photos of a post whose outcome nobody knows are left alone', async () => {
  const before = await photos()
  await fault('connection_reset', 'feed', 1000)
  const lost = await publish('Rye on Thursday')
  expect(lost.targets).toMatchObject([{ status: 'unknown' }])
  expect(await photos()).toHaveLength(before.length + 2)
})

test('photos of a post that was put off for too long are deleted', async () => {
  const before = await photos()
  await fault('rate_limited', 'feed', 1000)
  const late = await publish('Rye on Friday', 25 * 3_600_000)
  expect(late.targets).toMatchObject([{ error: { code: 'platform_rate_limited' } }])
  expect(late.status).toBe('failed')
  expect(await photos()).toEqual(before)
})

test('a post stays failed where its photos cannot be deleted', async () => {
  testApp.clock.advance(30 * 60_000)
  await publish('Rolls')
  const before = await photos()
  await fault('http_500', 'delete')
  const refused = await publish('Rolls')
  expect(refused).toMatchObject({ status: 'failed', targets: [{ error: { code: 'duplicate' } }] })
  expect(await photos()).toHaveLength(before.length + 2)
})
