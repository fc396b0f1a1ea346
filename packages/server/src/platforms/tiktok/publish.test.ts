import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishWorld,
  type PublishWorld,
} from '../../../test/platforms/publish-conformance-world.ts'
import { tiktokPublishCase } from '../../../test/platforms/tiktok-publish-case.ts'
import type { PostContent, PostMedia } from '../publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const options = { privacy_level: 'PUBLIC_TO_EVERYONE' }
let world: PublishWorld

beforeAll(async () => {
  world = await openPublishWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('a video in two chunks is sent one chunk at a time, the last by the commit', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  await world.control('DELETE', '/calls')
  const steps: string[] = []
  for (let isReady = false; !isReady; ) {
    const prepared = await draft.ability.prepare(inputOf(draft))
    draft.progress = prepared.progress
    isReady = prepared.state === 'ready'
    const names = (await world.callsMade()).map(({ name }) => name)
    steps.push(names.reverse().join(' '))
    await world.control('DELETE', '/calls')
  }
  expect(steps).toEqual(['creator_info video_init', 'upload'])
  const done = await world.follow(draft, await world.commit(draft))
  expect(done.permalink).toMatch(/\/@bergmannbakery\/video\/\d{19}$/)
  expect(await world.posts(draft)).toMatchObject([{ id: done.platformPostId }])
})

test('a chunk that was stored though nobody heard of it is not sent twice', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  draft.progress = (await draft.ability.prepare(inputOf(draft))).progress
  await world.fail(draft, 'upload', 'after_accepting_500')
  expect((await failureOf(draft, world.prepare(draft))).kind).toBe('unavailable')
  await world.prepare(draft)
  await world.follow(draft, await world.commit(draft))
  expect(await world.posts(draft)).toHaveLength(1)
})

test('an upload address that died before the last chunk is replaced', async () => {
  const draft = await draftOf({ media: [await largeVideo()] })
  draft.progress = (await draft.ability.prepare(inputOf(draft))).progress
  const { publishId } = draft.progress
  await world.advance(3_600)
  await world.prepare(draft)
  expect(draft.progress.publishId).not.toBe(publishId)
  await world.follow(draft, await world.commit(draft))
  expect(await world.posts(draft)).toHaveLength(1)
})

test('an upload address that died before the commit is not_ready, and replaced', async () => {
  const draft = await draftOf()
  await world.prepare(draft)
  await world.advance(3_600)
  expect((await failureOf(draft, world.commit(draft))).kind).toBe('not_ready')
  draft.progress = { ...draft.progress, commitsNotReady: 1 }
  await world.prepare(draft)
  await world.follow(draft, await world.commit(draft))
  expect(await world.posts(draft)).toHaveLength(1)
})

test('repeating a commit posts once', async () => {
  const draft = await draftOf()
  await world.prepare(draft)
  await world.commit(draft)
  const again = await world.commit(draft)
  expect(again.state).toBe('accepted')
  await world.follow(draft, again)
  expect(await world.posts(draft)).toHaveLength(1)
})

test('what was handed over is neither uploaded nor committed again', async () => {
  const draft = await draftOf()
  await world.prepare(draft)
  const first = await world.commit(draft)
  draft.progress = first.state === 'accepted' ? first.progress : {}
  await world.prepare(draft)
  await world.control('DELETE', '/calls')
  const second = await world.commit(draft)
  expect(await world.callsMade()).toEqual([])
  await world.follow(draft, second)
  expect(await world.posts(draft)).toHaveLength(1)
})

test('a post for oneself has the publication as its id and the profile as its address', async () => {
  const draft = await draftOf({ options: { privacy_level: 'SELF_ONLY' } })
  const { platformPostId, permalink } = await world.publish(draft)
  expect(platformPostId).toMatch(/^v_pub_file~/)
  expect(permalink).toMatch(/\/@bergmannbakery$/)
  const late = await draft.ability.readPermalink?.({ ...inputOf(draft), platformPostId })
  expect(late).toBeNull()
})

test('an id that is known late makes the address', async () => {
  await world.control('PUT', '/settings', { tiktok_moderation_ms: 3_600_000 })
  const draft = await draftOf()
  const { platformPostId, permalink } = await world.publish(draft)
  expect(permalink).toMatch(/\/@bergmannbakery$/)
  await world.advance(3_600)
  const late = await draft.ability.readPermalink?.({ ...inputOf(draft), platformPostId })
  const [post] = await world.posts(draft)
  expect(late).toMatch(new RegExp(`/@bergmannbakery/video/${post?.id}$`))
})

test('photos are fetched by TikTok from an address that it knows', async () => {
  await verifyAddress()
  const draft = await draftOf({
    text: 'The whole shelf',
    media: [world.files.jpeg(), world.files.jpeg()],
    options: { ...options, title: 'Shelf', photo_cover_index: 1, auto_add_music: true },
  })
  const done = await world.publish(draft)
  expect(done.permalink).toMatch(/\/@bergmannbakery\/photo\/\d{19}$/)
  expect(await world.posts(draft)).toMatchObject([
    { media_type: 'PHOTO', title: 'Shelf', text: 'The whole shelf', media_ids: { length: 2 } },
  ])
})

test('a photo that cannot be fetched is asked for once more and then media_unreachable', async () => {
  await verifyAddress()
  const draft = await draftOf({ media: [world.files.missing(world.files.jpeg())] })
  const first = await failureOf(draft, world.publish(draft))
  expect(first).toMatchObject({ kind: 'not_ready', platformCode: 'photo_pull_failed' })
  draft.progress = { ...draft.progress, commitsNotReady: 1 }
  const second = await failureOf(draft, world.publish(draft))
  expect(second).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
  expect(await world.posts(draft)).toEqual([])
})

test('what is no video is media_invalid', async () => {
  const draft = await draftOf({ media: [brokenVideo()] })
  const err = await failureOf(draft, world.publish(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
})

test('an address that is not verified is media_unreachable', async () => {
  const draft = await draftOf({ options: { ...options, source: 'url' } })
  const err = await failureOf(draft, world.publish(draft))
  expect(err).toMatchObject({
    kind: 'rejected',
    reason: 'media_unreachable',
    platformCode: 'url_ownership_unverified',
  })
})

test('a video by address whose commit had no answer is found once it is public', async () => {
  await verifyAddress()
  const draft = await draftOf({
    text: 'Kneading, at length',
    options: { ...options, source: 'url' },
  })
  await world.prepare(draft)
  await world.fail(draft, 'video_init', 'after_accepting_timeout')
  expect((await failureOf(draft, world.commit(draft))).kind).toBe('unavailable')
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
  const found = await publishedInTime(draft)
  expect(await world.posts(draft)).toMatchObject([{ id: found.platformPostId }])
})

test('a video by address that nobody may see is never said to be absent', async () => {
  await verifyAddress()
  const draft = await draftOf({ options: { privacy_level: 'SELF_ONLY', source: 'url' } })
  await world.prepare(draft)
  await world.fail(draft, 'video_init', 'http_500')
  await failureOf(draft, world.commit(draft))
  expect(await find(draft)).toEqual({ state: 'absent', certain: false })
})

test.each([
  ['spam_risk_too_many_posts', 'rate_limited', 'daily_quota'],
  ['reached_active_user_cap', 'rate_limited', 'daily_quota'],
  ['spam_risk_user_banned_from_posting', 'rejected', 'content_rejected'],
])('a creator with %s is %s, %s, before anything is sent', async (problem, kind, reason) => {
  await world.control('PUT', '/settings', { tiktok_creator_problem: problem })
  const draft = await draftOf()
  const err = await failureOf(draft, world.prepare(draft))
  await world.control('PUT', '/settings', { tiktok_creator_problem: null })
  expect(err).toMatchObject({ kind, reason, platformCode: problem })
})

test('a privacy that the creator does not have is content_invalid', async () => {
  const draft = await draftOf({ options: { privacy_level: 'FOLLOWER_OF_CREATOR' } })
  const err = await failureOf(draft, world.prepare(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'content_invalid' })
})

test('a video longer than the creator may post is media_invalid', async () => {
  const draft = await draftOf({ media: [world.files.mp4({ durationMs: 301_000 })] })
  const err = await failureOf(draft, world.prepare(draft))
  expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
})

test('the seventh upload of a minute is rate_limited for a minute', async () => {
  const draft = await draftOf()
  for (let time = 0; time < 6; time++) await draft.ability.prepare(inputOf(draft))
  const err = await failureOf(draft, draft.ability.prepare(inputOf(draft)))
  expect(err).toMatchObject({ kind: 'rate_limited', reason: null, retryAfterSeconds: 60 })
})

test.each(['http_500', 'connection_reset', 'timeout'])(
  'no upload address is in an error after %s',
  async (kind) => {
    const draft = await draftOf()
    await world.prepare(draft)
    await world.fail(draft, 'upload', kind)
    const err = await failureOf(draft, world.commit(draft))
    const { searchParams } = new URL(String(draft.progress.uploadUrl))
    const told = `${err.stack} ${JSON.stringify(err)} ${(err.cause as Error | undefined)?.stack}`
    expect(searchParams.get('upload_token')).toBeTruthy()
    expect(told).not.toContain(searchParams.get('upload_token'))
  },
)

function draftOf(content: Partial<PostContent> = {}): Promise<Draft> {
  return world.draft(tiktokPublishCase, { media: [world.files.mp4()], options, ...content })
}

/** 25 MB that begin as a video. */
async function largeVideo(): Promise<PostMedia> {
  const head = world.files.mp4()
  const bytes = Buffer.concat([await head.read(0, head.size - 1), Buffer.alloc(25_000_123)])
  return {
    ...head,
    size: bytes.length,
    read: async (first, last) => bytes.subarray(first, last + 1),
  }
}

function brokenVideo(): PostMedia {
  const bytes = Buffer.from('<html></html>')
  const read: PostMedia['read'] = async (first, last) => bytes.subarray(first, last + 1)
  return { ...world.files.mp4(), size: bytes.length, read }
}

async function verifyAddress(): Promise<void> {
  const { origin } = new URL(world.files.jpeg().url)
  await world.control('PUT', '/apps/tiktok', { url_prefixes: [`${origin}/`] })
}

function find(draft: Draft) {
  return draft.ability.find({ ...inputOf(draft), committedAt: start })
}

async function publishedInTime(draft: Draft) {
  for (let count = 0; count < 60; count++) {
    await world.advance(5)
    const found = await find(draft)
    if (found.state === 'published') return found
  }
  throw new Error('It was not found.')
}
