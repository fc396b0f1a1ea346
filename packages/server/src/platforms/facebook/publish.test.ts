import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { facebookPublishCase } from '../../../test/platforms/facebook-publish-case.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishWorld,
  type PublishWorld,
} from '../../../test/platforms/publish-conformance-world.ts'
import type { PostContent } from '../publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let world: PublishWorld

beforeAll(async () => {
  world = await openPublishWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('each photo is staged by its own step, in the order of the media', async () => {
  const media = [world.files.jpeg(), world.files.jpeg(), world.files.jpeg()]
  const draft = await draftOf({ text: 'Shelf', media })
  for (const count of [1, 2, 3]) {
    const prepared = await draft.ability.prepare(inputOf(draft))
    draft.progress = prepared.progress
    expect(prepared.state).toBe(count < 3 ? 'wait' : 'ready')
    expect(draft.progress.photos).toHaveLength(count)
  }
  const done = await world.commit(draft)
  expect(done).toMatchObject({ platformPostId: expect.stringMatching(/^135000000000001_\d+$/) })
  const { data } = (await world.control('GET', '/posts?account=135000000000001')) as {
    data: { id: string; parent_id: string | null; media_ids: string[] }[]
  }
  const staged = (draft.progress.photos as string[]).map((id) => data.find((row) => row.id === id))
  const post = data.find((row) => row.parent_id === null)
  expect(post?.media_ids).toEqual(staged.flatMap((row) => row?.media_ids))
})

test('the second of two photos that is no photo is media_invalid and publishes nothing', async () => {
  const media = [world.files.jpeg(), world.files.broken(world.files.jpeg())]
  const draft = await draftOf({ text: 'Shelf', media })
  const err = await failureOf(draft, world.prepare(draft))
  expect(err).toMatchObject({
    kind: 'rejected',
    reason: 'media_invalid',
    platformCode: '324/2069019',
  })
  expect(await world.posts(draft)).toEqual([])
})

test('photos that were staged for nothing are deleted, and those of a post stay', async () => {
  const staged = async () => {
    const { data } = (await world.control('GET', '/posts?account=135000000000001')) as {
      data: { id: string; media_type: string }[]
    }
    return data.filter((row) => row.media_type === 'photo_object').map((row) => row.id)
  }
  const used = await draftOf({ text: 'Shelf', media: [world.files.jpeg()] })
  await world.publish(used)
  const kept = await staged()
  const draft = await draftOf({ media: [world.files.jpeg(), world.files.jpeg()] })
  await world.prepare(draft)
  expect(await staged()).toHaveLength(3)
  await draft.ability.discard!(inputOf(draft))
  expect(await staged()).toEqual(kept)
  await used.ability.discard!(inputOf(used))
  expect(await staged()).toEqual(kept)
  await draft.ability.discard!(inputOf(draft))
  expect(await staged()).toEqual(kept)
})

test('a photo without words whose commit had no answer is found by the photo', async () => {
  const draft = await draftOf({ media: [world.files.jpeg()] })
  await world.prepare(draft)
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
  await world.fail(draft, 'feed', 'after_accepting_500')
  await failureOf(draft, world.commit(draft))
  const [post] = await world.posts(draft)
  expect(await find(draft)).toMatchObject({ state: 'published', platformPostId: post?.id })
})

test('a video whose commit had no answer is found once it is in the feed', async () => {
  const draft = await draftOf({ text: 'Kneading', media: [world.files.mp4()] })
  await world.prepare(draft)
  await world.fail(draft, 'videos', 'after_accepting_timeout')
  expect((await failureOf(draft, world.commit(draft))).kind).toBe('unavailable')
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
  let found = await find(draft)
  for (let count = 0; count < 60 && found.state === 'absent'; count++) {
    await world.advance(2)
    found = await find(draft)
  }
  const [post] = await world.posts(draft)
  expect(found).toMatchObject({ state: 'published', platformPostId: post?.id })
})

test('a video that was accepted is followed, whoever asks', async () => {
  const draft = await draftOf({ text: 'Kneading', media: [world.files.mp4()] })
  await world.prepare(draft)
  const committed = await world.commit(draft)
  draft.progress = committed.state === 'accepted' ? committed.progress : {}
  const found = await find(draft)
  expect(found.state).toBe('accepted')
  if (found.state === 'absent') return
  const done = await world.follow(draft, found)
  expect(await world.posts(draft)).toMatchObject([{ id: done.platformPostId }])
})

test('a video that cannot be fetched is refused and published nowhere', async () => {
  const media = [world.files.missing(world.files.mp4())]
  const draft = await draftOf({ text: 'Kneading', media })
  const err = await failureOf(draft, world.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
  expect(await world.posts(draft)).toEqual([])
})

test('the same text within a minute is a duplicate', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await world.publish(draft)
  const err = await failureOf(draft, world.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'duplicate', platformCode: '506' })
  expect(await world.posts(draft)).toHaveLength(1)
})

test('an older post of the same words is not taken for this one', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await world.publish(draft)
  const later = new Date(start.getTime() + 61_000)
  const found = await draft.ability.find({ ...inputOf(draft), committedAt: later })
  expect(found).toEqual({ state: 'absent', certain: false })
})

test('a page that lost the role ends the access', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await world.act('remove-page-role', { page: '135000000000001' })
  const err = await failureOf(draft, world.publish(draft))
  expect(err).toMatchObject({ kind: 'access_expired', reason: 'permission_revoked' })
})

test('a page that asks to wait says for how long', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await world.fail(draft, 'feed', 'rate_limited')
  const err = await failureOf(draft, world.publish(draft))
  expect(err).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 19 * 60 })
})

test('a first comment is written under the post', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  const { platformPostId } = await world.publish(draft)
  await draft.ability.comment?.({ ...inputOf(draft), platformPostId, text: 'From seven' })
  const comments = await world.control('GET', `/posts/${platformPostId}/comments`)
  expect(comments).toMatchObject({ data: [{ text: 'From seven', author_id: '135000000000001' }] })
})

test('a first comment without its permission is permission_missing', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  const { platformPostId } = await world.publish(draft)
  await world.act('remove-permission', { permission: 'pages_manage_engagement' })
  const comment = draft.ability.comment!({ ...inputOf(draft), platformPostId, text: 'a' })
  expect((await failureOf(draft, comment)).kind).toBe('permission_missing')
})

function draftOf(content: Partial<PostContent>): Promise<Draft> {
  return world.draft(facebookPublishCase, content)
}

function find(draft: Draft) {
  return draft.ability.find({ ...inputOf(draft), committedAt: start })
}
