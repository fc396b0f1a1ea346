import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import { youtubePublishCase } from '../../../test/platforms/youtube-publish-case.ts'
import type { PostContent, PostMedia } from '../contract/publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const options = { title: 'Kneading', audience: 'not_made_for_kids' }
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('a video of 20 MB is sent in three chunks, one per step', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  expect(await uploadCalls(draft)).toEqual(['upload_start', 'upload', 'upload', 'upload'])
  await publishesOnce(draft)
})

test('an upload goes on where YouTube is, after a step that was not stored', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  await step(draft)
  await step(draft)
  // The next two steps are lost: the process ended before their progress was stored.
  const stored = draft.progress
  await step(draft)
  await step(draft)
  draft.progress = stored
  expect(await uploadCalls(draft)).toEqual(['upload'])
  await publishesOnce(draft)
})

test('a session that refuses a chunk out of order is asked how far it is', async () => {
  await fixture.control('PUT', '/settings', { youtube_out_of_order: 'refuse' })
  const draft = await draftOf({ media: [await largeVideo()] })
  await step(draft)
  const stored = draft.progress
  await step(draft)
  draft.progress = stored
  // Refused, asked, and the two chunks that are left.
  expect(await uploadCalls(draft)).toEqual(['upload', 'upload', 'upload', 'upload'])
  await publishesOnce(draft)
})

test('what YouTube did not store of a chunk is sent again', async () => {
  await fixture.control('PUT', '/settings', { youtube_stored_bytes_max: 5_242_880 })
  const draft = await draftOf({ media: [await largeVideo()] })
  expect(await uploadCalls(draft)).toEqual(['upload_start', ...Array(4).fill('upload')])
  await publishesOnce(draft)
})

test('the last chunk whose response is lost gives one video', async () => {
  const draft = await draftOf()
  await step(draft)
  await fixture.fail(draft, 'upload', 'after_accepting_500')
  expect((await failureOf(draft, fixture.prepare(draft))).kind).toBe('unavailable')
  await fixture.prepare(draft)
  expect(await channelVideos(draft)).toBe(1)
  await publishesOnce(draft)
})

test('a session that ended is replaced', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  await step(draft)
  await step(draft)
  const { sessionUrl } = draft.progress
  await fixture.control('PUT', '/settings', { youtube_session_seconds: 60 })
  await fixture.advance(60)
  await fixture.prepare(draft)
  expect(draft.progress.sessionUrl).not.toBe(sessionUrl)
  await publishesOnce(draft)
})

test('a private video has an address, is no post and is not discarded', async () => {
  const draft = await draftOf({ options: { ...options, privacy_status: 'private' } })
  const post = await fixture.publish(draft)
  expect(post.permalink).toMatch(/\/watch\?v=/)
  expect(await fixture.posts(draft)).toEqual([])
  await draft.ability.discard!(inputOf(draft))
  expect(await channelVideos(draft)).toBe(1)
})

test('a video that the creator’s settings keep private is rejected, with its address', async () => {
  await fixture.control('PUT', '/settings', { youtube_keeps_private: true })
  const draft = await draftOf()
  await fixture.prepare(draft)
  const committed = await fixture.commit(draft)
  const err = await failureOf(draft, fixture.follow(draft, committed))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'content_rejected' })
  expect(err.platformMessage).toContain(`studio.youtube.com/video/${draft.progress.videoId}`)
  await draft.ability.discard!(inputOf(draft))
  expect(await channelVideos(draft)).toBe(1)
})

test.each([
  ['codec', 'media_invalid'],
  ['length', 'media_invalid'],
  ['duplicate', 'duplicate'],
  ['copyright', 'content_rejected'],
])('a video that fails with %s is rejected as %s', async (reason, expected) => {
  await fixture.control('PUT', '/settings', { youtube_fail_reason: reason })
  const draft = await draftOf()
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: expected, platformCode: reason })
})

test('a file that is no video is rejected', async () => {
  const video = fixture.files.mp4()
  const read = async (first: number, last: number) => Buffer.alloc(last - first + 1)
  const draft = await draftOf({ media: [{ ...video, read }] })
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
})

test('a refused thumbnail does not fail the post', async () => {
  const draft = await draftOf({ media: [fixture.files.mp4(), fixture.files.jpeg()] })
  const path = `/accounts/${draft.account.platformAccountId}`
  await fixture.control('PATCH', path, { facts: { phone_verified: 'no' } })
  await fixture.publish(draft)
  expect(await fixture.posts(draft)).toMatchObject([{ facts: { thumbnail: 'automatic' } }])
})

test('a private video that somebody deleted is uploaded again', async () => {
  const draft = await draftOf()
  await fixture.prepare(draft)
  await draft.ability.remove!({ ...draft, platformPostId: String(draft.progress.videoId) })
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('not_ready')
  draft.progress = { ...draft.progress, commitsNotReady: 1 }
  await fixture.publish(draft)
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('discarding deletes the private video, never a public one', async () => {
  const draft = await draftOf()
  await fixture.prepare(draft)
  await draft.ability.discard!(inputOf(draft))
  expect(await channelVideos(draft)).toBe(0)
  const other = await draftOf()
  await fixture.publish(other)
  await other.ability.discard!(inputOf(other))
  expect(await fixture.posts(other)).toHaveLength(1)
})

test('of two videos with the same title, none is taken for a lost commit', async () => {
  const [one, two] = [await draftOf(), await draftOf()]
  await fixture.publish(one)
  const find = (draft: Draft) =>
    draft.ability.find({
      ...inputOf({ ...draft, progress: {} }),
      committedAt: start,
      isProgressOld: true,
    })
  expect(await find(one)).toMatchObject({ state: 'published' })
  await fixture.publish(two)
  expect(await find(one)).toEqual({ state: 'absent', certain: false })
})

test('a first comment is written; comments that are switched off reject it', async () => {
  const draft = await draftOf()
  const { platformPostId } = await fixture.publish(draft)
  const comment = (text: string) =>
    draft.ability.comment!({ ...inputOf(draft), platformPostId, text })
  await comment('Recipe in the description')
  const path = `/posts/${platformPostId}/comments`
  expect(await fixture.control('GET', path)).toMatchObject({
    data: [{ text: 'Recipe in the description', parent_id: null }],
  })
  const kids = await draftOf({ options: { ...options, audience: 'made_for_kids' } })
  const post = await fixture.publish(kids)
  const run = kids.ability.comment!({ ...inputOf(kids), ...post, text: 'Hello' })
  const err = await failureOf(kids, run)
  expect(err).toMatchObject({ kind: 'rejected', platformCode: 'commentsDisabled' })
})

test.each([
  ['youtube_uploads_max', 'rateLimitExceeded'],
  ['youtube_units_max', 'quotaExceeded'],
])(
  'with %s used up at YouTube, the post waits until midnight in Los Angeles',
  async (name, code) => {
    const draft = await draftOf()
    await fixture.control('PUT', '/settings', { [name]: 0 })
    const err = await failureOf(draft, fixture.prepare(draft))
    expect(err).toMatchObject({ kind: 'rate_limited', reason: null, platformCode: code })
    // 09:00 UTC is 01:00 in Los Angeles.
    expect(err.retryAfterSeconds).toBe(23 * 3_600)
    expect(err.platformMessage).toContain('renewed at 2026-11-22T08:00Z')
  },
)

test('the channel’s own limit of uploads ends after a day', async () => {
  const draft = await draftOf()
  await fixture.control('PUT', '/settings', { youtube_channel_uploads_max: 0 })
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 86_400 })
})

async function step(draft: Draft): Promise<void> {
  draft.progress = (await draft.ability.prepare(inputOf(draft))).progress
}

/** Prepares until ready; the names of the writing calls. */
async function uploadCalls(draft: Draft): Promise<string[]> {
  const names: string[] = []
  await fixture.control('DELETE', '/calls')
  for (let isReady = false; !isReady; ) {
    const prepared = await draft.ability.prepare(inputOf(draft))
    draft.progress = prepared.progress
    isReady = prepared.state === 'ready'
    const calls = (await fixture.listCalls()).filter(({ method }) => method !== 'GET')
    names.push(...calls.map(({ name }) => name))
    await fixture.control('DELETE', '/calls')
    if (!isReady && 'seconds' in prepared) await fixture.advance(prepared.seconds)
  }
  return names
}

async function publishesOnce(draft: Draft): Promise<void> {
  const { platformPostId } = await fixture.publish(draft)
  const [post] = await fixture.posts(draft)
  expect(post).toMatchObject({ id: platformPostId, is_public: true })
  expect(await channelVideos(draft)).toBe(1)
}

/** All videos of the channel, private ones too. */
async function channelVideos({ account, tokens }: Draft): Promise<number> {
  const { insights } = fixture.platforms.get('youtube')!
  const values = await insights!.readDays({ tokens, account, days: [], today: '2026-11-21' })
  return values.find(({ metric }) => metric === 'posts')!.value
}

function draftOf(content: Partial<PostContent> = {}): Promise<Draft> {
  const media = [fixture.files.mp4()]
  return fixture.draft(youtubePublishCase, { text: '', media, options, ...content })
}

/** A video of more than two chunks: a real header, then zeros. */
async function largeVideo(size = 20_000_000): Promise<PostMedia> {
  const video = fixture.files.mp4()
  const head = await video.read(0, video.size - 1)
  const bytes = Buffer.alloc(size)
  head.copy(bytes)
  return { ...video, size, read: async (first, last) => bytes.subarray(first, last + 1) }
}
