import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import { tiktokPublishCase } from '../../../test/platforms/tiktok-publish-case.ts'
import type { PostContent, PostMedia } from '../contract/publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const options = { privacy_level: 'PUBLIC_TO_EVERYONE' }
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('a video in two chunks is sent one chunk per step, the last in the commit', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  await fixture.control('DELETE', '/calls')
  const steps: string[] = []
  for (let isReady = false; !isReady; ) {
    const prepared = await draft.ability.prepare(inputOf(draft))
    draft.progress = prepared.progress
    isReady = prepared.state === 'ready'
    const names = (await fixture.listCalls()).map(({ name }) => name)
    steps.push(names.reverse().join(' '))
    await fixture.control('DELETE', '/calls')
  }
  expect(steps).toEqual(['creator_info video_init', 'upload'])
  const done = await fixture.follow(draft, await fixture.commit(draft))
  expect(done.permalink).toMatch(/\/@bergmannbakery\/video\/\d{19}$/)
  expect(await fixture.posts(draft)).toMatchObject([{ id: done.platformPostId }])
})

test('a video of 15 MB is one chunk, sent in the commit', async () => {
  const draft = await draftOf({ media: [await largeVideo(15_000_000)] })
  await fixture.prepare(draft)
  await fixture.follow(draft, await fixture.commit(draft))
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('a stored chunk with a lost response is not sent twice', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  draft.progress = (await draft.ability.prepare(inputOf(draft))).progress
  await fixture.fail(draft, 'upload', 'after_accepting_500')
  expect((await failureOf(draft, fixture.prepare(draft))).kind).toBe('unavailable')
  await fixture.prepare(draft)
  await fixture.follow(draft, await fixture.commit(draft))
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('an upload URL that expired before the last chunk is replaced', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  draft.progress = (await draft.ability.prepare(inputOf(draft))).progress
  const { publishId } = draft.progress
  await fixture.advance(3_600)
  await fixture.prepare(draft)
  expect(draft.progress.publishId).not.toBe(publishId)
  await fixture.follow(draft, await fixture.commit(draft))
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('an upload URL that expired before the commit throws not_ready and is replaced', async () => {
  const draft = await draftOf()
  await fixture.prepare(draft)
  await fixture.advance(3_600)
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('not_ready')
  draft.progress = { ...draft.progress, commitsNotReady: 1 }
  await fixture.prepare(draft)
  await fixture.follow(draft, await fixture.commit(draft))
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('repeating a commit posts once', async () => {
  const draft = await draftOf()
  await fixture.prepare(draft)
  await fixture.commit(draft)
  const again = await fixture.commit(draft)
  expect(again.state).toBe('accepted')
  await fixture.follow(draft, again)
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test('a committed upload is neither uploaded nor committed again', async () => {
  const draft = await draftOf()
  await fixture.prepare(draft)
  const first = await fixture.commit(draft)
  draft.progress = first.state === 'accepted' ? first.progress : {}
  await fixture.prepare(draft)
  await fixture.control('DELETE', '/calls')
  const second = await fixture.commit(draft)
  expect(await fixture.listCalls()).toEqual([])
  await fixture.follow(draft, second)
  expect(await fixture.posts(draft)).toHaveLength(1)
})

test("a private post has the publication's id and the profile's URL", async () => {
  const draft = await draftOf({ options: { privacy_level: 'SELF_ONLY' } })
  const { platformPostId, permalink } = await fixture.publish(draft)
  expect(platformPostId).toMatch(/^v_pub_file~/)
  expect(permalink).toMatch(/\/@bergmannbakery$/)
  const late = await draft.ability.readPermalink?.({ ...inputOf(draft), platformPostId })
  expect(late).toBeNull()
})

test('a late post id gives the permalink', async () => {
  await fixture.control('PUT', '/settings', { tiktok_moderation_ms: 3_600_000 })
  const draft = await draftOf()
  const { platformPostId, permalink } = await fixture.publish(draft)
  expect(permalink).toMatch(/\/@bergmannbakery$/)
  await fixture.advance(3_600)
  const late = await draft.ability.readPermalink?.({ ...inputOf(draft), platformPostId })
  const [post] = await fixture.posts(draft)
  expect(late).toMatch(new RegExp(`/@bergmannbakery/video/${post?.id}$`))
})

test('TikTok fetches photos from a verified URL', async () => {
  await registerUrlPrefix()
  const draft = await draftOf({
    text: 'The whole shelf',
    media: [fixture.files.jpeg(), fixture.files.jpeg()],
    options: { ...options, title: 'Shelf', photo_cover_index: 1, auto_add_music: true },
  })
  const done = await fixture.publish(draft)
  expect(done.permalink).toMatch(/\/@bergmannbakery\/photo\/\d{19}$/)
  expect(await fixture.posts(draft)).toMatchObject([
    { media_type: 'PHOTO', title: 'Shelf', text: 'The whole shelf', media_ids: { length: 2 } },
  ])
})

test('an unreachable photo is tried once more, then media_unreachable', async () => {
  await registerUrlPrefix()
  const draft = await draftOf({ media: [fixture.files.missing(fixture.files.jpeg())] })
  const first = await failureOf(draft, fixture.publish(draft))
  expect(first).toMatchObject({ kind: 'not_ready', platformCode: 'photo_pull_failed' })
  draft.progress = { ...draft.progress, commitsNotReady: 1 }
  const second = await failureOf(draft, fixture.publish(draft))
  expect(second).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
  expect(await fixture.posts(draft)).toEqual([])
})

test('a file that is not a video throws media_invalid', async () => {
  const draft = await draftOf({ media: [brokenVideo()] })
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
})

test('an unverified URL throws media_unreachable', async () => {
  const draft = await draftOf({ options: { ...options, source: 'url' } })
  const err = await failureOf(draft, fixture.publish(draft))
  expect(err).toMatchObject({
    kind: 'rejected',
    reason: 'media_unreachable',
    platformCode: 'url_ownership_unverified',
  })
})

test('a video by URL is found once it is public after a lost response', async () => {
  await registerUrlPrefix()
  const draft = await draftOf({
    text: 'Kneading, at length',
    options: { ...options, source: 'url' },
  })
  await fixture.prepare(draft)
  await fixture.fail(draft, 'video_init', 'after_accepting_timeout')
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('unavailable')
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
  const found = await pollUntilPublished(draft)
  expect(await fixture.posts(draft)).toMatchObject([{ id: found.platformPostId }])
})

test('a private video by URL is never certainly absent', async () => {
  await registerUrlPrefix()
  const draft = await draftOf({ options: { privacy_level: 'SELF_ONLY', source: 'url' } })
  await fixture.prepare(draft)
  await fixture.fail(draft, 'video_init', 'http_500')
  await failureOf(draft, fixture.commit(draft))
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
})

test.each([
  ['spam_risk_too_many_posts', 'rate_limited', 'daily_quota'],
  ['reached_active_user_cap', 'rate_limited', 'daily_quota'],
  ['spam_risk_user_banned_from_posting', 'rejected', 'content_rejected'],
])('a creator with %s throws %s, %s, before anything is sent', async (problem, kind, reason) => {
  await fixture.control('PUT', '/settings', { tiktok_creator_problem: problem })
  const draft = await draftOf()
  const err = await failureOf(draft, fixture.prepare(draft))
  await fixture.control('PUT', '/settings', { tiktok_creator_problem: null })
  expect(err).toMatchObject({ kind, reason, platformCode: problem })
})

test('a privacy level that the creator lacks throws content_invalid', async () => {
  const draft = await draftOf({ options: { privacy_level: 'FOLLOWER_OF_CREATOR' } })
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'content_invalid' })
})

test('a video longer than the creator may post throws media_invalid', async () => {
  const draft = await draftOf({ media: [fixture.files.mp4({ durationMs: 301_000 })] })
  const err = await failureOf(draft, fixture.prepare(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
})

test('the seventh upload in a minute throws rate_limited for a minute', async () => {
  const draft = await draftOf()
  for (let time = 0; time < 6; time++) await draft.ability.prepare(inputOf(draft))
  const err = await failureOf(draft, draft.ability.prepare(inputOf(draft)))
  expect(err).toMatchObject({ kind: 'rate_limited', reason: null, retryAfterSeconds: 60 })
})

test.each(['http_500', 'connection_reset', 'timeout'])(
  'an error after %s contains no upload URL',
  async (kind) => {
    const draft = await draftOf()
    await fixture.prepare(draft)
    await fixture.fail(draft, 'upload', kind)
    const err = await failureOf(draft, fixture.commit(draft))
    const { searchParams } = new URL(String(draft.progress.uploadUrl))
    const text = `${err.stack} ${JSON.stringify(err)} ${(err.cause as Error | undefined)?.stack}`
    expect(searchParams.get('upload_token')).toBeTruthy()
    expect(text).not.toContain(searchParams.get('upload_token'))
  },
)

function draftOf(content: Partial<PostContent> = {}): Promise<Draft> {
  return fixture.draft(tiktokPublishCase, { media: [fixture.files.mp4()], options, ...content })
}

/** Bytes that start with a valid video. */
async function largeVideo(size = 25_000_123): Promise<PostMedia> {
  const head = fixture.files.mp4()
  const rest = Buffer.alloc(size - head.size)
  const bytes = Buffer.concat([await head.read(0, head.size - 1), rest])
  return {
    ...head,
    size: bytes.length,
    read: async (first, last) => bytes.subarray(first, last + 1),
  }
}

function brokenVideo(): PostMedia {
  const bytes = Buffer.from('<html></html>')
  const read: PostMedia['read'] = async (first, last) => bytes.subarray(first, last + 1)
  return { ...fixture.files.mp4(), size: bytes.length, read }
}

async function registerUrlPrefix(): Promise<void> {
  const { origin } = new URL(fixture.files.jpeg().url)
  await fixture.control('PUT', '/apps/tiktok', { url_prefixes: [`${origin}/`] })
}

function find(draft: Draft) {
  return draft.ability.find({ ...inputOf(draft), committedAt: start })
}

async function pollUntilPublished(draft: Draft) {
  for (let count = 0; count < 60; count++) {
    await fixture.advance(5)
    const found = await find(draft)
    if (found.state === 'published') return found
  }
  throw new Error('It was not found.')
}
