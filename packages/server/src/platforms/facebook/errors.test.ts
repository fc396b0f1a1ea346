import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { graphFailure } from '../meta/graph-errors.ts'
import { toPublishError } from './errors.ts'
import { createFacebook } from './index.ts'

const request = { method: 'POST' as const, url: new URL('https://graph.example/v25.0/1/feed') }

/** facebook.md §7. */
test.each([
  [506, null, 'rejected', 'duplicate'],
  [1, 1366051, 'rejected', 'duplicate'],
  [368, null, 'rejected', 'content_rejected'],
  [368, 1390008, 'rate_limited', null],
  [1, 1346003, 'rejected', 'content_rejected'],
  [200, 1404102, 'rejected', 'content_rejected'],
  [200, 1404078, 'permission_missing', null],
  [1, 1366046, 'rejected', 'media_invalid'],
  [324, 2069019, 'rejected', 'media_unreachable'],
  [389, 1363057, 'rejected', 'media_unreachable'],
  [6000, 1363019, 'rejected', 'media_invalid'],
  [324, null, 'rejected', 'media_invalid'],
  [100, 2061006, 'rejected', 'content_invalid'],
  [100, 1609005, 'rejected', 'content_invalid'],
  [1, 1609008, 'rejected', 'content_invalid'],
  [1, 1349125, 'rejected', 'content_invalid'],
  [100, null, 'rejected', 'content_invalid'],
  [1, 1363047, 'unavailable', null],
  [1, null, 'unavailable', null],
  [200, null, 'permission_missing', null],
  [10, null, 'permission_missing', null],
  [32, null, 'rate_limited', null],
  [80001, null, 'rate_limited', null],
  [190, 492, 'access_expired', 'permission_revoked'],
  [190, 458, 'disconnected', null],
])('%s/%s is %s, %s', (code, subcode, kind, reason) => {
  const error = { message: 'No.', code, ...(subcode ? { error_subcode: subcode } : {}) }
  const response = { status: 400, headers: {}, text: JSON.stringify({ error }) }
  const err = toPublishError(graphFailure(request, response)!)
  const platformCode = subcode ? `${code}/${subcode}` : `${code}`
  expect(err).toMatchObject({ kind, reason, platformCode, platformMessage: 'No.' })
})

test('a photo that could not be fetched for now is unavailable, media_unreachable', () => {
  const error = { message: 'No.', code: 324, error_subcode: 2069019, is_transient: true }
  const response = { status: 400, headers: {}, text: JSON.stringify({ error }) }
  const err = toPublishError(graphFailure(request, response)!)
  expect(err).toMatchObject({ kind: 'unavailable', reason: 'media_unreachable' })
})

const input = {
  key: { id: 'tgt_1', createdAt: new Date('2026-11-20T09:00:00.000Z') },
  tokens: {
    access: 'EAABpage12345',
    refresh: null,
    accessExpiresAt: null,
    refreshExpiresAt: null,
    issuedAt: '2026-11-21T09:00:00.000Z',
  },
  account: { platformAccountId: '135', username: 'bakery' },
  facts: null,
  answers: null,
  content: { text: 'Kneading', media: [], options: {} },
  progress: { videoId: '99' },
}

test('the token is sent in the request body and is in no error', async () => {
  const { setup, requests } = scriptedSetup({
    'POST /v25.0/135/feed': {
      status: 400,
      text: '{"error":{"code":100,"message":"Bad token EAABpage12345"}}',
    },
  })
  const err = await createFacebook(setup)
    .publish!.prepare({ ...input, progress: {} })
    .catch((reason: unknown) => reason)
  expect(err).toMatchObject({ kind: 'rejected', platformMessage: 'Bad token [hidden]' })
  expect(requests[0]?.url.search).toBe('')
  expect(requests[0]?.form).toMatchObject({
    message: 'Kneading',
    published: 'false',
    access_token: 'EAABpage12345',
  })
})

test('a video has the full id of its post and a permalink with a host', async () => {
  const { setup } = scriptedSetup({
    'GET /v25.0/99':
      '{"post_id":"777","permalink_url":"/135/videos/99/","status":{"video_status":"ready"}}',
  })
  expect(await createFacebook(setup).publish!.follow!(input)).toEqual({
    state: 'published',
    platformPostId: '135_777',
    permalink: 'https://www.platform.example/135/videos/99/',
  })
})

test('a public video without a post is polled four more times', async () => {
  const { setup } = scriptedSetup({
    'GET /v25.0/99': '{"published":true,"status":{"video_status":"ready"}}',
  })
  const { follow } = createFacebook(setup).publish!
  const pollAfter = (postPolls: number) =>
    follow!({ ...input, progress: { videoId: '99', postPolls } })
  for (const polls of [0, 1, 2, 3]) {
    const progress = { videoId: '99', postPolls: polls + 1 }
    expect(await pollAfter(polls)).toMatchObject({ state: 'wait', progress })
  }
  const published = { state: 'published', platformPostId: '99', permalink: null }
  expect(await pollAfter(4)).toEqual(published)
})

const ready = 'ready'
const phases = (uploading: string, processing: string, publishing: string) => ({
  uploading_phase: { status: uploading },
  processing_phase: { status: processing },
  publishing_phase: { status: publishing },
})

/** facebook.md §3.3. */
test.each([
  [
    'a complete publishing phase',
    {
      post_id: '7',
      status: { video_status: ready, ...phases('complete', 'complete', 'complete') },
    },
    'published',
  ],
  [
    'published alone',
    { post_id: '7', published: true, status: { video_status: ready } },
    'published',
  ],
  [
    'a draft of a reel',
    { status: { video_status: ready, ...phases('complete', 'complete', 'not_started') } },
    'wait',
  ],
  [
    'a complete phase that `published` denies',
    {
      post_id: '7',
      published: false,
      status: { video_status: ready, ...phases('complete', 'complete', 'complete') },
    },
    'wait',
  ],
  ['neither phase, `published` nor post', { status: { video_status: ready } }, 'wait'],
  [
    'processing',
    {
      published: false,
      status: { video_status: 'processing', ...phases('complete', 'in_progress', 'not_started') },
    },
    'wait',
  ],
])('a video with %s → %s', async (_name, body, state) => {
  const { setup } = scriptedSetup({ 'GET /v25.0/99': JSON.stringify(body) })
  const progress = { videoId: '99', postPolls: 4 }
  expect(await createFacebook(setup).publish!.follow!({ ...input, progress })).toMatchObject({
    state,
  })
})

test.each([
  ['error', phases('complete', 'error', 'not_started'), 'media_invalid'],
  ['expired', {}, 'media_invalid'],
  ['upload_failed', phases('error', 'not_started', 'not_started'), 'media_unreachable'],
  ['processing', phases('complete', 'error', 'not_started'), 'media_invalid'],
])('a video that is %s with a failed phase → rejected', async (video_status, more, reason) => {
  const body = JSON.stringify({ status: { video_status, ...more } })
  const { setup } = scriptedSetup({ 'GET /v25.0/99': body })
  await expect(createFacebook(setup).publish!.follow!(input)).rejects.toMatchObject({
    kind: 'rejected',
    reason,
  })
})

function findVideo(posts: readonly object[]) {
  const { setup } = scriptedSetup({ 'GET /v25.0/135/feed': JSON.stringify({ data: posts }) })
  const content = { ...input.content, text: 'One\r\nTwo ' }
  const committedAt = new Date('2026-11-21T09:00:00.000Z')
  return createFacebook(setup).publish!.find({ ...input, content, progress: {}, committedAt })
}

const feed = [
  { id: '135_3', message: 'One\nTwo!', created_time: '2026-11-21T09:00:05+0000' },
  { id: '135_2', message: 'One\nTwo', created_time: '2026-11-21T08:59:30+0000' },
  { id: '135_1', message: 'One\nTwo', created_time: '2026-11-21T08:58:00+0000' },
]

test('texts match with different line breaks', async () => {
  expect(await findVideo(feed)).toMatchObject({ state: 'published', platformPostId: '135_2' })
})

test('of several posts that match none is taken', async () => {
  const other = { ...feed[1], id: '135_4', created_time: '2026-11-21T09:00:01+0000' }
  expect(await findVideo([other, ...feed])).toEqual({ state: 'absent', certain: false })
})
