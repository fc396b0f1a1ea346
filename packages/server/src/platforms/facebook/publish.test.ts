import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { facebookPublishCase } from '../../../test/platforms/facebook-publish-case.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import type { PostContent } from '../contract/publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('each photo is staged in its own step, in media order, and then the post is created', async () => {
  const media = [fixture.files.jpeg(), fixture.files.jpeg(), fixture.files.jpeg()]
  const draft = await draftOf({ text: 'Shelf', media })
  for (const count of [1, 2, 3]) {
    const prepared = await draft.ability.prepare(inputOf(draft))
    draft.progress = prepared.progress
    expect(prepared.state).toBe('wait')
    expect(draft.progress.photos).toHaveLength(count)
  }
  await fixture.prepare(draft)
  expect(await fixture.posts(draft)).toEqual([])
  const done = await fixture.commit(draft)
  expect(done).toMatchObject({ platformPostId: draft.progress.postId })
  expect(draft.progress.postId).toMatch(/^135000000000001_\d+$/)
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
    platformCode: '324',
  })
  expect(await fixture.posts(draft)).toEqual([])
})

test('an unreachable photo → unavailable, and repeating succeeds once it is reachable', async () => {
  const photo = fixture.files.jpeg()
  const draft = await draftOf({ text: 'Shelf', media: [fixture.files.missing(photo)] })
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({ kind: 'unavailable', reason: 'media_unreachable' })
  await fixture.publish({ ...draft, content: { ...draft.content, media: [photo] } })
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('discard deletes the unpublished post with its photos and keeps a published one', async () => {
  const listAll = async () => {
    const { data } = (await fixture.control('GET', '/posts?account=135000000000001')) as {
      data: { id: string }[]
    }
    return data.map(({ id }) => id)
  }
  const used = await draftOf({ text: 'Shelf', media: [fixture.files.jpeg()] })
  await fixture.publish(used)
  const before = await listAll()
  const draft = await draftOf({ media: [fixture.files.jpeg(), fixture.files.jpeg()] })
  await fixture.prepare(draft)
  expect(await listAll()).toHaveLength(before.length + 3)
  await draft.ability.discard!(inputOf(draft))
  expect(await listAll()).toEqual(before)
  await used.ability.discard!(inputOf(used))
  expect(await listAll()).toEqual(before)
  await draft.ability.discard!(inputOf(draft))
  expect(await listAll()).toEqual(before)
})

test('discard deletes staged photos without a post', async () => {
  const draft = await draftOf({ media: [fixture.files.jpeg()] })
  draft.progress = (await draft.ability.prepare(inputOf(draft))).progress
  await draft.ability.discard!(inputOf(draft))
  const left = await fixture.control('GET', '/posts?account=135000000000001')
  expect(left).toMatchObject({ data: [] })
})

test('a commit that is repeated after a lost response → one post', async () => {
  const draft = await draftOf({ media: [fixture.files.jpeg()] })
  await fixture.prepare(draft)
  expect(await find(draft)).toEqual({ state: 'absent', certain: true })
  await fixture.fail(draft, 'change', 'after_accepting_500')
  await failureOf(draft, fixture.commit(draft))
  await fixture.publish(draft)
  const [post] = await fixture.posts(draft)
  expect(await find(draft)).toMatchObject({ state: 'published', platformPostId: post?.id })
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('an unpublished post that was deleted on the page is refused, and absent for certain', async () => {
  const draft = await draftOf({ text: 'Fresh bread' })
  await fixture.prepare(draft)
  await fixture.control('DELETE', `/posts/${draft.progress.postId}`)
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('rejected')
  const found = await draft.ability.findRefused!({ ...inputOf(draft), committedAt: start })
  expect(found).toEqual({ state: 'absent', certain: true })
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
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
  expect(await draft.ability.findRefused!({ ...inputOf(draft), committedAt: start })).toEqual({
    state: 'absent',
    certain: true,
  })
})

test('a video that is none is media_invalid', async () => {
  const media = [fixture.files.broken(fixture.files.mp4())]
  const draft = await draftOf({ text: 'Kneading', media })
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ reason: 'media_invalid', platformCode: '6000/1363019' })
})

test('the same text within a minute is a duplicate', async () => {
  await fixture.publish(await draftOf({ text: 'Fresh bread' }))
  const draft = await draftOf({ text: 'Fresh bread' })
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'duplicate', platformCode: '506' })
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('an older post with the text of a video does not match', async () => {
  await fixture.publish(await draftOf({ text: 'Kneading' }))
  const draft = await draftOf({ text: 'Kneading', media: [fixture.files.mp4()] })
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
