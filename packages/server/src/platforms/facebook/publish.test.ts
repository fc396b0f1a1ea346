import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { facebookPublishCase } from '../../../test/platforms/facebook-publish-case.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import type { PostContent } from '../publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('each photo is staged in its own step, in media order', async () => {
  const media = [fixture.files.jpeg(), fixture.files.jpeg(), fixture.files.jpeg()]
  const draft = await draftOf({ text: 'Shelf', media })
  for (const count of [1, 2, 3]) {
    const prepared = await draft.ability.prepare(inputOf(draft))
    draft.progress = prepared.progress
    expect(prepared.state).toBe(count < 3 ? 'wait' : 'ready')
    expect(draft.progress.photos).toHaveLength(count)
  }
  const done = await fixture.commit(draft)
  expect(done).toMatchObject({ platformPostId: expect.stringMatching(/^135000000000001_\d+$/) })
  const { data } = (await fixture.control('GET', '/posts?account=135000000000001')) as {
    data: { id: string; parent_id: string | null; media_ids: string[] }[]
  }
  const staged = (draft.progress.photos as string[]).map((id) => data.find((row) => row.id === id))
  const post = data.find((row) => row.parent_id === null)
  expect(post?.media_ids).toEqual(staged.flatMap((row) => row?.media_ids))
})

test('an invalid second photo throws media_invalid and publishes nothing', async () => {
  const media = [fixture.files.jpeg(), fixture.files.broken(fixture.files.jpeg())]
  const draft = await draftOf({ text: 'Shelf', media })
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({
    kind: 'rejected',
    reason: 'media_invalid',
    platformCode: '324/2069019',
  })
  expect(await fixture.posts(draft)).toEqual([])
})

test('discard deletes unused staged photos and keeps those of a post', async () => {
  const staged = async () => {
    const { data } = (await fixture.control('GET', '/posts?account=135000000000001')) as {
      data: { id: string; media_type: string }[]
    }
    return data.filter((row) => row.media_type === 'photo_object').map((row) => row.id)
  }
  const used = await draftOf({ text: 'Shelf', media: [fixture.files.jpeg()] })
  await fixture.publish(used)
  const stagedOfPost = await staged()
  const draft = await draftOf({ media: [fixture.files.jpeg(), fixture.files.jpeg()] })
  await fixture.prepare(draft)
  expect(await staged()).toHaveLength(3)
  await draft.ability.discard!(inputOf(draft))
  expect(await staged()).toEqual(stagedOfPost)
  await used.ability.discard!(inputOf(used))
  expect(await staged()).toEqual(stagedOfPost)
  await draft.ability.discard!(inputOf(draft))
  expect(await staged()).toEqual(stagedOfPost)
})

test('a photo post without text is found by its photo after a lost response', async () => {
  const draft = await draftOf({ media: [fixture.files.jpeg()] })
  await fixture.prepare(draft)
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
  await fixture.fail(draft, 'feed', 'after_accepting_500')
  await failureOf(draft, fixture.commit(draft))
  const [post] = await fixture.posts(draft)
  expect(await find(draft)).toMatchObject({ state: 'published', platformPostId: post?.id })
})

test('a video is found in the feed after a lost response', async () => {
  const draft = await draftOf({ text: 'Kneading', media: [fixture.files.mp4()] })
  await fixture.prepare(draft)
  await fixture.fail(draft, 'videos', 'after_accepting_timeout')
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('unavailable')
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
  let found = await find(draft)
  for (let count = 0; count < 60 && found.state === 'absent'; count++) {
    await fixture.advance(2)
    found = await find(draft)
  }
  const [post] = await fixture.posts(draft)
  expect(found).toMatchObject({ state: 'published', platformPostId: post?.id })
})

test('an accepted video can be followed from find', async () => {
  const draft = await draftOf({ text: 'Kneading', media: [fixture.files.mp4()] })
  await fixture.prepare(draft)
  const committed = await fixture.commit(draft)
  draft.progress = committed.state === 'accepted' ? committed.progress : {}
  const found = await find(draft)
  expect(found.state).toBe('accepted')
  if (found.state === 'absent') return
  const done = await fixture.follow(draft, found)
  expect(await fixture.posts(draft)).toMatchObject([{ id: done.platformPostId }])
})

test('an unreachable video is rejected and not published', async () => {
  const media = [fixture.files.missing(fixture.files.mp4())]
  const draft = await draftOf({ text: 'Kneading', media })
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
  expect(await fixture.posts(draft)).toEqual([])
})

test('the same text within a minute is a duplicate', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await fixture.publish(draft)
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'duplicate', platformCode: '506' })
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('an older post with the same text does not match', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await fixture.publish(draft)
  const later = new Date(start.getTime() + 61_000)
  const found = await draft.ability.find({ ...inputOf(draft), committedAt: later })
  expect(found).toEqual({ state: 'absent', certain: false })
})

test('a removed page role throws access_expired', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await fixture.act('remove-page-role', { page: '135000000000001' })
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ kind: 'access_expired', reason: 'permission_revoked' })
})

test('a rate limit has a wait time', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await fixture.fail(draft, 'feed', 'rate_limited')
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 19 * 60 })
})

test('a first comment is written under the post', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  const { platformPostId } = await fixture.publish(draft)
  await draft.ability.comment?.({ ...inputOf(draft), platformPostId, text: 'From seven' })
  const comments = await fixture.control('GET', `/posts/${platformPostId}/comments`)
  expect(comments).toMatchObject({ data: [{ text: 'From seven', author_id: '135000000000001' }] })
})

test('a first comment without its permission is permission_missing', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  const { platformPostId } = await fixture.publish(draft)
  await fixture.act('remove-permission', { permission: 'pages_manage_engagement' })
  const comment = draft.ability.comment!({ ...inputOf(draft), platformPostId, text: 'a' })
  expect((await failureOf(draft, comment)).kind).toBe('permission_missing')
})

function draftOf(content: Partial<PostContent>): Promise<Draft> {
  return fixture.draft(facebookPublishCase, content)
}

function find(draft: Draft) {
  return draft.ability.find({ ...inputOf(draft), committedAt: start })
}
