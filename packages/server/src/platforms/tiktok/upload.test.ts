import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { testClock } from '../../core/clock.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostMedia, Progress, PublishInput } from '../contract/publish.ts'
import { isUploadUrl } from './api-publish.ts'
import { planChunks } from './chunks.ts'
import { createTiktok } from './index.ts'
import { readChunkResponse } from './upload.ts'

const plan = planChunks(25_000_000)
const video: PostMedia = {
  id: 'med_1',
  type: 'video',
  mimeType: 'video/mp4',
  size: 1_000,
  width: 1_080,
  height: 1_920,
  durationMs: 10_000,
  altText: null,
  url: 'https://media.example/1',
  read: async (first, last) => Buffer.alloc(last - first + 1),
}

function inputOf(progress: Progress, more: Partial<PublishInput['content']> = {}): PublishInput {
  const tokens = { access: 'act.x', refresh: null, accessExpiresAt: null, refreshExpiresAt: null }
  return {
    tokens: { ...tokens, issuedAt: '2026-11-21T09:00:00.000Z' },
    key: { id: 'tgt_1', createdAt: new Date('2026-11-20T09:00:00.000Z') },
    account: { platformAccountId: 'afd97af1', username: 'Anna B.' },
    facts: null,
    answers: null,
    content: {
      text: 'Kneading',
      media: [video],
      options: { privacy_level: 'PUBLIC_TO_EVERYONE' },
      ...more,
    },
    progress,
  }
}

function envelope(data: string): string {
  return `{"data":${data},"error":{"code":"ok","message":"","log_id":"1"}}`
}

const statusPath = 'POST /v2/post/publish/status/fetch/'
const sent = { publishId: 'v_pub_file~v2-1.1', handle: 'anna.b', isSent: true }

/** tiktok.md §5.3. */
test.each([
  [206, undefined, false, { state: 'stored', nextByte: 10_000_000 }],
  [201, undefined, true, { state: 'stored', nextByte: 25_000_000 }],
  [206, undefined, true, { state: 'out_of_step' }],
  [416, 'bytes 0-9999999/25000000', false, { state: 'stored', nextByte: 10_000_000 }],
  [416, 'bytes 0-24999999/25000000', true, { state: 'stored', nextByte: 25_000_000 }],
  [416, undefined, false, { state: 'out_of_step' }],
  [403, undefined, false, { state: 'gone' }],
  [404, undefined, true, { state: 'gone' }],
])('a chunk response %s with %s (last: %s) is read', (status, range, isLast, outcome) => {
  const headers = range ? { 'content-range': range } : {}
  const last = isLast ? 24_999_999 : 9_999_999
  expect(readChunkResponse({ status, headers, text: '' }, plan, { last, isLast })).toEqual(outcome)
})

test.each([
  [400, 'rejected', 'media_invalid'],
  [429, 'rate_limited', null],
  [302, 'unavailable', null],
  [500, 'unavailable', null],
  [503, 'unavailable', null],
])('a chunk response %s throws %s', (status, kind, reason) => {
  const read = () =>
    readChunkResponse({ status, headers: {}, text: '' }, plan, { last: 9, isLast: true })
  expect(read).toThrow(PlatformError)
  try {
    read()
  } catch (err) {
    expect(err).toMatchObject({ kind, reason, platformCode: `http_${status}` })
  }
})

test.each([
  ['https://open-upload.tiktokapis.com/video/?upload_id=1&upload_token=X', true],
  ['https://upload.us.tiktokapis.com/upload/?upload_id=1', true],
  ['http://open-upload.tiktokapis.com/video/', false],
  ['https://open-upload.tiktokapis.com:8443/video/', false],
  ['https://tiktokapis.com.evil.example/video/', false],
  ['https://eviltiktokapis.com/video/', false],
  ['https://evil.example/tiktokapis.com', false],
  ['http://127.0.0.1:4100/tiktok/upload/video/', false],
  ['https://platform.example/tiktok/upload/video/', true],
  ['nothing', false],
])('%s is an upload URL: %s', (url, isAllowed) => {
  expect(isUploadUrl(url, 'https://platform.example/tiktok/open')).toBe(isAllowed)
})

test('an upload URL on another host throws and is not quoted', async () => {
  const { setup, requests } = scriptedSetup({
    'POST /v2/post/publish/creator_info/query/': envelope(
      '{"creator_username":"anna.b","privacy_level_options":["PUBLIC_TO_EVERYONE"],"duet_disabled":true}',
    ),
    'POST /v2/post/publish/video/init/': envelope(
      '{"publish_id":"v_pub_file~1","upload_url":"https://evil.example/?upload_token=secret9"}',
    ),
  })
  const err = await createTiktok(setup)
    .publish!.prepare(inputOf({}))
    .catch((reason: unknown) => reason)
  expect(err).toMatchObject({ kind: 'unavailable' })
  expect(String((err as Error).cause)).not.toContain('secret9')
  expect(requests.at(-1)?.json).toMatchObject({
    post_info: { title: 'Kneading', disable_duet: true, disable_stitch: false },
    source_info: { source: 'FILE_UPLOAD', video_size: 1_000, total_chunk_count: 1 },
  })
})

test('a post id beyond 2^53 keeps its digits', async () => {
  const { setup } = scriptedSetup({
    [statusPath]: envelope(
      '{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7404040404040404041]}',
    ),
  })
  expect(await createTiktok(setup).publish!.follow!(inputOf(sent))).toEqual({
    state: 'published',
    platformPostId: '7404040404040404041',
    permalink: 'https://www.platform.example/@anna.b/video/7404040404040404041',
  })
})

test('a post without a known @handle has no permalink', async () => {
  const { setup } = scriptedSetup({
    [statusPath]: envelope('{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7]}'),
  })
  const done = await createTiktok(setup).publish!.follow!(inputOf({ ...sent, handle: null }))
  expect(done).toMatchObject({ platformPostId: '7', permalink: null })
})

test.each([
  ['file_format_check_failed', 'rejected', 'media_invalid'],
  ['picture_size_check_failed', 'rejected', 'media_invalid'],
  ['internal', 'not_ready', null],
  ['auth_removed', 'disconnected', null],
  ['publish_cancelled', 'rejected', null],
  ['spam_risk', 'rejected', 'content_rejected'],
  ['spam_risk_too_many_posts', 'not_ready', 'daily_quota'],
  ['something_new', 'rejected', null],
])('a publication that failed with %s throws %s, %s', async (failReason, kind, reason) => {
  const { setup } = scriptedSetup({
    [statusPath]: envelope(`{"status":"FAILED","fail_reason":"${failReason}"}`),
  })
  const followed = createTiktok(setup).publish!.follow!(inputOf(sent))
  await expect(followed).rejects.toMatchObject({ kind, reason, platformCode: failReason })
})

test.each([
  ['{"status":"PROCESSING_UPLOAD","uploaded_bytes":1000}', { state: 'accepted' }],
  ['{"status":"PROCESSING_UPLOAD","uploaded_bytes":0}', { state: 'absent', certain: true }],
  ['{"status":"PROCESSING_UPLOAD"}', { state: 'absent', certain: false }],
  ['{"status":"FAILED","fail_reason":"internal"}', { state: 'absent', certain: true }],
  ['{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[]}', { state: 'published' }],
])('after a commit without a response %s is %s', async (status, outcome) => {
  const { setup } = scriptedSetup({ [statusPath]: envelope(status) })
  const input = { ...inputOf({ ...sent, isSent: false }), committedAt: setup.now() }
  expect(await createTiktok(setup).publish!.find(input)).toMatchObject(outcome)
})

test('an old upload is restarted only if TikTok does not have the file', async () => {
  const clock = testClock(new Date('2026-11-21T09:00:00.000Z'))
  const startedAt = clock.now().toISOString()
  const progress = { ...sent, isSent: false, startedAt, nextByte: 0 }
  const prepare = (status: string) => {
    const { setup } = scriptedSetup({ [statusPath]: envelope(status) })
    const moved: PlatformSetup = { ...setup, now: clock.now }
    return createTiktok(moved).publish!.prepare(inputOf(progress))
  }
  const nothing = '{"status":"PROCESSING_UPLOAD","uploaded_bytes":0}'
  expect(await prepare(nothing)).toMatchObject({ state: 'ready', progress: { nextByte: 0 } })
  clock.advance(56 * 60_000)
  expect(await prepare(nothing)).toMatchObject({ state: 'wait', progress: { restarts: 1 } })
  const whole = '{"status":"PROCESSING_UPLOAD","uploaded_bytes":1000}'
  expect(await prepare(whole)).toMatchObject({ state: 'ready', progress: { isSent: true } })
})

test('a publication that keeps failing throws unavailable', async () => {
  const { setup } = scriptedSetup({
    [statusPath]: envelope('{"status":"FAILED","fail_reason":"internal"}'),
  })
  const prepare = (restarts: number) =>
    createTiktok(setup).publish!.prepare(inputOf({ ...sent, restarts }))
  expect(await prepare(2)).toEqual({ state: 'wait', progress: { restarts: 3 }, seconds: 10 })
  await expect(prepare(3)).rejects.toMatchObject({ kind: 'unavailable' })
})

test.each([
  [1, { state: 'published', platformPostId: '7000000000000000001' }],
  [2, { state: 'absent', certain: false }],
])('of %i listed videos with the text of one by URL → %o', async (count, outcome) => {
  const videos = [1, 2].slice(0, count).map((index) => ({
    id: `700000000000000000${index}`,
    create_time: 1_795_251_605,
    video_description: 'Kneading',
  }))
  const { setup } = scriptedSetup({
    'POST /v2/video/list/': envelope(JSON.stringify({ videos })),
  })
  const options = { privacy_level: 'PUBLIC_TO_EVERYONE', source: 'url' }
  const committedAt = new Date(1_795_251_600_000)
  const input = { ...inputOf({}, { options }), committedAt }
  expect(await createTiktok(setup).publish!.find(input)).toMatchObject(outcome)
})
